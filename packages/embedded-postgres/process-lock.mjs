// A lock file that names the process that holds it. It is stale as soon as exactly that process has
// ended, so a killed process never blocks the next one.
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { processStart } from "./process-facts.mjs";

/**
 * @typedef {{ pid: number, start: string }} ProcessIdentity
 * @typedef {ProcessIdentity & { endsWith: ProcessIdentity[] }} LockHolder `endsWith`: processes
 *   with which the holder ends
 */

/**
 * The living process that holds the lock, if any.
 * @param {string} path
 * @returns {LockHolder | undefined}
 */
export function lockHolder(path) {
  return livingHolder(readLock(path));
}

/**
 * True if the holder is alive but about to end, because a process that it depends on has ended.
 * @param {LockHolder} holder
 */
export function isEnding(holder) {
  return !holder.endsWith.every(isAlive);
}

/**
 * Takes the lock for this process; replaces the lock of a dead holder.
 * @param {string} path a file in an existing folder
 * @param {{ inheritFrom?: number, endsWith?: number[] }} [options] pids: `inheritFrom`, a living
 *   holder that hands its lock over to this process; `endsWith`, processes with which this one ends
 * @returns {{ ok: true, release: () => void } | { ok: false, holder: LockHolder }}
 */
export function takeLock(path, { inheritFrom, endsWith = [] } = {}) {
  const giver = lockHolder(path);
  const inherited =
    giver !== undefined && giver.pid === inheritFrom ? [giver, ...giver.endsWith] : [];
  const mine = JSON.stringify({
    ...identity(process.pid),
    endsWith: [...endsWith.map(identity), ...inherited.map(({ pid, start }) => ({ pid, start }))],
  });
  // The lock gets its name only when its content is complete, so a reader never sees it empty.
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, mine, { mode: 0o644 });
  try {
    for (;;) {
      if (publish(draft, path, mine)) break;
      const found = readLock(path);
      const holder = livingHolder(found);
      if (holder?.pid === process.pid) break;
      if (holder !== undefined && holder.pid === inheritFrom) {
        renameSync(draft, path);
        break;
      }
      if (holder !== undefined) return { ok: false, holder };
      if (found !== undefined) removeStale(path, found);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  const release = () => {
    process.off("exit", release);
    if (readLock(path) === mine) rmSync(path, { force: true });
  };
  process.on("exit", release);
  return { ok: true, release };
}

/**
 * @param {string} draft
 * @param {string} path
 * @param {string} content
 */
function publish(draft, path, content) {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === "EEXIST") return false;
    // A file system without hard links (FAT, some network shares): use exclusive creation instead.
    try {
      writeFileSync(path, content, { flag: "wx" });
      return true;
    } catch (second) {
      if (/** @type {NodeJS.ErrnoException} */ (second).code === "EEXIST") return false;
      throw second;
    }
  }
}

/**
 * Two processes may find the same stale lock. Only one of them succeeds with the rename. If it
 * renamed the other's new lock, it puts that back.
 * @param {string} path
 * @param {string} stale
 */
function removeStale(path, stale) {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const pulled = readLock(aside);
  if (pulled !== undefined && pulled !== stale) publish(aside, path, pulled);
  rmSync(aside, { force: true });
}

/** @param {string} path */
function readLock(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * @param {string | undefined} content
 * @returns {LockHolder | undefined}
 */
function livingHolder(content) {
  if (content === undefined) return undefined;
  try {
    const { pid, start, endsWith = [] } = JSON.parse(content);
    return isAlive({ pid, start }) ? { pid, start, endsWith } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {number} pid
 * @returns {ProcessIdentity}
 */
function identity(pid) {
  return { pid, start: processStart(pid) ?? "" };
}

/** @param {ProcessIdentity} process */
function isAlive({ pid, start }) {
  return typeof start === "string" && processStart(pid) === start;
}
