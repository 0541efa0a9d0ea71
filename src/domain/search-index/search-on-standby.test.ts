import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generatedListings, storeListings } from "#domain/search/generated-listings.fixture.ts";
import { NO_FILTERS } from "#domain/search/search.ts";
import { type ReplicatedPostgres, startReplicated } from "#packages/embedded-postgres/replicated";
import { databaseAwaySince, startDatabaseWatch } from "#platform/database/database-watch.server.ts";
import {
  closeDatabase,
  connectDatabase,
  migrateDatabase,
  withConnection,
} from "#platform/database/database.server.ts";
import { followPrimary } from "#platform/database/find-primary.server.ts";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { connectReplicas, readWithoutPrimary } from "#platform/database/replicas.server.ts";
import { searchCars, startSearchIndex } from "./search-cars.server.ts";

// Processes are found in /proc, to be stopped and killed.
const onLinux = process.platform === "linux";

let folder: string;
let servers: ReplicatedPostgres;
const close: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  if (!onLinux) return;
  folder = await mkdtemp(join(tmpdir(), "standby-"));
  await chmod(folder, 0o755);
  const first = await startOwnPostgres({ dataDirectory: folder, log: () => {}, durable: false });
  await first.stop();
  const home = join(folder, "postgres");
  servers = await startReplicated({ home, folder: join(folder, "servers"), name: "rouvia" });
  const urls = (["one", "two", "three"] as const).map((member) => servers.url(member));
  await migrateDatabase(urls[0]!, "drizzle");
  const hosts = Object.values(servers.port).map((port) => `127.0.0.1:${port}`);
  const followed = await followPrimary(urls[0]!.replace(hosts[0]!, hosts.join(",")));
  connectDatabase(followed.address, { maxConnections: 4, isReplicated: true });
  close.push(closeDatabase, startDatabaseWatch(followed));
  close.push(connectReplicas(urls, { maxConnections: 4 }));
}, 120_000);

afterAll(async () => {
  for (const step of close.toReversed()) await step();
  await servers?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const PATIENCE = { timeout: 30_000, interval: 20 };

async function findDearest(): Promise<string | undefined> {
  const request = { filters: NO_FILTERS, text: "", geo: null, after: null, limit: 1 };
  return (await searchCars({ ...request, sort: "price_desc" })).ids[0];
}

const readOnStandby = async () => (await readWithoutPrimary(findDearest)) ?? "no standby";

test.skipIf(!onLinux)(
  "while no primary answers, the index goes on answering, with what the standby has",
  async () => {
    const listings = [...generatedListings(50)];
    await storeListings(listings);
    const { loaded, stop } = startSearchIndex(1);
    close.push(stop);
    await loaded;
    const dearest = await findDearest();
    const other = listings.find(({ id, state }) => state === "live" && id !== dearest)!.id;
    // The index is not told: who answers this one has read the database.
    await withConnection(servers.url("one"), async (client) => {
      await client.query("set session_replication_role = replica");
      await client.query("update listing_search set price_cad = 9000000 where listing_id = $1", [
        other,
      ]);
    });
    expect(await findDearest()).toBe(dearest);

    servers.kill("one");
    await expect.poll(readOnStandby, PATIENCE).toBe(dearest);
    const logIsReadIn = (member: "two" | "three") =>
      withConnection(servers.url(member), async (client) => {
        const { rows } = await client.query(
          `select from pg_stat_activity
           where application_name = 'rouvia reads' and query like '%search_change%'`,
        );
        return rows.length > 0;
      });
    await expect
      .poll(async () => (await logIsReadIn("two")) || (await logIsReadIn("three")), PATIENCE)
      .toBe(true);
    await expect.poll(readOnStandby, PATIENCE).toBe(dearest);

    const [two, three] = await Promise.all([servers.received("two"), servers.received("three")]);
    await servers.promote(two >= three ? "two" : "three");
    await expect.poll(databaseAwaySince, PATIENCE).toBe(null);
    // Loaded anew from the primary that there is now.
    await expect.poll(findDearest, PATIENCE).toBe(other);
  },
  120_000,
);
