import { execFileSync } from "node:child_process";
import { readdirSync, readlinkSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { processStart } from "./process-facts.mjs";
import { readPostmasterFile, type PostmasterFile } from "./postmaster-file.server.ts";

const POLL_MS = 50;

/**
 * The server that runs on this cluster, once it has finished starting; `undefined` when none runs
 * or the running one has stopped meanwhile. A postmaster.pid whose number now belongs to a foreign
 * process is removed, because Postgres would refuse to start over it.
 * @throws when a server stays in between for longer than `timeoutMs`
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
    // Server processes outlive a killed postmaster for a moment; Postgres starts only after them.
    if (!isAlive && processesIn(cluster).length === 0) {
      if (file !== undefined) await removeForeign(cluster, file);
      return undefined;
    }
    if (Date.now() > deadline) {
      throw new Error(`The database server in ${cluster} neither starts nor stops.`);
    }
    await pause(POLL_MS);
  }
}

/** True where the process is alive and is the server of this very cluster, not one with its pid. */
export function isPostmaster(pid: number, cluster: string): boolean {
  if (processStart(pid) === undefined) return false;
  if (process.platform === "linux") return workingDirectory(String(pid)) === realpathSync(cluster);
  return commandOf(pid).includes("postgres");
}

async function removeForeign(cluster: string, file: PostmasterFile): Promise<void> {
  // When the pid is free, Postgres itself sees that the file is stale, and checks more than we do.
  if (isFree(file.pid)) return;
  await rm(join(cluster, "postmaster.pid"), { force: true });
}

function isFree(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Every server process works inside its cluster's folder. Only Linux tells; elsewhere none. */
function processesIn(cluster: string): string[] {
  if (process.platform !== "linux") return [];
  const folder = realpathSync(cluster);
  return readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && workingDirectory(name) === folder,
  );
}

function workingDirectory(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function commandOf(pid: number): string {
  const [command, ...parameters] =
    process.platform === "win32"
      ? ["tasklist", "/FI", `PID eq ${pid}`, "/NH"]
      : ["ps", "-o", "command=", "-p", String(pid)];
  try {
    return execFileSync(command as string, parameters, { encoding: "utf8" });
  } catch {
    return "";
  }
}
