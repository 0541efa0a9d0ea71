// One process per DATA_DIR: two servers on one folder would share a database cluster and photos
// without knowing about each other.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { isEnding, lockHolder, takeLock } from "#packages/embedded-postgres/process-lock";

/**
 * @typedef {import("#packages/embedded-postgres/process-lock").LockHolder} LockHolder
 * @typedef {{
 *   ok: false, code: "in_use", pid: number, message: string, isEnding: boolean,
 * }} DataDirectoryInUse `isEnding`: the other process is shutting down, because the process that
 *   started it has ended
 */

/**
 * Returns whether another living process uses this DATA_DIR. Changes nothing.
 * @param {string} dataDirectory
 * @returns {{ ok: true } | DataDirectoryInUse}
 */
export function checkDataDirectory(dataDirectory) {
  const holder = lockHolder(lockPath(dataDirectory));
  return holder === undefined ? { ok: true } : inUse(dataDirectory, holder);
}

/**
 * Locks the DATA_DIR for this process until it exits or calls `release`. The folder is created if
 * it is missing. A lock held by this process's parent is taken over: `npm start` locks it before it
 * installs and builds, then hands the lock to the server that it starts.
 * @param {string} dataDirectory
 * @param {{ endsWith?: number[] }} [options] pids of processes; when one of them ends, this process
 *   ends too
 * @returns {{ ok: true, release: () => void } | DataDirectoryInUse}
 */
export function acquireDataDirectoryLock(dataDirectory, { endsWith = [] } = {}) {
  mkdirSync(dataDirectory, { recursive: true });
  const lock = takeLock(lockPath(dataDirectory), { inheritFrom: process.ppid, endsWith });
  return lock.ok ? lock : inUse(dataDirectory, lock.holder);
}

/** @param {string} dataDirectory */
function lockPath(dataDirectory) {
  return join(dataDirectory, "rouvia.lock");
}

/**
 * @param {string} dataDirectory
 * @param {LockHolder} holder
 * @returns {DataDirectoryInUse}
 */
function inUse(dataDirectory, holder) {
  const message =
    `Another Rouvia (process ${holder.pid}) is already using DATA_DIR ${dataDirectory}. ` +
    "Stop it, or set DATA_DIR to another folder.";
  return { ok: false, code: "in_use", pid: holder.pid, message, isEnding: isEnding(holder) };
}
