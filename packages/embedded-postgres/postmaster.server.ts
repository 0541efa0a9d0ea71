import { existsSync } from "node:fs";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Binaries } from "./binaries.server.ts";
import { clusterSettings, SETTINGS_FILE } from "./cluster-settings.server.ts";
import { freePort } from "./free-port.server.ts";
import { readPostmasterFile } from "./postmaster-file.server.ts";
import { isPostmaster } from "./postmaster-process.server.ts";
import { runTool, type SystemUser } from "./run-tool.server.ts";

/** What is needed to start and stop the server of one cluster. */
export type Installation = {
  home: string;
  cluster: string;
  binaries: Binaries;
  user: SystemUser | undefined;
};

/** Recovery after a crash replays the log, which can take this long on a slow disk. */
const START_TIMEOUT_S = 300;
const STOP_TIMEOUT_S = 60;
const PORT_ATTEMPTS = 5;
const LARGE_LOG_BYTES = 10_000_000;

/**
 * Starts the server on a free port and returns the port once it accepts connections. pg_ctl puts it
 * into a session of its own, out of reach of the terminal's Ctrl-C.
 */
export async function startPostmaster(
  installation: Installation,
  { durable }: { durable: boolean },
): Promise<number> {
  const { home, cluster } = installation;
  const logFile = join(home, "postgres.log");
  await setLargeLogAside(logFile);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    await writeFile(join(cluster, SETTINGS_FILE), clusterSettings({ port, durable }));
    const sizeBefore = existsSync(logFile) ? (await stat(logFile)).size : 0;
    const wait = ["-w", "-t", String(START_TIMEOUT_S)];
    const { exitCode, output } = await pgCtl(installation, ["start", "-l", logFile, ...wait]);
    if (exitCode === 0) return port;
    const said = (await readFile(logFile).catch(() => Buffer.of())).subarray(sizeBefore).toString();
    // Somebody took the port between our looking and Postgres's listening.
    if (/could not bind|could not create any TCP/.test(said) && attempt < PORT_ATTEMPTS) continue;
    throw new Error(`The database server in ${cluster} does not start: ${output}\n${said}`.trim());
  }
}

/** Closes every connection and shuts down in order. Nothing to do when no server runs. */
export async function stopPostmaster(installation: Installation): Promise<void> {
  if (!isRunning(installation.cluster)) return;
  const wait = ["-w", "-t", String(STOP_TIMEOUT_S)];
  const { exitCode, output } = await pgCtl(installation, ["stop", "-m", "fast", ...wait]);
  if (exitCode === 0 || !isRunning(installation.cluster)) return;
  // Whatever hangs loses its connection; the next start recovers all that was committed.
  const forced = await pgCtl(installation, ["stop", "-m", "immediate", ...wait]);
  if (forced.exitCode !== 0 && isRunning(installation.cluster)) {
    throw new Error(`The database server in ${installation.cluster} does not stop: ${output}`);
  }
}

function isRunning(cluster: string): boolean {
  const file = readPostmasterFile(cluster);
  return file !== undefined && isPostmaster(file.pid, cluster);
}

function pgCtl({ home, cluster, binaries, user }: Installation, parameters: string[]) {
  const options = { as: user, workingDirectory: home };
  return runTool(binaries.pgCtl, [...parameters, "-D", cluster], options);
}

async function setLargeLogAside(logFile: string): Promise<void> {
  if (!existsSync(logFile) || (await stat(logFile)).size < LARGE_LOG_BYTES) return;
  await rename(logFile, `${logFile}.1`);
}
