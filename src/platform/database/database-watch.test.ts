import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, connectDatabase, db } from "./database.server.ts";
import {
  databaseAwaySince,
  databaseReturns,
  listenTo,
  checkDatabase,
  startDatabaseWatch,
} from "./database-watch.server.ts";
import { superviseOwnPostgres, startOwnPostgres } from "./own-postgres.server.ts";
import {
  migrateQueue,
  repeatJob,
  runJobNow,
  startQueue,
  stopQueue,
} from "#platform/queue/queue.server.ts";

let folder: string;
let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
let stopWatch: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "queue-"));
  await chmod(folder, 0o711);
  // Durable, since the server is killed: what a test has stored must be there afterwards.
  postgres = await startOwnPostgres({ dataDirectory: folder, log: () => {} });
  const address = () => postgres.url;
  connectDatabase(address);
  stopWatch = startDatabaseWatch({ address });
  superviseOwnPostgres(postgres);
  await migrateQueue(postgres.url);
  await startQueue(address);
});
afterAll(async () => {
  await stopQueue();
  await stopWatch();
  await closeDatabase();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

function killPostmaster(): void {
  const file = join(folder, "postgres", "cluster", "postmaster.pid");
  process.kill(Number(readFileSync(file, "utf8").split("\n")[0]), "SIGKILL");
}

test("after its database was killed the queue goes on, and so do a transaction's neighbours", async () => {
  let runs = 0;
  await repeatJob("counted", "0 0 1 1 *", async () => {
    runs += 1;
  });
  await runJobNow("counted");
  await expect.poll(() => runs, { timeout: 10_000 }).toBe(1);

  // A connection that is cut between two statements must not end the process.
  const cut = db().transaction(async (transaction) => {
    await transaction.execute("select 1");
    killPostmaster();
    await expect.poll(checkDatabase, { timeout: 5_000 }).not.toBeNull();
    await transaction.execute("select 1");
  });
  await expect(cut).rejects.toThrow(/Failed query|Connection|terminat/);
  expect(await databaseReturns(10_000)).toBe(true);
  expect(databaseAwaySince()).toBeNull();
  expect((await db().execute("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await runJobNow("counted");
  await expect.poll(() => runs, { timeout: 15_000 }).toBe(2);
});

test("what is notified is heard once it is committed, and looked for anew after an outage", async () => {
  let rings = 0;
  const stop = listenTo("bell", () => (rings += 1));
  const ring = (fails: boolean) =>
    db().transaction(async (transaction) => {
      await transaction.execute("select pg_notify('bell', '')");
      if (fails) throw new Error("rolled back");
    });
  const beHeardAfter = async (before: number) => {
    await expect.poll(() => rings, { timeout: 10_000 }).toBeGreaterThan(before);
  };
  // The second poll begins after the first, which may have begun before listening.
  await checkDatabase();
  await checkDatabase();
  // The listener was called for what was notified before it listened.
  expect(rings).toBe(1);
  await expect(ring(true)).rejects.toThrow("rolled back");
  await checkDatabase();
  expect(rings).toBe(1);
  await ring(false);
  await beHeardAfter(1);

  killPostmaster();
  await expect.poll(checkDatabase, { timeout: 5_000 }).not.toBeNull();
  expect(await databaseReturns(10_000)).toBe(true);
  await beHeardAfter(2);
  const heard = rings;
  await ring(false);
  await beHeardAfter(heard);
  stop();
});
