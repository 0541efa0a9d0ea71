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
   * Address of the application's database, password included: not for logs. Started again, the
   * server listens where it did, unless another program has taken its port meanwhile.
   */
  readonly url: string;
  /** True where the server was already running, left over by a process that was killed. */
  adopted: boolean;
  /** From now on a server that dies is started again, until `stop`. */
  supervise(onNews: (news: ServerNews) => void): void;
  /** Shuts the server down in order and waits for its end. May be called more than once. */
  stop(): Promise<void>;
};

/** How long a server that is just starting or stopping is waited for. */
const SETTLE_TIMEOUT_MS = 60_000;

/**
 * Starts the PostgreSQL server that lives in a data directory, creating it the first time. The
 * caller must hold the data directory for itself (see process-lock.mjs).
 * @throws {CannotRun} where no server can run on this system, or in this folder
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
  /** The superuser, the application's database, and the folder of what must lie elsewhere. */
  name: string;
  log: (line: string) => void;
  /** `false` gives up surviving a power cut for speed: for tests. */
  durable?: boolean;
  /** How many may be open at once. A server that was adopted keeps what it was started with. */
  connections?: number;
  /** Where the database and its programs go when Postgres's account cannot reach them here. */
  outsideFolders?: string[];
  /** The folder of the programs to run instead of the package's, such as /usr/lib/postgresql/15/bin. */
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
 * The address of the application's database where its server runs already, for work beside whoever
 * started it; undefined where none runs. Nothing is started, and so there is nothing to stop.
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

/** A cluster made by another account keeps being run by it, even when root starts the site. */
function findOwner(cluster: string): SystemUser | undefined {
  const found = isRoot() ? statSync(cluster, { throwIfNoEntry: false }) : undefined;
  return found && { name: `number ${found.uid}`, uid: found.uid, gid: found.gid };
}

/** Asks the server itself which cluster it serves and whether it takes our password. */
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
