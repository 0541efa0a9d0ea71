import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { signWatch } from "#platform/database/database-watch.server.ts";
import { pool } from "#platform/database/database.server.ts";
import { log } from "#platform/log/log.server.ts";
import type { KeyFileResult, VaultKeys } from "./key-file.server.ts";
import { createMac } from "./mac.server.ts";

/**
 * `other_site`: the file is not a copy of the others' at all; cookies and codes of one process mean
 * nothing to another. `key_missing`: what another process seals from now on does not open here.
 */
export type KeyDifference = "other_site" | "key_missing";

const COMPARE_MS = 5_000;

/**
 * What processes of one site tell each other of their key files: by the name of a connection that each
 * of them keeps, which every role may read, and which goes when its process does. The first part is
 * an HMAC that says nothing of its key; the second is the newest key's id, which envelopes bear too.
 */
export function markKeys({ active, macSecret }: VaultKeys): string {
  const mark = createMac({ macSecret }).hmac("key file", "compared between processes");
  return `keys ${mark.slice(0, 12)} ${active.id}`;
}

/** Compares a key file with those of the processes that are at work on the database. */
export async function compareKeys(
  keys: VaultKeys,
  queryable: Pick<pg.ClientBase, "query">,
): Promise<KeyDifference | null> {
  const { rows } = await queryable.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
      where datname = current_database() and application_name like 'rouvia watch keys %'`,
  );
  const own = markKeys(keys).split(" ")[1];
  const others = rows.map(({ name }) => name.split(" ").slice(-2));
  if (others.some(([site]) => site !== own)) return "other_site";
  return others.some(([, id = ""]) => !keys.byId.has(id)) ? "key_missing" : null;
}

let difference: KeyDifference | null = null;

/** How this process's keys differ from another's, as of the last seconds. */
export function findKeyDifference(): KeyDifference | null {
  return difference;
}

/** Boot, once the database is there. Ends with the returned function. */
export function startKeyComparison(load: () => Promise<KeyFileResult>): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const check = async () => {
    const loaded = await load();
    if (!loaded.ok) return;
    await signWatch(markKeys(loaded.keys));
    const found = await compareKeys(loaded.keys, pool());
    if (found !== null && found !== difference)
      log.error("another process of this site works with other keys", { code: found });
    difference = found;
  };
  const looking = (async () => {
    while (!signal.aborted) {
      // The database is away: whoever watches it says so.
      await check().catch(() => undefined);
      await pause(COMPARE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return async () => {
    stopped.abort();
    difference = null;
    await looking;
  };
}
