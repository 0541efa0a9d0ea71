import { afterAll, beforeAll, expect, test } from "vitest";
import { withConnection } from "./database.server.ts";
import { isPooledByTransaction } from "./pooler.server.ts";
import { startPooler } from "./pooler.fixture.ts";
import { testDatabase, type TestDatabase } from "./test-database.server.ts";

let database: TestDatabase;
let pooler: Awaited<ReturnType<typeof startPooler>>;
beforeAll(async () => {
  database = await testDatabase();
  pooler = await startPooler(database.siteUrl);
});
afterAll(async () => {
  await pooler.stop();
  await database.drop();
});

test("a connection of one's own is told from one that a pooler hands out by the transaction", async () => {
  expect(await isPooledByTransaction(database.siteUrl)).toBe(false);
  expect(await isPooledByTransaction(pooler.url)).toBe(true);
});

test("also beside others at work there", async () => {
  const idle = Array.from({ length: 3 }, () =>
    withConnection(pooler.url, async (client) => {
      await client.query("begin");
      const found = await isPooledByTransaction(pooler.url);
      await client.query("commit");
      return found;
    }),
  );
  expect(await Promise.all(idle)).toEqual([true, true, true]);
});
