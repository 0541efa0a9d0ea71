import { randomUUID, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createDatabase, dropDatabase } from "#packages/embedded-postgres/databases";
import { writeBackup } from "#platform/backup/backup.server.ts";
import { listTables, withClient } from "#platform/backup/catalogue.server.ts";
import { restoreBackup } from "#platform/backup/restore.server.ts";
import type { BackupKey } from "#platform/backup/sealed-stream.server.ts";
import { folderStorage } from "#platform/storage/storage.server.ts";
import { type TestDatabase, testDatabase } from "#platform/database/test-database.server.ts";
import { ENDED_BY_RESTORE, RETAINED_BY_RESTORE, NO_WAY_IN } from "./ended-by-restore.ts";

const key: BackupKey = { kind: "own", secret: randomBytes(32) };
const emptyName = `ended_${randomUUID().replaceAll("-", "")}`;
let folder: string;
let site: TestDatabase;
let restoredUrl: string;

/** A row of each kind that a restore deletes, and rows beside it that stay. */
const ROWS = `
  insert into "user" (id, name, email) values ('amara', 'Amara', 'amara@example.ca');
  insert into session (id, token, user_id, expires_at)
    values ('s', 'token', 'amara', now() + interval '1 day');
  insert into verification (id, identifier, value, expires_at)
    values ('v', '2fa', 'amara', now() + interval '1 day');
  insert into one_time_link (token_hash, user_id, purpose, email, expires_at)
    values ('h1', 'amara', 'change_email', 'new@example.ca', now() + interval '1 day'),
      ('h2', 'amara', 'reset_password', 'amara@example.ca', now() + interval '1 day');
  insert into email_sign_in (id, browser_hash, email, locale, secret_id, secret_made_at, expires_at)
    values ('e', 'b', 'amara@example.ca', 'en', 'c', now(), now() + interval '1 day');
  insert into phone_verification (id, visitor_hash, phone, purpose, code_hash, expires_at)
    values (gen_random_uuid(), 'v', '+14165550123', 'pre_approval', 'c', now() + interval '1 day');
  insert into two_factor (id, user_id, secret, backup_codes, verified)
    values ('on', 'amara', 's', 'b', true), ('begun', 'amara', 's', 'b', false);
  insert into newsletter_subscription
      (email, locale, consent_text, consent_sha256, consent_version, channel, confirm_hash, unsubscribe_token)
    values ('amara@example.ca', 'en', 't', 's', 1, 'web', 'h', 'out');
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ended-by-restore-"));
  site = await testDatabase();
  await withClient(site.url, (client) => client.query(ROWS));
  const file = join(folder, "backup");
  await writeBackup({ url: site.url, file, key, uploads: null });
  restoredUrl = await createDatabase(inject("testPostgres").url, emptyName);
  const restored = await restoreBackup({
    url: restoredUrl,
    file,
    storage: folderStorage(join(folder, "media")),
    migrationsFolder: resolve("drizzle"),
    findKey: async () => key.secret,
    endings: ENDED_BY_RESTORE,
  });
  expect(restored).toMatchObject({ ok: true, ended: 9 });
});

afterAll(async () => {
  await site.drop();
  await dropDatabase(inject("testPostgres").url, emptyName);
  await rm(folder, { recursive: true });
});

test("of every table it is decided whether a restore ends what lies in it", async () => {
  const tables = await withClient(site.url, listTables);
  const names = tables.filter(({ schema }) => schema === "public").map(({ name }) => name);
  const decided = [...ENDED_BY_RESTORE.map(({ table }) => table), ...RETAINED_BY_RESTORE];
  expect(names.toSorted()).toEqual(decided.toSorted());
});

test("no column that looks like a way in is left in a table that comes back as it was", async () => {
  const views = /token|hash|secret|code|expires|(enrolment|valid)_until$|pending/;
  const exempt = /postal_code|province_code|sha256|valid_until|dealership/;
  const ended = new Set(
    ENDED_BY_RESTORE.filter(({ columns }) => !columns).map(({ table }) => table),
  );
  const handled = new Set(
    ENDED_BY_RESTORE.flatMap(({ table, columns = [] }) =>
      columns.map((each) => `${table}.${each}`),
    ),
  );
  const tables = await withClient(site.url, listTables);
  const found = tables
    .filter(({ schema, name }) => schema === "public" && !ended.has(name))
    .flatMap(({ name, columns }) => columns.map((column) => ({ table: name, column })))
    .filter(({ column }) => views.test(column) && !exempt.test(column))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !handled.has(name));
  expect(found.toSorted()).toEqual(NO_WAY_IN.toSorted());
});

test("a restored site has no session, link, code or unfinished change, and everything else", async () => {
  await withClient(restoredUrl, async (client) => {
    const database = drizzle(client);
    const count = async (from: string) => {
      const { rows } = await database.execute<{ count: number }>(
        sql.raw(`select count(*)::int as count from ${from}`),
      );
      return rows[0]?.count;
    };
    for (const table of [
      "session",
      "verification",
      "one_time_link",
      "email_sign_in",
      "phone_verification",
      "two_factor where not verified",
      "newsletter_subscription where confirm_hash is not null",
    ])
      expect([table, await count(table)]).toEqual([table, 0]);
    for (const table of [
      `"user" where browser_round > 1700000000`,
      "two_factor where verified",
      "newsletter_subscription where unsubscribe_token = 'out'",
    ])
      expect([table, await count(table)]).toEqual([table, 1]);
  });
});
