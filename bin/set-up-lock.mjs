// Installing and building change the checkout, and several starts may run in it at once. This lock
// lets only one of them do so.
import { mkdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { inRoot } from "./paths.mjs";
import { takeLock } from "#packages/embedded-postgres/process-lock";

const POLL_MS = 200;

/**
 * Runs `work` while no other process installs or builds in this checkout; waits for one that does.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function whileNobodyElseSetsUp(work) {
  mkdirSync(inRoot(".cache"), { recursive: true });
  let lock = takeLock(inRoot(".cache", "set-up.lock"));
  if (!lock.ok) {
    process.stdout.write(`waiting for process ${lock.holder.pid}, which is at it … `);
  }
  while (!lock.ok) {
    await pause(POLL_MS);
    lock = takeLock(inRoot(".cache", "set-up.lock"));
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
