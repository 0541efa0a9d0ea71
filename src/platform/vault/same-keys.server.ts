import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { signWatch } from "#platform/database/database-watch.server.ts";
import { pool } from "#platform/database/database.server.ts";
import { log } from "#platform/log/log.server.ts";
import type { KeyFileResult, VaultKeys } from "./key-file.server.ts";
import { createMac } from "./mac.server.ts";

/**
 * `other_site`: the file is not a copy of the other processes' file, so cookies and codes of one
 * process are invalid in another. `key_missing`: values that another process seals from now on
 * cannot be opened here.
 */
export type KeyDifference = "other_site" | "key_missing";

const COMPARE_MS = 5_000;

/**
 * The mark by which the processes of a site compare their key files. It is the application name of
 * a connection that each process keeps open: every role can read it, and it disappears with the
 * process. The first part is an HMAC, which reveals nothing of its key. The second is the newest
 * key's id, which envelopes contain too.
 */
export function markKeys({ active, macSecret }: VaultKeys): string {
  const mark = createMac({ macSecret }).hmac("key file", "compared between processes");
  return `keys ${mark.slice(0, 12)} ${active.id}`;
}

/** Compares a key file with those of the processes that are connected to the database. */
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

/**
 * How this process's keys differ from another's, as of a few seconds ago; null if they are equal.
 */
export function findKeyDifference(): KeyDifference | null {
  return difference;
}

/** Called at boot, when the database is available. The returned function ends it. */
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
      // If the database is unavailable, the code that watches it logs that.
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
