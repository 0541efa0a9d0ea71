import { afterAll, beforeAll, expect, test } from "vitest";
import { generatedListings, storeListings } from "#domain/search/generated-listings.fixture.ts";
import { NO_FILTERS } from "#domain/search/search.ts";
import { databaseAwaySince } from "#platform/database/database-watch.server.ts";
import { migrateDatabase, withConnection } from "#platform/database/database.server.ts";
import { connectReplicas, readWithoutPrimary } from "#platform/database/replicas.server.ts";
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from "#platform/database/replicated-database.fixture.ts";
import { searchCars, startSearchIndex } from "./search-cars.server.ts";

// The test finds the server's processes in /proc, to stop and kill them.
const onLinux = process.platform === "linux";

let database: ReplicatedDatabase | undefined;
const close: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  if (!onLinux) return;
  database = await startReplicatedDatabase();
  await migrateDatabase(database.urls[0]!, "drizzle");
  close.push(connectReplicas(database.urls, { maxConnections: 4 }));
}, 120_000);

afterAll(async () => {
  for (const step of close.toReversed()) await step();
  await database?.stop();
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
    const { servers } = database!;
    const listings = [...generatedListings(50)];
    await storeListings(listings);
    const { loaded, stop } = startSearchIndex(1);
    close.push(stop);
    await loaded;
    const dearest = await findDearest();
    const other = listings.find(({ id, state }) => state === "live" && id !== dearest)!.id;
    // The index is not notified: only a read from the database sees this price.
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
    // Loaded again from the new primary.
    await expect.poll(findDearest, PATIENCE).toBe(other);
  },
  120_000,
);
