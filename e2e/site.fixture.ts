import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { nodeSettings } from "../bin/node-settings.mjs";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";

/** Sites end with the test process, even if that is killed. */
const STOP_WITH_PARENT = pathToFileURL(resolve("bin/stop-with-parent.mjs")).href;

export type Site = {
  origin: string;
  dataDirectory: string;
  processId: number;
  /** Everything that the server printed, to check that it contains no secrets. */
  output(): string;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
  /** Sends SIGKILL: the site has no chance to clean up. */
  kill(): Promise<void>;
};

/**
 * Starts the built site on a free port. Without `DATABASE_URL` it runs its own PostgreSQL in a new
 * DATA_DIR. With `dataDirectory` it continues where another site stopped.
 */
export async function startSite(
  environment: Record<string, string> = {},
  dataDirectory?: string,
): Promise<Site> {
  const withDatabase = environment["DATABASE_URL"] === undefined;
  const folder = dataDirectory ?? (await newDataDirectory(tmpdir(), { withDatabase }));
  const server = spawnSite(environment, folder);
  const lines: string[] = [];
  const origin = await readyAt(server, lines);
  return {
    origin,
    dataDirectory: folder,
    processId: server.pid ?? 0,
    output: () => lines.join("\n"),
    stop: () => end(server, "SIGTERM"),
    kill: () => end(server, "SIGKILL"),
  };
}

/** Starts the site's process, without waiting until it is ready. */
export function spawnSite(
  environment: Record<string, string>,
  dataDirectory: string,
): ChildProcess {
  const { DATABASE_URL: _mine, ...inherited } = process.env;
  return spawn(process.execPath, ["--import", STOP_WITH_PARENT, "build/server/index.js"], {
    env: nodeSettings({
      ...inherited,
      NODE_ENV: "production",
      DEMO: "1",
      // Drawing hundreds of pictures ahead would take processor time from the pages that are
      // tested.
      DRAW_AHEAD: "0",
      PORT: "0",
      DATA_DIR: dataDirectory,
      // Sites are started about thirty times; the program is parsed and compiled only once.
      NODE_COMPILE_CACHE: join(MADE_ONCE_FOLDER, "compiled"),
      ...environment,
    }),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

/**
 * Folders with files that are equal for every site and costly to create, so they are created once
 * for all.
 */
const MADE_ONCE = ["pictures", "vin"];
export const MADE_ONCE_FOLDER = join(process.cwd(), ".cache", "journeys");

let filledSite: string | undefined;

/**
 * From now on a new data directory is a copy of this one, which belongs to a site that was started
 * once and stopped. Without this call each is empty, and its site creates the database and the demo
 * itself.
 */
export function beginAsCopies(of: string): void {
  filledSite = of;
}

/**
 * The folder is open to other users, so that PostgreSQL, which never runs as root, can have its
 * cluster there. `withDatabase: false`: the site's database is elsewhere. `isEmpty`: for a first
 * start.
 */
export async function newDataDirectory(
  parent: string,
  { withDatabase = true, isEmpty = false } = {},
): Promise<string> {
  const folder = await mkdtemp(join(parent, "site-"));
  await chmod(folder, 0o755);
  const filled = isEmpty ? undefined : filledSite;
  if (filled) {
    const names = (await readdir(filled)).filter((name) => withDatabase || name !== "postgres");
    await Promise.all(names.map((name) => copyFolder(join(filled, name), join(folder, name))));
    return folder;
  }
  for (const name of MADE_ONCE) {
    const made = join(MADE_ONCE_FOLDER, name);
    await mkdir(made, { recursive: true });
    await symlink(made, join(folder, name), "junction");
  }
  return folder;
}

/**
 * Copies the demo's database into a data directory that has none, in the state of a stopped server.
 */
export async function fillDatabase(dataDirectory: string): Promise<void> {
  if (filledSite) await copyFolder(join(filledSite, "postgres"), join(dataDirectory, "postgres"));
}

/**
 * Copies a folder to a new path, with the owners of its files, because PostgreSQL opens only its
 * own files.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === "win32") await cp(from, to, { recursive: true, verbatimSymlinks: true });
  else await promisify(execFile)("cp", ["-a", from, to]);
}

export async function removeDataDirectory({ dataDirectory }: Site): Promise<void> {
  // A killed site leaves its PostgreSQL running, which would continue to write there.
  if (existsSync(join(dataDirectory, "postgres", "cluster", "postmaster.pid"))) {
    const leftOver = await startOwnPostgres({ dataDirectory, log: () => {} });
    await leftOver.stop();
  }
  await rm(dataDirectory, { recursive: true, force: true });
}

function readyAt(server: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on("line", (line) => {
        lines.push(line);
        // Where SITE_URL is set, the first is the proxy's address; only this machine's is http.
        const ready = /^(?:ready|It listens at) (http:\S*\d)/.exec(line)?.[1];
        if (ready) resolve(ready);
      });
    }
    server.once("exit", (code) =>
      reject(new Error(`The site ended with ${code} before it was ready:\n${lines.join("\n")}`)),
    );
  });
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill(signal);
  await ended;
}

/** The URL of a site's own database, to inspect it from outside. */
export async function findDatabaseUrl({ dataDirectory }: Site): Promise<string> {
  const home = join(dataDirectory, "postgres");
  const password = (await readFile(join(home, "password"), "utf8")).trim();
  const postmaster = await readFile(join(home, "cluster", "postmaster.pid"), "utf8");
  // Line 4 of postmaster.pid is the port (PostgreSQL, storage/page "postmaster.pid").
  const port = postmaster.split("\n")[3]?.trim();
  return `postgres://rouvia:${password}@127.0.0.1:${port}/rouvia`;
}
