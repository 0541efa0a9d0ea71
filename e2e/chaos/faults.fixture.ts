import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { chmod, mkdtemp, open, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { removeDataDirectory, type Site, spawnSite, startSite } from "../site.fixture.ts";

/** What happens to the site in one round. */
export const FAULTS = ["site", "database", "both", "still", "disk", "start", "migration"] as const;
export type Fault = (typeof FAULTS)[number];

/** A site of which any part may fail at any moment. */
export type Victim = {
  site: Site;
  environment: Record<string, string>;
  /** The times when its process was killed, by `performance.now()`. */
  killedAt: number[];
};

const cluster = (dataDirectory: string) => join(dataDirectory, "postgres", "cluster");

function postmaster(dataDirectory: string): number {
  const file = join(cluster(dataDirectory), "postmaster.pid");
  return Number(readFileSync(file, "utf8").split("\n")[0]);
}

/** The working directory of every server process is its cluster's folder. */
function signalDatabase(dataDirectory: string, signal: NodeJS.Signals): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === cluster(dataDirectory))
        process.kill(Number(pid), signal);
    } catch {
      // The process ended meanwhile.
    }
  }
}

const restart = async (victim: Victim) => {
  victim.site = await startSite(victim.environment, victim.site.dataDirectory);
};

/**
 * Causes the fault and removes its cause again. Returns when the cause was removed, by
 * `performance.now()`: from then on the site must recover by itself.
 */
export async function inflict(
  fault: Fault,
  victim: Victim,
  { random, stillMs, diskMs }: { random: () => number; stillMs: number; diskMs?: number },
): Promise<number> {
  const { dataDirectory } = victim.site;
  if (fault === "database") process.kill(postmaster(dataDirectory), "SIGKILL");
  const killSite = () => {
    victim.killedAt.push(performance.now());
    return victim.site.kill();
  };
  if (fault === "site") await killSite();
  if (fault === "both") {
    const database = postmaster(dataDirectory);
    await killSite();
    process.kill(database, "SIGKILL");
  }
  if (fault === "still") {
    signalDatabase(dataDirectory, "SIGSTOP");
    await pause(stillMs);
    signalDatabase(dataDirectory, "SIGCONT");
  }
  if (fault === "disk") await fillDisk(dataDirectory, diskMs ?? 2_000 + random() * 4_000);
  if (fault === "start") {
    await killSite();
    await killInStart(victim.environment, dataDirectory, random() * 1_500);
    // It may have been ready and handling requests.
    victim.killedAt.push(performance.now());
  }
  if (fault === "migration") {
    await migrateKilled(victim.environment, random() * 2_500);
  }
  const mendedAt = performance.now();
  if (fault === "site" || fault === "both" || fault === "start") await restart(victim);
  return mendedAt;
}

/** Starts the site and kills it before it is ready, or just when it is. */
async function killInStart(
  environment: Record<string, string>,
  dataDirectory: string,
  afterMs: number,
): Promise<void> {
  const server = spawnSite(environment, dataDirectory);
  // The output is read and discarded: a full pipe that nobody reads would block the process.
  server.stdout?.resume();
  server.stderr?.resume();
  const ended = once(server, "exit");
  await pause(300 + afterMs);
  server.kill("SIGKILL");
  await ended;
}

/**
 * Kills a first start, which creates the database and every table, in the middle; the next start
 * must complete it.
 */
async function migrateKilled(environment: Record<string, string>, afterMs: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "migrated-"));
  await chmod(folder, 0o755);
  const { PORT: _port, ...rest } = environment;
  await killInStart(rest, folder, afterMs);
  const site = await startSite(rest, folder);
  const { status } = await fetch(`${site.origin}/readyz`);
  await site.stop();
  await removeDataDirectory(site);
  if (status !== 200) throw new Error(`After a killed migration /readyz says ${status}.`);
}

/** Fills the disk until nothing more can be written, waits, and frees the space again. */
async function fillDisk(dataDirectory: string, lockMs: number): Promise<void> {
  const path = join(dataDirectory, "filler");
  const file = await open(path, "w");
  const chunk = Buffer.alloc(4 * 1024 * 1024);
  try {
    for (;;) await file.write(chunk);
  } catch {
    // The disk is full.
  } finally {
    await file.close();
  }
  await pause(lockMs);
  await rm(path);
}

/** Mounts a small separate disk for a data directory; null if the system does not allow it. */
export async function mountSmallDisk(megabytes: number) {
  const folder = await mkdtemp(join(tmpdir(), "small-disk-"));
  try {
    const options = ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder];
    execFileSync("mount", options, { stdio: "ignore" });
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
  const { blocks, bsize } = await statfs(folder);
  return {
    folder,
    megabytes: Math.round((blocks * bsize) / 1024 / 1024),
    async unmount() {
      execFileSync("umount", [folder], { stdio: "ignore" });
      await rm(folder, { recursive: true });
    },
  };
}
