import { setTimeout as pause } from "node:timers/promises";
import type { EmbeddedPostgres } from "#packages/embedded-postgres";
import { log } from "#platform/log/log.server.ts";

/** How long everything that depends on the database may take to close. */
const CLOSE_TIMEOUT_MS = 4_000;

/** What a process has started, and how to stop it. */
export type Openings = {
  /** Adds a step for `close`; the last one added runs first. */
  undo(step: () => Promise<void>): void;
  /** This server is stopped after everything else, even if something else hangs. */
  superviseServer(postgres: EmbeddedPostgres): void;
  close(): Promise<void>;
};

export function createOpenings(): Openings {
  const steps: (() => Promise<void>)[] = [];
  let ownDatabase: EmbeddedPostgres | undefined;
  const takeDown = async () => {
    for (const step of steps.splice(0).toReversed()) await step();
  };
  return {
    undo: (step) => void steps.push(step),
    superviseServer: (postgres) => void (ownDatabase = postgres),
    async close() {
      // A step that hangs is abandoned, but the database is not: if its server went on writing
      // after the site has ended, somebody who copies or deletes DATA_DIR then would be surprised.
      try {
        const timeout = pause(CLOSE_TIMEOUT_MS, "timeout");
        if ((await Promise.race([takeDown(), timeout])) === "timeout")
          log.warn("closing took too long");
      } finally {
        await ownDatabase?.stop();
      }
    },
  };
}

/** Opens everything or nothing: if `open` throws, what it opened is closed. */
export async function opening<Opened extends object>(
  open: (opened: Openings) => Promise<Opened>,
): Promise<Opened & { close(): Promise<void> }> {
  const opened = createOpenings();
  try {
    return { ...(await open(opened)), close: () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
