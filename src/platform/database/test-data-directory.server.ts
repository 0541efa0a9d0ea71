import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acquireDataDirectoryLock, checkDataDirectory } from "../../../bin/data-directory-lock.mjs";
import { startOwnPostgres } from "./own-postgres.server.ts";

const PREFIX = "rouvia-test-";
/** A folder younger than this may belong to a run that has not locked it yet. */
const SETTLED_AGE_MS = 60_000;

/** Creates and locks a data directory for one test run, and removes those of killed runs. */
export async function testDataDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  await removeAbandoned();
  const path = await mkdtemp(join(tmpdir(), PREFIX));
  // The account that runs Postgres if we are root must be able to enter it.
  await chmod(path, 0o711);
  const lock = acquireDataDirectoryLock(path);
  if (!lock.ok) throw new Error(lock.message);
  return {
    path,
    async remove() {
      lock.release();
      await rm(path, { recursive: true, force: true });
    },
  };
}

async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const path = join(tmpdir(), name);
    if (!name.startsWith(PREFIX) || !(await isAbandoned(path))) continue;
    const lock = acquireDataDirectoryLock(path);
    if (!lock.ok) continue;
    // Its server may still be running: it is adopted so as to stop it.
    await startOwnPostgres({ dataDirectory: path, log: () => {}, durable: false })
      .then((server) => server.stop())
      .catch(() => undefined);
    lock.release();
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return (
    found !== undefined &&
    Date.now() - found.mtimeMs > SETTLED_AGE_MS &&
    checkDataDirectory(path).ok
  );
}
