import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "./database.server.ts";
import { testDatabase, type TestDatabase, useTestDatabase } from "./test-database.server.ts";

let first: TestDatabase;
let second: TestDatabase;

beforeAll(async () => {
  [first, second] = await Promise.all([testDatabase(), testDatabase()]);
});
afterAll(async () => {
  await Promise.all([first.drop(), second.drop()]);
});

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

test("a test database has the migrations", async () => {
  const migrations = await ask(first.url, "select 1 from drizzle.__drizzle_migrations");
  expect(migrations.length).toBeGreaterThan(0);
});

test("two test databases do not see each other", async () => {
  await ask(first.url, "create table only_here ()");
  const seen = await ask(second.url, "select to_regclass('only_here') as found");
  expect(seen).toEqual([{ found: null }]);
});

test("letters with accents count as letters in search", async () => {
  const rows = await ask(
    first.url,
    "select upper('hébert') as upper, to_tsvector('simple', 'Québec')::text as words",
  );
  expect(rows).toEqual([{ upper: "HÉBERT", words: "'québec':1" }]);
});

let foundInOwnAfterAll: unknown;

describe("who uses a test database", () => {
  const database = useTestDatabase({ maxConnections: 2 });
  beforeAll(() => database.asOwner((owner) => owner.execute("create table only_in_here ()")));
  afterAll(async () => {
    const { rows } = await db().execute("select to_regclass('only_in_here') as found");
    foundInOwnAfterAll = rows;
  });

  test("is connected to it, with what their own beforeAll stored", async () => {
    const sql = "select to_regclass('only_in_here') as found";
    expect((await db().execute(sql)).rows).toEqual([{ found: "only_in_here" }]);
    expect(await ask(database.url, sql)).toEqual([{ found: "only_in_here" }]);
    expect(await ask(first.url, sql)).toEqual([{ found: null }]);
  });
});

test("a test database outlives its users' own afterAll, and not longer", () => {
  expect(foundInOwnAfterAll).toEqual([{ found: "only_in_here" }]);
  expect(() => db()).toThrow("before boot");
});
