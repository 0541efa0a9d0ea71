import { setTimeout as pause } from "node:timers/promises";
import type { EmbeddedPostgres } from "#packages/embedded-postgres";
import { log } from "#platform/log/log.server.ts";

/** How long all that stands on the database may take to close. */
const CLOSE_TIMEOUT_MS = 4_000;

/** What a process has brought up, and how it is taken down. */
export type Openings = {
  /** The latest is undone first. */
  undo(step: () => Promise<void>): void;
  /** Stopped after everything else, even where that hangs. */
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
      // What hangs is left behind, but the database is not: a server that goes on writing after its
      // site has ended would surprise whoever copies or deletes DATA_DIR then.
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

/** Opens all or nothing. */
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
