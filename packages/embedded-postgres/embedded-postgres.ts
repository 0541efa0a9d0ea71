import { statSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { reachableBinaries } from "./binaries.ts";
import { clusterHome, findClusterHome, firstUsable, listOutsideFolders } from "./cluster-home.ts";
import { clusterPassword, createCluster } from "./cluster.ts";
import { createDatabase, databaseUrl } from "./databases.ts";
import { superviseServer, type ServerNews } from "./supervise-server.ts";
import {
  endOrphans,
  type Installation,
  readPostmasterFile,
  settledPostmaster,
  startPostmaster,
  stopPostmaster,
} from "./postmaster.ts";
import { type SystemUser, isRoot, postgresUser } from "./tools.ts";

export { findClusterHome } from "./cluster-home.ts";
export { CannotRun } from "./tools.ts";
export type { ServerNews } from "./supervise-server.ts";

export type EmbeddedPostgres = {
  /**
   * The URL of the application's database, with the password: not for logs. After a restart the
   * server listens on the same port, unless another program took the port meanwhile.
   */
  readonly url: string;
  /** True if the server was already running, left by a process that was killed. */
  adopted: boolean;
  /** From now on, the server is restarted if it dies, until `stop`. */
  supervise(onNews: (news: ServerNews) => void): void;
  /** Shuts the server down in order and waits until it has ended. May be called more than once. */
  stop(): Promise<void>;
};

/** How long to wait for a server that is just starting or stopping. */
const SETTLE_TIMEOUT_MS = 60_000;

/**
 * Starts the PostgreSQL server of a data directory, and creates it the first time. The caller must
 * have exclusive use of the data directory (see process-lock.mjs).
 * @throws {CannotRun} if no server can run on this system, or in this folder
 */
export async function startEmbeddedPostgres({
  dataDirectory,
  name,
  log,
  durable = true,
  connections = 100,
  outsideFolders = listOutsideFolders(name),
  programs,
}: {
  dataDirectory: string;
  /**
   * The name of the superuser, of the application's database, and of the folder for files that must
   * be outside the data directory.
   */
  name: string;
  log: (line: string) => void;
  /** `false`: faster, but data may be lost in a power cut. For tests. */
  durable?: boolean;
  /**
   * The maximum of open connections. An adopted server keeps the maximum that it was started with.
   */
  connections?: number;
  /** The folders for the database and its programs if Postgres's account cannot reach them here. */
  outsideFolders?: string[];
  /**
   * The folder of PostgreSQL programs to use instead of the package's, such as
   * /usr/lib/postgresql/15/bin.
   */
  programs?: string | undefined;
}): Promise<EmbeddedPostgres> {
  const user = findOwner(join(dataDirectory, "postgres", "cluster")) ?? postgresUser();
  const binaries = await reachableBinaries(user, () => firstUsable(outsideFolders), programs);
  const home = await clusterHome(dataDirectory, user, outsideFolders, log);
  await createCluster({ home, name, binaries, user });
  const cluster = await realpath(join(home, "cluster"));
  const installation: Installation = { name, home, cluster, binaries, user };
  const password = await clusterPassword(home);

  const running = await settledPostmaster(cluster, SETTLE_TIMEOUT_MS);
  const adopted =
    running !== undefined && (await isOurs(buildAddress(name, running.port, password), cluster));
  if (running && !adopted) await stopPostmaster(installation);
  let port = adopted ? running.port : await startPostmaster(installation, { durable, connections });
  const findUrl = () => databaseUrl(buildAddress(name, port, password), name);
  const startAgain = async () => {
    await endOrphans(cluster);
    await settledPostmaster(cluster, SETTLE_TIMEOUT_MS);
    port = await startPostmaster(installation, { durable, connections, port });
    return readPostmasterFile(cluster)?.pid ?? 0;
  };

  const stopped = new AbortController();
  let watching: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;
  const stop = () =>
    (stopping ??= (async () => {
      stopped.abort();
      await watching;
      await stopPostmaster(installation);
    })());
  try {
    await createDatabase(buildAddress(name, port, password), name);
    return {
      get url() {
        return findUrl();
      },
      adopted,
      supervise(onNews) {
        const processId = readPostmasterFile(cluster)?.pid ?? 0;
        watching ??= superviseServer({ processId, startAgain, onNews, signal: stopped.signal });
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The URL of the application's database if its server is already running, for work beside the
 * process that started it; undefined if none is running. Starts nothing, so there is nothing to
 * stop.
 */
export async function findEmbeddedPostgres({
  dataDirectory,
  name,
}: {
  dataDirectory: string;
  name: string;
}): Promise<string | undefined> {
  const home = findClusterHome(dataDirectory);
  if (home === undefined) return undefined;
  const cluster = await realpath(join(home, "cluster"));
  const running = await settledPostmaster(cluster, SETTLE_TIMEOUT_MS);
  if (!running) return undefined;
  const url = buildAddress(name, running.port, await clusterPassword(home));
  return (await isOurs(url, cluster)) ? databaseUrl(url, name) : undefined;
}

function buildAddress(name: string, port: number, password: string): string {
  return `postgres://${name}:${password}@127.0.0.1:${port}/postgres`;
}

/**
 * A cluster that was created by another account is always run as that account, even if root starts
 * the site.
 */
function findOwner(cluster: string): SystemUser | undefined {
  const found = isRoot() ? statSync(cluster, { throwIfNoEntry: false }) : undefined;
  return found && { name: `number ${found.uid}`, uid: found.uid, gid: found.gid };
}

/** Asks the server which cluster it serves, and checks that it accepts the password. */
async function isOurs(url: string, cluster: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const result = await client.query<{ data_directory: string }>("show data_directory");
    return (await realpath(result.rows[0]?.data_directory ?? "")) === cluster;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
