import { afterAll, beforeAll, expect, test } from "vitest";
import { findStoreFault } from "#platform/outage/store-fault.ts";
import { db } from "./database.server.ts";
import { databaseAwaySince } from "./database-watch.server.ts";
import { isReadingOnly } from "./read-only.server.ts";
import {
  allowReplica,
  connectReplicas,
  readDb,
  readingOnlySince,
  readWithoutPrimary,
  requireNewestReplica,
} from "./replicas.server.ts";
import { type ReplicatedDatabase, startReplicatedDatabase } from "./replicated-database.fixture.ts";

// The test finds the server's processes in /proc, to stop and kill them.
const onLinux = process.platform === "linux";

let database: ReplicatedDatabase | undefined;
let closeReplicas: (() => Promise<unknown>) | undefined;

beforeAll(async () => {
  if (!onLinux) return;
  database = await startReplicatedDatabase();
  // One of the hosts in the list may be the primary, now or later.
  closeReplicas = connectReplicas(database.urls.slice(1), { maxConnections: 4 });
  await db().execute("create table noted (number integer primary key)");
}, 60_000);

afterAll(async () => {
  await closeReplicas?.();
  await database?.stop();
});

async function readsFromStandby(): Promise<boolean> {
  const { rows } = await allowReplica(() =>
    readDb().execute<{ standby: boolean }>("select pg_is_in_recovery() as standby"),
  );
  return rows[0]?.standby === true;
}

async function countNoted(): Promise<number> {
  const { rows } = await allowReplica(() =>
    readDb().execute<{ count: number }>("select count(*)::integer as count from noted"),
  );
  return rows[0]?.count ?? 0;
}

const PATIENCE = { timeout: 20_000, interval: 20 };

test.skipIf(!onLinux)("what may be older is read from a standby, and nothing else", async () => {
  await expect.poll(readsFromStandby, PATIENCE).toBe(true);
  const { rows } = await readDb().execute("select pg_is_in_recovery() as standby");
  expect(rows).toEqual([{ standby: false }]);
});

test.skipIf(!onLinux)("no page is read from a standby that lacks its change", async () => {
  for (let number = 0; number < 30; number += 1) {
    await db().execute(`insert into noted values (${number})`);
    requireNewestReplica();
    expect(await countNoted()).toBe(number + 1);
  }
  await expect.poll(readsFromStandby, PATIENCE).toBe(true);
});

test.skipIf(!onLinux)("standbys that stand still are stepped over", async () => {
  const { servers } = database!;
  servers.halt("three");
  await db().execute("insert into noted values (30)");
  requireNewestReplica();
  for (let load = 0; load < 10; load += 1) expect(await countNoted()).toBe(31);
  servers.goOn("three");
});

test.skipIf(!onLinux)(
  "while no primary is there, reads go to the standby that has all that was acknowledged",
  async () => {
    const { servers } = database!;
    expect(readWithoutPrimary(countNoted)).toBe(null);
    servers.halt("three");
    await db().execute("insert into noted values (31)");
    requireNewestReplica();
    servers.kill("one");
    servers.goOn("three");
    await expect.poll(readingOnlySince, PATIENCE).toBeInstanceOf(Date);
    for (let load = 0; load < 10; load += 1) expect(await readWithoutPrimary(countNoted)).toBe(32);
    const later = Promise.withResolvers<boolean>();
    await readWithoutPrimary(async () => {
      expect(isReadingOnly()).toBe(true);
      setTimeout(() => later.resolve(isReadingOnly()));
    });
    // What a page leaves to be written later goes to the primary.
    expect(await later.promise).toBe(false);
    const written = readWithoutPrimary(() => db().execute("insert into noted values (32)"));
    const refused = await written?.catch((thrown: unknown) => thrown);
    expect(findStoreFault(refused)).toBe("away");
  },
);

test.skipIf(!onLinux)(
  "after a failover the promoted standby takes what is written, without a restart",
  async () => {
    const { servers, followed } = database!;
    const [two, three] = await Promise.all([servers.received("two"), servers.received("three")]);
    const promoted = two >= three ? "two" : "three";
    await servers.promote(promoted);
    await expect.poll(databaseAwaySince, PATIENCE).toBe(null);
    await expect.poll(() => followed.address(), PATIENCE).toContain(`:${servers.port[promoted]}/`);
    await servers.awaitStandbys(promoted, 1);
    await expect
      .poll(
        () =>
          db()
            .execute("insert into noted values (32)")
            .then(
              () => true,
              () => false,
            ),
        PATIENCE,
      )
      .toBe(true);
    expect(await countNoted()).toBe(33);
    expect([readWithoutPrimary(countNoted), readingOnlySince()]).toEqual([null, null]);
  },
  60_000,
);
