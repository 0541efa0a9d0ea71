import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { createDatabase, dropDatabase } from "#packages/embedded-postgres/databases";
import { migrateDatabase } from "#platform/database/database.server.ts";
import { type TestDatabase, testDatabase } from "#platform/database/test-database.server.ts";
import { writeBackup } from "./backup.server.ts";
import { listTables, withClient } from "./catalogue.server.ts";
import { readContent } from "./database-content.fixture.ts";
import {
  folderStorage,
  type FolderStorage,
  type FileStorage,
} from "#platform/storage/storage.server.ts";
import { restoreBackup } from "./restore.server.ts";
import { insertCities, makeSmallSite } from "./small-site.fixture.ts";
import type { BackupKey } from "./sealed-stream.server.ts";

/** Enough for a dozen chunks. */
const CITIES = 12_000;
const migrationsFolder = resolve("drizzle");
const key: BackupKey = { kind: "own", secret: randomBytes(32) };
let folder: string;
let uploads: FolderStorage;
let restoredUploads: FolderStorage;
let source: TestDatabase;
const made: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "backup-test-"));
  uploads = folderStorage(join(folder, "media"));
  for (const name of ["a", "b", "c"]) {
    await uploads.put(`listing/${name}.webp`, randomBytes(200_000), "image/webp");
  }
  await writeFile(join(folder, "media", "listing", "d.webp.0.part"), "half of a photo");
  source = await testDatabase();
  await withClient(source.url, async (client) => {
    await client.query(
      "insert into search_make (name) select 'Make ' || i from generate_series(1, 300) i",
    );
    await client.query(insertCities(CITIES));
    for (let position = 1; position <= 3; position += 1) await addRecord(client, position);
  });
});

beforeEach(() => {
  restoredUploads = folderStorage(join(folder, randomUUID()));
});

afterAll(async () => {
  for (const name of made) await dropDatabase(inject("testPostgres").url, name);
  await source.drop();
  await rm(folder, { recursive: true });
});

function addRecord(client: pg.Client, position: number) {
  return client.query(
    "insert into audit_record (position, at, actor_kind, action, outcome, mac) values ($1, now(), 'site', 'key_added', 'done', 'mac')",
    [position],
  );
}

async function emptyDatabase(): Promise<string> {
  const name = `empty_${randomUUID().replaceAll("-", "")}`;
  made.push(name);
  return createDatabase(inject("testPostgres").url, name);
}

async function backUp(url = source.url): Promise<string> {
  const file = join(folder, randomUUID());
  expect(await writeBackup({ url, file, key, uploads })).toMatchObject({ ok: true });
  return file;
}

function restore(
  url: string,
  file: string,
  { secret = key.secret, migrations = migrationsFolder } = {},
) {
  return restoreBackup({
    url,
    file,
    migrationsFolder: migrations,
    storage: restoredUploads,
    findKey: async () => secret,
    endings: [],
  });
}

async function listKeys(storage: FolderStorage) {
  const keys: string[] = [];
  for await (const uploadKey of storage.list()) keys.push(uploadKey);
  return keys;
}

async function expectEmpty(url: string) {
  expect(await withClient(url, listTables)).toEqual([]);
  expect(await listKeys(restoredUploads)).toEqual([]);
}

test("a restored database has every row of every table, its triggers and its sequences", async () => {
  const file = await backUp();
  const url = await emptyDatabase();
  expect(await restore(url, file)).toMatchObject({ ok: true });
  const restored = await readContent(url);
  expect(restored).toEqual(await readContent(source.url));
  expect(restored.content.get('"public"."search_city"')).toHaveLength(CITIES);
  expect(await listKeys(restoredUploads)).toHaveLength(3);
  await migrateDatabase(url, migrationsFolder);
  await withClient(url, async (client) => {
    await client.query("insert into search_make (name) values ('Next')");
    await expect(client.query("delete from audit_record")).rejects.toThrow("append-only");
  });
  expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/\.part$/));
});

test("a backup is of one moment while writes go on", async () => {
  const until = new AbortController();
  let written = 0;
  const writing = withClient(source.url, async (client) => {
    while (!until.signal.aborted) {
      // Two tables in one transaction, the one that is copied last among them.
      await client.query("begin");
      await addRecord(client, 1_000 + written);
      await client.query("insert into search_make (name) values ($1)", [`Written ${written}`]);
      await client.query("commit");
      written += 1;
    }
  });
  while (written < 20) await new Promise((done) => setTimeout(done, 5));
  const before = written;
  const file = await backUp();
  const after = written;
  until.abort();
  await writing;
  expect(after).toBeGreaterThan(before);
  const url = await emptyDatabase();
  expect(await restore(url, file)).toMatchObject({ ok: true });
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ records: number; makes: number }>(
      "select (select count(*) from audit_record where position >= 1000)::int as records, (select count(*) from search_make where name like 'Written%')::int as makes",
    );
    expect(rows[0]?.records).toBe(rows[0]?.makes);
    expect(rows[0]?.records).toBeGreaterThanOrEqual(before);
    expect(rows[0]?.records).toBeLessThanOrEqual(after);
    // The sequences are above the rows that were copied.
    await client.query("insert into search_make (name) values ('Next')");
  });
});

test("a file that was changed, cut, lengthened or put in another order is refused, and nothing stays", async () => {
  const site = await makeSmallSite({ url: await emptyDatabase(), folder, cities: CITIES });
  const migrations = site.migrationsFolder;
  const file = await backUp(site.url);
  const whole = await readFile(file);
  const url = await emptyDatabase();
  const chunk = 64 * 1024 + 16;
  const preface = whole.length - Math.floor(whole.length / chunk) * chunk;
  expect(whole.length, "several chunks").toBeGreaterThan(3 * chunk);
  const changed = (at: number) => {
    const bytes = Buffer.from(whole);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return bytes;
  };
  const first = 47;
  const spoilt = {
    "a byte in the middle": changed(whole.length >> 1),
    "the last byte": changed(whole.length - 1),
    "the salt": changed(30),
    "cut in the middle": whole.subarray(0, whole.length >> 1),
    "cut by a byte": whole.subarray(0, -1),
    "cut between two chunks": whole.subarray(0, first + 2 * chunk),
    "cut in the preface": whole.subarray(0, Math.min(20, preface)),
    empty: Buffer.alloc(0),
    lengthened: Buffer.concat([whole, Buffer.from("x")]),
    "two chunks swapped": Buffer.concat([
      whole.subarray(0, first),
      whole.subarray(first + chunk, first + 2 * chunk),
      whole.subarray(first, first + chunk),
      whole.subarray(first + 2 * chunk),
    ]),
    "a chunk left out": Buffer.concat([
      whole.subarray(0, first + chunk),
      whole.subarray(first + 2 * chunk),
    ]),
    "something else": Buffer.from("-- PostgreSQL database dump\n".repeat(10)),
  };
  for (const [what, bytes] of Object.entries(spoilt)) {
    const path = join(folder, "spoilt");
    await writeFile(path, bytes);
    expect(await restore(url, path, { migrations }), what).toMatchObject({
      ok: false,
      code: "unreadable",
    });
    await expectEmpty(url);
  }
  expect(await restore(url, file, { migrations, secret: randomBytes(32) })).toMatchObject({
    ok: false,
    code: "unreadable",
    detail: expect.stringContaining("key does not open"),
  });
  await expectEmpty(url);
  expect(await restore(url, file, { migrations })).toMatchObject({ ok: true });
  expect(whole.includes("Ville")).toBe(false);
});

test("a database that has tables, and a version that does not know the backup's, are refused", async () => {
  const file = await backUp();
  expect(await restore(source.url, file)).toEqual({ ok: false, code: "not_empty" });
  const newer = await testDatabase();
  await withClient(newer.url, (client) =>
    client.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)",
    ),
  );
  const late = join(folder, "late");
  await writeBackup({ url: newer.url, file: late, key, uploads });
  await newer.drop();
  const url = await emptyDatabase();
  expect(await restore(url, late)).toEqual({ ok: false, code: "other_version" });
  await expectEmpty(url);
});

test("a backup replaces no file, and an empty database is none", async () => {
  const file = await backUp();
  expect(await writeBackup({ url: source.url, file, key, uploads })).toEqual({
    ok: false,
    code: "file_exists",
  });
  const other = join(folder, "other");
  expect(await writeBackup({ url: await emptyDatabase(), file: other, key, uploads })).toEqual({
    ok: false,
    code: "no_site",
  });
  expect(await readdir(folder)).not.toContain("other");
});

test("the uploads come back as they were, into a folder or a bucket", async () => {
  const site = await makeSmallSite({ url: await emptyDatabase(), folder, cities: CITIES });
  const file = await backUp(site.url);
  const there: [string, Buffer, string][] = [];
  const bucket: FileStorage = {
    get: async () => null,
    put: async (uploadKey, bytes, contentType) => {
      there.push([uploadKey, Buffer.from(bytes), contentType]);
    },
    delete: async () => {},
  };
  const restored = await restoreBackup({
    url: await emptyDatabase(),
    file,
    migrationsFolder: site.migrationsFolder,
    storage: bucket,
    findKey: async () => key.secret,
    endings: [],
  });
  expect(restored).toMatchObject({ ok: true, uploads: 3 });
  for (const [uploadKey, bytes, contentType] of there) {
    expect(await uploads.get(uploadKey)).toEqual({ bytes, contentType });
  }
  expect(there.map(([uploadKey]) => uploadKey).sort()).toEqual(
    ["a", "b", "c"].map((name) => `listing/${name}.webp`),
  );
});

test("a photo that was there before a refused restore stays", async () => {
  const site = await makeSmallSite({ url: await emptyDatabase(), folder, cities: CITIES });
  const file = await backUp(site.url);
  const cut = join(folder, "cut");
  await writeFile(cut, (await readFile(file)).subarray(0, -1));
  const storage = folderStorage(join(folder, "other media"));
  await storage.put("listing/b.webp", Buffer.from("put back by hand"), "image/webp");
  const findKey = async () => key.secret;
  const url = await emptyDatabase();
  expect(
    await restoreBackup({
      url,
      file: cut,
      migrationsFolder: site.migrationsFolder,
      storage,
      findKey,
      endings: [],
    }),
  ).toMatchObject({
    ok: false,
    code: "unreadable",
  });
  expect(await listKeys(storage)).toEqual(["listing/b.webp"]);
});

test("what a killed backup left is removed by the next, what another one writes is not", async () => {
  const gone = await new Promise<number>((done) => {
    const child = spawn(process.execPath, ["--version"]);
    child.on("exit", () => done(child.pid ?? 0));
  });
  const file = join(folder, "daily");
  await writeFile(`${file}.${gone}.part`, "half");
  await writeFile(`${file}.${process.ppid}.part`, "being written");
  await writeFile(`${file}er.${gone}.part`, "of another file");
  expect(await writeBackup({ url: source.url, file, key, uploads })).toMatchObject({ ok: true });
  const names = (await readdir(folder)).filter((name) => name.startsWith("daily"));
  expect(names.sort()).toEqual(["daily", `daily.${process.ppid}.part`, `dailyer.${gone}.part`]);
});
