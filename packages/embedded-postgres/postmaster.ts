import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { clusterSettings, type ServerSettings, settingsFile } from "./cluster.ts";
import { freePort } from "./free-port.ts";
import { processStart } from "./process-facts.mjs";
import { CannotRun, runTool, type SystemUser } from "./tools.ts";

/** The facts of a running server in postmaster.pid (PostgreSQL's miscadmin.h). */
type PostmasterFile = { pid: number; port: number; status: string };

/** Reads `cluster`/postmaster.pid; `undefined` if there is none or it cannot be read. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? "").trim() };
  } catch {
    return undefined;
  }
}

const POLL_MS = 50;

/**
 * The server that runs on this cluster, when it has finished starting; `undefined` if none runs or
 * the running one has stopped meanwhile. A postmaster.pid whose pid now belongs to another program
 * is removed, because Postgres would refuse to start.
 * @throws if a server is still starting or stopping after `timeoutMs`
 */
export async function settledPostmaster(
  cluster: string,
  timeoutMs: number,
): Promise<PostmasterFile | undefined> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const file = readPostmasterFile(cluster);
    const isAlive = file !== undefined && isPostmaster(file.pid, cluster);
    if (isAlive && file.status === "ready") return file;
    // Server processes outlive a killed postmaster for a moment, and Postgres can only start after
    // they have ended.
    if (!isAlive && processesIn(cluster).length === 0) {
      if (file !== undefined) await removeForeign(cluster, file);
      return undefined;
    }
    if (Date.now() > deadline) {
      throw new CannotRun(`The database server in ${cluster} neither starts nor stops.`);
    }
    await pause(POLL_MS);
  }
}

/**
 * Whether the process is alive and is the server of exactly this cluster, not another process with
 * its pid.
 */
function isPostmaster(pid: number, cluster: string): boolean {
  if (processStart(pid) === undefined) return false;
  if (process.platform === "linux") return workingDirectory(String(pid)) === realpathSync(cluster);
  return readCommand(pid).includes("postgres");
}

async function removeForeign(cluster: string, file: PostmasterFile): Promise<void> {
  // If the pid is free, Postgres itself sees that the file is stale, and checks more than this
  // code.
  if (isFree(file.pid)) return;
  await rm(join(cluster, "postmaster.pid"), { force: true });
}

function isFree(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/**
 * A killed postmaster's processes normally end by themselves within this time; one that hangs is
 * killed.
 */
const ORPHAN_PATIENCE_MS = 2_000;

/**
 * Ends the processes of a server whose postmaster is dead, because Postgres refuses to start beside
 * them. Committed data is in its log.
 */
export async function endOrphans(cluster: string): Promise<void> {
  const deadline = Date.now() + ORPHAN_PATIENCE_MS;
  while (processesIn(cluster).length > 0) {
    const file = readPostmasterFile(cluster);
    if (file !== undefined && isPostmaster(file.pid, cluster)) return;
    if (Date.now() > deadline) for (const pid of processesIn(cluster)) kill(Number(pid));
    await pause(POLL_MS);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself meanwhile.
  }
}

/**
 * The working directory of every server process is its cluster's folder. A shell may be in that
 * folder too, so the program is checked as well. Only Linux offers this information; elsewhere the
 * result is empty.
 */
function processesIn(cluster: string): string[] {
  if (process.platform !== "linux") return [];
  const folder = realpathSync(cluster);
  return readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && workingDirectory(name) === folder && isPostgres(name),
  );
}

function isPostgres(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres";
  } catch {
    return false;
  }
}

function workingDirectory(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function readCommand(pid: number): string {
  const [command, ...parameters] =
    process.platform === "win32"
      ? ["tasklist", "/FI", `PID eq ${pid}`, "/NH"]
      : ["ps", "-o", "command=", "-p", String(pid)];
  try {
    return execFileSync(command, parameters, { encoding: "utf8" });
  } catch {
    return "";
  }
}

/** Everything that is needed to start and stop the server of one cluster. */
export type Installation = {
  name: string;
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
 * Starts the server on a free port and returns the port when it accepts connections. pg_ctl puts
 * the server into its own session, so that Ctrl-C in the terminal does not reach it.
 */
export async function startPostmaster(
  installation: Installation,
  {
    durable,
    connections,
    port: wanted,
  }: Omit<ServerSettings, "port"> & Partial<Pick<ServerSettings, "port">>,
): Promise<number> {
  const { name, home, cluster } = installation;
  const logFile = join(home, "postgres.log");
  await rotateLargeLog(logFile);
  for (let attempt = 1; ; attempt += 1) {
    const port = attempt === 1 && wanted !== undefined ? wanted : await freePort();
    await writeFile(
      join(cluster, settingsFile(name)),
      clusterSettings({ port, durable, connections }),
    );
    const sizeBefore = existsSync(logFile) ? (await stat(logFile)).size : 0;
    const wait = ["-w", "-t", String(START_TIMEOUT_S)];
    const { exitCode, output } = await pgCtl(installation, ["start", "-l", logFile, ...wait]);
    if (exitCode === 0) return port;
    const said = (await readFile(logFile).catch(() => Buffer.of())).subarray(sizeBefore).toString();
    // Another program took the port before Postgres listened on it.
    if (/could not bind|could not create any TCP/.test(said) && attempt < PORT_ATTEMPTS) continue;
    // The reason: a full disk, otherwise the last error in the log.
    const lines = said.split("\n");
    const why =
      lines.find((line) => /no space left on device/i.test(line)) ??
      lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ??
      output;
    throw new CannotRun(
      `The database server in ${cluster} does not start: ${why.trim().replaceAll(/\s+/g, " ")} More is in ${logFile}.`,
    );
  }
}

/**
 * Closes every connection, shuts down in order and waits until no process of the server is left.
 * Does nothing if no server runs.
 */
export async function stopPostmaster(installation: Installation): Promise<void> {
  const { cluster } = installation;
  if (!isRunning(cluster)) return endOrphans(cluster);
  const wait = ["-w", "-t", String(STOP_TIMEOUT_S)];
  const { exitCode, output } = await pgCtl(installation, ["stop", "-m", "fast", ...wait]);
  if (exitCode !== 0 && isRunning(cluster)) {
    // Clients that hang lose their connection; the next start recovers everything committed.
    const forced = await pgCtl(installation, ["stop", "-m", "immediate", ...wait]);
    if (forced.exitCode !== 0 && isRunning(cluster)) {
      throw new Error(`The database server in ${cluster} does not stop: ${output}`);
    }
  }
  // pg_ctl only waits until postmaster.pid is deleted, but the caller may delete the folder next.
  await endOrphans(cluster);
}

function isRunning(cluster: string): boolean {
  const file = readPostmasterFile(cluster);
  return file !== undefined && isPostmaster(file.pid, cluster);
}

function pgCtl({ home, cluster, binaries, user }: Installation, parameters: string[]) {
  const options = { as: user, workingDirectory: home };
  return runTool(binaries.pgCtl, [...parameters, "-D", cluster], options);
}

async function rotateLargeLog(logFile: string): Promise<void> {
  if (!existsSync(logFile) || (await stat(logFile)).size < LARGE_LOG_BYTES) return;
  await rename(logFile, `${logFile}.1`);
}
