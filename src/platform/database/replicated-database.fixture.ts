import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ReplicatedPostgres, startReplicated } from "#packages/embedded-postgres/replicated";
import { closeDatabase, connectDatabase } from "./database.server.ts";
import { startDatabaseWatch } from "./database-watch.server.ts";
import { type FollowedDatabase, followPrimary } from "./find-primary.server.ts";
import { startOwnPostgres } from "./own-postgres.server.ts";

export type ReplicatedDatabase = {
  servers: ReplicatedPostgres;
  /** Addresses of the superuser, the primary's first. */
  urls: readonly string[];
  followed: FollowedDatabase;
  stop(): Promise<void>;
};

/**
 * A primary and two standbys, with this process connected to them as a site is, and its watch.
 * Linux only: processes are found in /proc, to be stopped and killed.
 */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "replicated-"));
  await chmod(folder, 0o755);
  const first = await startOwnPostgres({ dataDirectory: folder, log: () => {}, durable: false });
  await first.stop();
  const home = join(folder, "postgres");
  const servers = await startReplicated({ home, folder: join(folder, "servers"), name: "rouvia" });
  const urls = (["one", "two", "three"] as const).map((member) => servers.url(member));
  const hosts = Object.values(servers.port).map((port) => `127.0.0.1:${port}`);
  const followed = await followPrimary(urls[0]!.replace(hosts[0]!, hosts.join(",")));
  connectDatabase(followed.address, { maxConnections: 4, isReplicated: true });
  const stopWatch = startDatabaseWatch(followed);
  return {
    servers,
    urls,
    followed,
    async stop() {
      await stopWatch();
      await closeDatabase();
      await servers.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
