import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createDatabase, dropDatabase } from "#packages/embedded-postgres/databases";
import { folderStorage } from "#platform/storage/storage.server.ts";
import { type BackupCounts, writeBackup } from "./backup.server.ts";
import { isEmpty, withClient } from "./catalogue.server.ts";
import { proveBackup } from "./prove-backup.server.ts";
import type { BackupKey } from "./sealed-stream.server.ts";
import { makeSmallSite } from "./small-site.fixture.ts";

const key: BackupKey = { kind: "own", secret: randomBytes(32) };
const CITIES = 40;
const CITY_TABLE = '"public"."search_city"';
const made: string[] = [];
let folder: string;
let file: string;
let migrationsFolder: string;
let proofUrl: string;
let counts: BackupCounts;

async function makeDatabase(): Promise<string> {
  const name = `proof_${randomUUID().replaceAll("-", "")}`;
  made.push(name);
  return createDatabase(inject("testPostgres").url, name);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "prove-backup-"));
  const url = await makeDatabase();
  proofUrl = await makeDatabase();
  ({ migrationsFolder } = await makeSmallSite({ url, folder, cities: CITIES }));
  const uploads = folderStorage(join(folder, "media"));
  await uploads.put("listing/a.webp", randomBytes(200), "image/webp");
  file = join(folder, "backup");
  const written = await writeBackup({ url, file, key, uploads });
  if (!written.ok) throw new Error(written.code);
  ({ counts } = written);
});

afterAll(async () => {
  for (const name of made) await dropDatabase(inject("testPostgres").url, name);
  await rm(folder, { recursive: true });
});

const prove = (expected: BackupCounts, of = file) =>
  proveBackup({
    url: proofUrl,
    file: of,
    migrationsFolder,
    findKey: async () => key.secret,
    expected,
    verify: async (restored) => {
      const { rows } = await restored.execute<{ count: number }>(
        sql`select count(*)::int as count from search_city`,
      );
      return rows[0]?.count;
    },
  });

test("what was counted where the backup was made is there when it is restored, and gone afterwards", async () => {
  expect(counts.tables.get(CITY_TABLE)).toBe(CITIES);
  expect(await prove(counts)).toEqual({ ok: true, seen: CITIES });
  expect(await withClient(proofUrl, isEmpty)).toBe(true);
});

test.each<[what: string, change: () => Partial<BackupCounts>, detail: string]>([
  [
    "a row that is missing",
    () => ({ tables: new Map(counts.tables).set(CITY_TABLE, CITIES + 1) }),
    "search_city",
  ],
  [
    "a row too many",
    () => ({ tables: new Map(counts.tables).set(CITY_TABLE, CITIES - 1) }),
    "search_city",
  ],
  ["a table that is missing", () => ({ tables: new Map(counts.tables).set("bid", 0) }), "tables"],
  ["an upload that is missing", () => ({ uploads: counts.uploads + 1 }), "uploads"],
])("the proof finds %s", async (_what, change, detail) => {
  expect(await prove({ ...counts, ...change() })).toEqual({ ok: false, code: "differs", detail });
  expect(await withClient(proofUrl, isEmpty)).toBe(true);
});

test("a file that was cut is not readable", async () => {
  const cut = join(folder, "cut");
  await writeFile(cut, (await readFile(file)).subarray(0, -1));
  expect(await prove(counts, cut)).toMatchObject({ ok: false, code: "unreadable" });
});
