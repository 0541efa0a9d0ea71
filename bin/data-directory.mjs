// What has to be free before anything slow begins: the data directory and the port.
import { setTimeout as pause } from "node:timers/promises";
import { whyNotListen } from "./address-check.mjs";
import { npm } from "./child.mjs";
import { acquireDataDirectoryLock } from "./data-directory-lock.mjs";
import { Refusal } from "./stages.mjs";

/** A server whose npm was killed under it shuts down in order; it is waited for this long. */
const FOLDER_PATIENCE_MS = 60_000;
/** npm does not wait for its script when it is told to end, so a restart may come too early. */
const PORT_PATIENCE_MS = 2_000;

/** Locks DATA_DIR for this process and the server it will start. Refuses at once where it is taken. */
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

/** Refuses where the server could not listen on HOST and PORT. */
export async function checkAddress() {
  const refusal = await whyNotListen({
    host: process.env.HOST || "127.0.0.1",
    port: process.env.PORT || "3000",
    patienceMs: PORT_PATIENCE_MS,
  });
  if (refusal) throw new Refusal(refusal);
}
