import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { log } from "#platform/log/log.server.ts";

/**
 * Reserved for the database's log. With less free space the site accepts no new data, so that the
 * database stays up and stored data can be read. This is four segments of PostgreSQL's write-ahead
 * log.
 */
const RESERVE_BYTES = 64 * 1024 * 1024;
const POLL_MS = 1_000;
const MB = 1024 * 1024;

let isLow = false;
let isFull = false;

/** True if nothing more can be stored, as of the last second. */
export function isDiskFull(): boolean {
  return isFull;
}

/**
 * The free bytes on the disk of `path`, which need not exist yet; null if the system does not tell.
 */
export async function readFreeSpace(path: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch {
    const parent = dirname(path);
    return parent === path ? null : readFreeSpace(parent);
  }
}

/**
 * Called at boot. Watches the disk of DATA_DIR, and logs when less than `warningMb` is free, when
 * it is full, and when there is space again. The returned function ends it.
 */
export async function startDiskWatch(
  directory: string,
  { warningMb }: { warningMb: number },
): Promise<() => Promise<void>> {
  const stopped = new AbortController();
  const { signal } = stopped;
  await checkFreeSpace(directory, warningMb);
  const watching = (async () => {
    while (!signal.aborted) {
      await pause(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await checkFreeSpace(directory, warningMb);
    }
  })();
  return async () => {
    stopped.abort();
    await watching;
    isLow = false;
    isFull = false;
  };
}

async function checkFreeSpace(directory: string, warningMb: number): Promise<void> {
  const free = await readFreeSpace(directory);
  if (free === null) return;
  const count = Math.floor(free / MB);
  if (free < warningMb * MB && !isLow) {
    log.warn("little room is left on the disk of DATA_DIR: megabytes", { count });
  }
  if (free < RESERVE_BYTES && !isFull) {
    log.error("the disk of DATA_DIR is full: nothing is taken in until there is room", { count });
  }
  if (free >= RESERVE_BYTES && isFull) {
    log.warn("the disk of DATA_DIR has room again: megabytes", { count });
  }
  isLow = free < warningMb * MB;
  isFull = free < RESERVE_BYTES;
}
