// A lock file that names the process holding it. It is stale as soon as that very process is gone,
// so a killed process never blocks the next one.
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { processStart } from "./process-facts.mjs";

/** @typedef {{ pid: number, start: string }} LockHolder */

/**
 * The living process that holds the lock, if any.
 * @param {string} path
 * @returns {LockHolder | undefined}
 */
export function lockHolder(path) {
  return livingHolder(readLock(path));
}

/**
 * Takes the lock for this process, over a dead holder's if need be.
 * @param {string} path a file in an existing folder
 * @param {{ inheritFrom?: number }} [options] `inheritFrom`: the pid of a living holder that
 *   hands its lock over to this process
 * @returns {{ ok: true, release: () => void } | { ok: false, holder: LockHolder }}
 */
export function takeLock(path, { inheritFrom } = {}) {
  const mine = JSON.stringify({ pid: process.pid, start: processStart(process.pid) ?? "" });
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
    const { pid, start } = JSON.parse(content);
    const isAlive = typeof start === "string" && processStart(pid) === start;
    return isAlive ? { pid, start } : undefined;
  } catch {
    return undefined;
  }
}
