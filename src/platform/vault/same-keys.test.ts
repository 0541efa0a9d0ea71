import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { testDatabase, type TestDatabase } from "#platform/database/test-database.server.ts";
import { createVaultKeys, rotateVaultKeys, type VaultKeys } from "./key-file.server.ts";
import { compareKeys, markKeys } from "./same-keys.server.ts";

let database: TestDatabase;
let client: pg.Client;
let other: pg.Client | undefined;
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.siteUrl });
  await client.connect();
});
afterEach(async () => {
  await other?.end();
  other = undefined;
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Another process of the site, which uses these keys. */
async function workWith(keys: VaultKeys): Promise<void> {
  other = new pg.Client({
    connectionString: database.siteUrl,
    application_name: `rouvia watch ${markKeys(keys)}`,
  });
  await other.connect();
}

test("the mark says nothing of a key, and is never cut off", () => {
  const keys = createVaultKeys();
  const mark = markKeys(keys);
  for (const secret of [keys.macSecret, keys.active.secret])
    for (const form of ["hex", "base64", "base64url"] as const)
      expect(mark).not.toContain(secret.toString(form).slice(0, 12));
  // PostgreSQL stores only 63 bytes of an application name.
  expect(`rouvia watch ${mark}`.length).toBeLessThanOrEqual(63);
});

const OWN = createVaultKeys();

test.each<[string, VaultKeys, VaultKeys, string | null]>([
  ["the same file", OWN, OWN, null],
  ["a newer copy of ours", OWN, rotateVaultKeys(OWN), "key_missing"],
  ["an older copy of ours", rotateVaultKeys(OWN), OWN, null],
  ["a file of another site", OWN, createVaultKeys(), "other_site"],
])("a process with %s", async (_name, ours, theirs, difference) => {
  await workWith(theirs);
  expect(await compareKeys(ours, client)).toBe(difference);
});

test("nobody else", async () => expect(await compareKeys(OWN, client)).toBe(null));
