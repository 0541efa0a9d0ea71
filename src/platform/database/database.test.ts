import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { listStatements } from "./count-queries.fixture.ts";
import { db, notifyAfterCommit } from "./database.server.ts";
import { useTestDatabase } from "./test-database.server.ts";

useTestDatabase();

test("a channel is notified once, and after the commit that it tells of", async () => {
  const statements = await listStatements(() =>
    db().transaction(async (transaction) => {
      await notifyAfterCommit(transaction, "bell");
      await transaction.execute(sql`select 1`);
      await notifyAfterCommit(transaction, "bell");
    }),
  );
  expect(statements).toEqual(["begin", "select 1", "commit", "select pg_notify($1, '')"]);
});

test("what is rolled back is told to nobody", async () => {
  const statements = await listStatements(() =>
    db()
      .transaction(async (transaction) => {
        await notifyAfterCommit(transaction, "bell");
        throw new Error("rolled back");
      })
      .catch(() => undefined),
  );
  expect(statements).toEqual(["begin", "rollback"]);
});

test("without a transaction it is told at once", async () => {
  const statements = await listStatements(() => notifyAfterCommit(db(), "bell"));
  expect(statements).toEqual(["select pg_notify($1, '')"]);
});

test("ids of rows that are made one after the other ascend, within a millisecond too", async () => {
  const ids: string[] = [];
  for (let row = 0; row < 200; row += 1) {
    const { rows } = await db().execute<{ id: string }>(sql`select uuidv7()::text as id`);
    ids.push(rows[0]!.id);
  }
  expect(ids).toEqual(ids.toSorted());
  expect(ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab]/.test(id))).toBe(true);
});
