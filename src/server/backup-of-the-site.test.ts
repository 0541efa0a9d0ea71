import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { seedDemo } from "#demo/seed-demo.server.ts";
import { copyDatabase, dropDatabase } from "#packages/embedded-postgres/databases";
import { writeBackup } from "#platform/backup/backup.server.ts";
import { withClient } from "#platform/backup/catalogue.server.ts";
import { readContent } from "#platform/backup/database-content.fixture.ts";
import { restoreBackup } from "#platform/backup/restore.server.ts";
import type { BackupKey } from "#platform/backup/sealed-stream.server.ts";
import { closeDatabase, connectDatabase } from "#platform/database/database.server.ts";
import { folderStorage } from "#platform/storage/storage.server.ts";
import { type TestDatabase, testDatabase } from "#platform/database/test-database.server.ts";

/*
 * The whole database of the demo: its search rows that triggers write, its foreign keys, generated
 * columns and sequences. The format of a backup file is tested beside the backup itself.
 */

const key: BackupKey = { kind: "own", secret: randomBytes(32) };
const role = `owner_${randomUUID().replaceAll("-", "")}`;
const made: string[] = [];
let folder: string;
let site: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "demo-backup-"));
  site = await testDatabase();
  const hashPassword = async () => "hashed";
  await seedDemo(connectDatabase(site.url), { at: new Date(), hashPassword });
  await closeDatabase();
  await asAdministrator((client) =>
    client.query(`create role ${role} login nosuperuser password 'not secret'`),
  );
});

afterAll(async () => {
  for (const name of made) await dropDatabase(inject("testPostgres").url, name);
  await asAdministrator((client) => client.query(`drop role ${role}`));
  await site.drop();
  await rm(folder, { recursive: true });
});

const asAdministrator = <Result>(work: (client: pg.Client) => Promise<Result>) =>
  withClient(inject("testPostgres").url, work);

function nameDatabase(): string {
  const name = `backup_${randomUUID().replaceAll("-", "")}`;
  made.push(name);
  return name;
}

/** A database as a provider hands it out: its owner has no other rights. */
async function emptyDatabaseOfRole(): Promise<string> {
  const name = nameDatabase();
  await asAdministrator((client) => client.query(`create database ${name} owner ${role}`));
  const url = new URL(inject("testPostgres").url);
  return Object.assign(url, { username: role, password: "not secret", pathname: `/${name}` }).href;
}

async function restoreAsRole(file: string): Promise<string> {
  const url = await emptyDatabaseOfRole();
  const restored = await restoreBackup({
    url,
    file,
    storage: folderStorage(join(folder, "media")),
    migrationsFolder: resolve("drizzle"),
    findKey: async () => key.secret,
    endings: [],
  });
  expect(restored).toMatchObject({ ok: true });
  return url;
}

/**
 * A transaction that changes what triggers, foreign keys, sequences and generated columns react to.
 */
async function changeSite(client: pg.Client, number: number): Promise<void> {
  await client.query("begin");
  await client.query(
    `update listing set price_cad = $1, model = model || ' ' || ($1 % 7)::text
     where id = (select id from listing where state = 'live' order by id offset $1 % 40 limit 1)`,
    [10_000 + number],
  );
  await client.query("insert into search_make (name) values ($1)", [`Make ${number}`]);
  await client.query("delete from bid where id = (select min(id::text)::uuid from bid)");
  await client.query("commit");
}

const countChanges = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from search_make where name ~ '^Make [0-9]+$'",
    );
    return rows[0]?.count ?? 0;
  });

test("the whole demo comes back through a role that is no superuser, and out of its hands again", async () => {
  const file = join(folder, "first");
  await writeBackup({ url: site.url, file, key, uploads: null });
  const url = await restoreAsRole(file);
  const original = await readContent(site.url);
  expect(original.content.get('"public"."listing_search"')?.length).toBeGreaterThan(50);
  expect(await readContent(url)).toEqual(original);

  const again = join(folder, "again");
  await writeBackup({ url, file: again, key, uploads: null });
  expect(await readContent(await restoreAsRole(again))).toEqual(original);
});

test("a backup during writes is what the writes so far make, in every table", async () => {
  const untouched = await copyDatabase(
    site.url,
    new URL(site.url).pathname.slice(1),
    nameDatabase(),
  );
  const until = new AbortController();
  let written = 0;
  const writing = withClient(site.url, async (client) => {
    for (; !until.signal.aborted; written += 1) await changeSite(client, written);
  });
  while (written < 10) await new Promise((done) => setTimeout(done, 5));
  const before = written;
  const file = join(folder, "during writes");
  await writeBackup({ url: site.url, file, key, uploads: null });
  const after = written;
  until.abort();
  await writing;

  const url = await restoreAsRole(file);
  const changes = await countChanges(url);
  expect(changes).toBeGreaterThanOrEqual(before);
  expect(changes).toBeLessThanOrEqual(after + 1);
  expect(after, "writes went on").toBeGreaterThan(before);
  await withClient(untouched, async (client) => {
    for (let number = 0; number < changes; number += 1) await changeSite(client, number);
  });
  const [restored, replayed] = await Promise.all([readContent(url), readContent(untouched)]);
  expect(restored.content).toEqual(replayed.content);
  // Sequences are not part of a snapshot: they may be further on, but never behind.
  for (const [index, { lastValue }] of restored.sequences.entries()) {
    expect(Number(lastValue)).toBeGreaterThanOrEqual(Number(replayed.sequences[index]?.lastValue));
  }
});
