import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db, withConnection } from "./database.server.ts";
import { testDatabase, type TestDatabase, useTestDatabase } from "./test-database.server.ts";
import { type Beginning, readBeginning, resetDatabase } from "./test-database-reset.server.ts";

let first: TestDatabase;
let second: TestDatabase;

beforeAll(async () => {
  [first, second] = await Promise.all([testDatabase(), testDatabase()]);
});
afterAll(async () => {
  await Promise.all([first.drop(), second.drop()]);
});

const ask = (url: string, sql: string) =>
  withConnection(url, async (client) => (await client.query(sql)).rows);

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

describe("a database that is used again", () => {
  let database: TestDatabase;
  let beginning: Beginning;
  beforeAll(async () => {
    database = await testDatabase();
    beginning = await readBeginning(database.url);
  });
  afterAll(() => database.drop());
  const again = () => resetDatabase(database.url, beginning);

  test("has no row, no sequence and no connection of before, nor the size of its tables", async () => {
    const idle = new pg.Client({ connectionString: database.url });
    const ended = new Promise((resolve) => idle.on("error", resolve));
    await idle.connect();
    await ask(
      database.url,
      `insert into search_make (name) select 'Make ' || n from generate_series(1, 5000) n;
      insert into search_city (province, name) values (1, 'Ville');
      insert into audit_record (position, at, actor_kind, action, outcome, mac)
        values (1, now(), 'site', 'key_added', 'done', 'mac')`,
    );
    expect(await again()).toBe(true);
    expect(await ended).toMatchObject({ code: "57P01" });
    const { shape, sequences } = await readBeginning(database.url);
    expect({ shape, sequences }).toEqual({
      shape: beginning.shape,
      sequences: beginning.sequences,
    });
    for (const table of ["search_make", "search_city", "audit_record"])
      expect([table, await ask(database.url, `select 1 from ${table}`)]).toEqual([table, []]);
    const sizes = await ask(
      database.url,
      `select reltuples::int, pg_relation_size('search_make')::int as bytes from pg_class
        where oid = 'search_make'::regclass`,
    );
    expect(sizes).toEqual([{ reltuples: -1, bytes: 0 }]);
    const insert = "insert into search_make (name) values ('First') returning id";
    expect(await ask(database.url, insert)).toEqual([{ id: 1 }]);
    expect(await again()).toBe(true);
  });

  test("is as good as new where a trigger was switched off and on again", async () => {
    const turn = (state: string) => `alter table listing ${state} trigger user`;
    await ask(database.url, turn("disable"));
    expect(await again()).toBe(false);
    await ask(database.url, turn("enable"));
    expect(await again()).toBe(true);
  });

  test.each([
    ["a table of its own", "create table mine ()", "drop table mine"],
    [
      "a function of its own",
      "create function f() returns int language sql as 'select 1'",
      "drop function f",
    ],
    [
      "statistics",
      "analyze pgboss.version",
      "delete from pg_statistic where starelid = 'pgboss.version'::regclass",
    ],
    [
      "another content from the first",
      "update pgboss.version set version = version + 1",
      "update pgboss.version set version = version - 1",
    ],
  ])("is not used again with %s, unless that is undone", async (_what, change, back) => {
    await ask(database.url, change);
    expect(await again()).toBe(false);
    await ask(database.url, back);
    expect(await again()).toBe(true);
  });
});
