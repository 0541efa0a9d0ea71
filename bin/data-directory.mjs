// Checks that the data directory and the port are free, before anything slow begins.
import { setTimeout as pause } from "node:timers/promises";
import { whyNotListen } from "./address-check.mjs";
import { npm } from "./child.mjs";
import { acquireDataDirectoryLock } from "./data-directory-lock.mjs";
import { Refusal } from "./stages.mjs";

/** If npm was killed, its server shuts down in order; this is how long a new start waits for it. */
const FOLDER_PATIENCE_MS = 60_000;
/**
 * npm does not wait for its script when it is told to end, so the next start may come too early.
 */
const PORT_PATIENCE_MS = 2_000;

/**
 * Locks DATA_DIR for this process and the server that it starts. Refuses at once if it is in use,
 * unless the other process is ending.
 */
export async function takeDataDirectory() {
  const dataDirectory = process.env.DATA_DIR || "./data";
  const deadline = performance.now() + FOLDER_PATIENCE_MS;
  let lock = takeLock(dataDirectory);
  while (!lock.ok && lock.isEnding && performance.now() < deadline) {
    await pause(50);
    lock = takeLock(dataDirectory);
  }
  if (!lock.ok) throw new Refusal(lock.message);
}

/**
 * @param {string} dataDirectory
 */
function takeLock(dataDirectory) {
  try {
    return acquireDataDirectoryLock(dataDirectory, { endsWith: npm });
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === undefined) throw error;
    throw new Refusal(
      `DATA_DIR ${dataDirectory} cannot be used (${message}). Set DATA_DIR to a folder that this account may write to.`,
    );
  }
}

/** Refuses if the server could not listen on HOST and PORT. */
export async function checkAddress() {
  const refusal = await whyNotListen({
    host: process.env.HOST || "127.0.0.1",
    port: process.env.PORT || "3000",
    patienceMs: PORT_PATIENCE_MS,
  });
  if (refusal) throw new Refusal(refusal);
}
