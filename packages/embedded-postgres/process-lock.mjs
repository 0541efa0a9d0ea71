// A lock file that names the process holding it. It is stale as soon as that very process is gone,
// so a killed process never blocks the next one.
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { processStart } from "./process-facts.mjs";

/**
 * @typedef {{ pid: number, start: string }} ProcessIdentity
 * @typedef {ProcessIdentity & { endsWith: ProcessIdentity[] }} LockHolder `endsWith`: processes
 *   without which the holder does not go on
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
 * True where the holder is alive but about to end, because a process it depends on is gone.
 * @param {LockHolder} holder
 */
export function isEnding(holder) {
  return !holder.endsWith.every(isAlive);
}

/**
 * Takes the lock for this process, over a dead holder's if need be.
 * @param {string} path a file in an existing folder
 * @param {{ inheritFrom?: number, endsWith?: number[] }} [options] pids: `inheritFrom`, a living
 *   holder that hands its lock over to this process; `endsWith`, processes without which this one
 *   does not go on
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
  // The lock appears under its name with its content already in it: a reader never sees it empty.
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
    // A file system without hard links (FAT, some network shares): exclusive creation instead.
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
 * Two processes may find the same stale lock. Only one wins the rename; if what it pulled away
 * turns out to be the other's fresh lock, it is put back.
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
