import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createDatabase, dropDatabase } from "#packages/embedded-postgres/databases";
import { migrateDatabase, withConnection } from "./database.server.ts";
import {
  addressesOnOwnServer,
  findRolePowers,
  prepareDatabase,
} from "./prepare-database.server.ts";
import { testDatabase, type TestDatabase } from "./test-database.server.ts";

const migrations = resolve("drizzle");
const RECORD = `insert into audit_record (position, at, actor_kind, action, outcome, mac)
  values (1, now(), 'site', 'key_added', 'done', 'mac')`;

function run(url: string, ...statements: string[]): Promise<pg.QueryResult> {
  return withConnection(url, async (client) => {
    let last!: pg.QueryResult;
    for (const statement of statements) last = await client.query(statement);
    return last;
  });
}

describe("the site's role", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  test("is no superuser, owns nothing and makes no roles or databases", async () => {
    const { rows } = await run(
      database.siteUrl,
      `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
        (select count(*)::int from pg_class where relowner = pg_roles.oid) as owned,
        (select count(*)::int from pg_auth_members where member = pg_roles.oid) as member
      from pg_roles where rolname = current_user`,
    );
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        owned: 0,
        member: 0,
      },
    ]);
    expect(await findRolePowers(database.siteUrl)).toEqual({
      isSuperuser: false,
      ownsRecords: false,
    });
    expect(await findRolePowers(database.url)).toEqual({ isSuperuser: true, ownsRecords: true });
  });

  test("adds and reads records", async () => {
    await run(database.siteUrl, RECORD);
    const { rows } = await run(database.siteUrl, "select position from audit_record");
    expect(rows).toHaveLength(1);
  });

  test.each([
    "update audit_record set outcome = 'failed'",
    "delete from audit_record",
    "truncate audit_record",
    "select forget_audit_records(1)",
    "alter table audit_record disable trigger all",
    "drop trigger audit_record_append_only on audit_record",
    "drop table audit_record",
    "create trigger mine before insert on audit_record for each row execute function refuse_audit_change()",
    "create or replace function refuse_audit_change() returns trigger language plpgsql as 'begin return old; end'",
    "alter role current_user superuser",
    "set role rouvia",
    "set session_replication_role = replica",
    "create table mine ()",
    "alter table listing add column mine text",
    "truncate listing",
    "create schema mine",
    "create extension dblink",
    "copy listing to program 'cat'",
    "select pg_read_file('/etc/passwd')",
    "delete from drizzle.__drizzle_migrations",
    "create table drizzle.mine ()",
  ])("is refused: %s", async (statement) => {
    await expect(run(database.siteUrl, statement)).rejects.toMatchObject({
      code: "42501",
    });
  });
});

describe("a database that one role did everything in", () => {
  let url: string;
  const name = `old_${randomUUID().replaceAll("-", "")}`;
  beforeAll(async () => {
    url = await createDatabase(inject("testPostgres").url, name);
    await migrateDatabase(url, migrations);
    await run(url, RECORD);
  });
  afterAll(() => dropDatabase(inject("testPostgres").url, name));

  test("goes on with what it holds, and the site without the owner's rights", async () => {
    const addresses = addressesOnOwnServer(url);
    await Promise.all([1, 2].map(() => prepareDatabase(addresses, migrations)));
    const { rows } = await run(addresses.site, "select position from audit_record");
    expect(rows).toHaveLength(1);
    await expect(run(addresses.site, "delete from audit_record")).rejects.toThrow("permission");
    await run(addresses.site, "insert into search_make (name) values ('Kept')");
    await run(addresses.site, "select * from pgboss.queue");
  });

  test("takes a table of a later migration in at the next start", async () => {
    const addresses = addressesOnOwnServer(url);
    await run(url, "create table later (id int)");
    await expect(run(addresses.site, "select * from later")).rejects.toThrow("permission");
    await prepareDatabase(addresses, migrations);
    await run(addresses.site, "select * from later");
  });

  test("stays with that role where no other is named", async () => {
    await prepareDatabase({ owner: url, site: url }, migrations);
    const { rows } = await run(url, "select position from audit_record");
    expect(rows).toHaveLength(1);
  });
});

test("an owner who is no superuser makes the site's role, and leaves one that is there alone", async () => {
  const id = randomUUID().replaceAll("-", "");
  const { url: administrator } = inject("testPostgres");
  await run(administrator, `create role owner_${id} login password 'p' createrole`);
  const database = await createDatabase(administrator, `two_${id}`);
  await run(administrator, `alter database two_${id} owner to owner_${id}`);
  const as = (user: string, password: string) => {
    const address = new URL(database);
    address.username = user;
    address.password = password;
    return address.href;
  };
  const owner = as(`owner_${id}`, "p");
  try {
    await prepareDatabase({ owner, site: as(`site_${id}`, "first") }, migrations);
    await run(as(`site_${id}`, "first"), RECORD);
    expect(await findRolePowers(as(`site_${id}`, "first"))).toEqual({
      isSuperuser: false,
      ownsRecords: false,
    });
    await prepareDatabase({ owner, site: as(`site_${id}`, "second") }, migrations);
    await run(as(`site_${id}`, "first"), "select 1");
  } finally {
    await dropDatabase(administrator, `two_${id}`);
    await run(administrator, `drop role site_${id}`, `drop role owner_${id}`);
  }
});
