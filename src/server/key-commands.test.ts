import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { createDatabase, dropDatabase } from "#packages/embedded-postgres/databases";
import { withClient } from "#platform/backup/catalogue.server.ts";
import { findProofDatabase } from "#platform/backup/prove-backup.server.ts";
import { withConnection } from "#platform/database/database.server.ts";
import { type TestDatabase, testDatabase } from "#platform/database/test-database.server.ts";
import { readKeyFile } from "#platform/vault/key-file.server.ts";
import { openForRecord, sealForRecord } from "#platform/vault/record-vault.server.ts";
import { startVault } from "#platform/vault/vault.server.ts";
import { backUp, restore } from "./backup-commands.ts";
import { addKey, rotateKeys } from "./key-commands.ts";
import { explainFailure } from "./refusal.ts";

let folder: string;
let site: TestDatabase;
let sealed: Buffer;
const said: string[] = [];
const context = { table: "submission", column: "sealed_answers", recordId: randomUUID() };
const inFolder = (name: string) => join(folder, name);

beforeAll(async () => {
  for (const way of ["log", "warn", "error"] as const)
    vi.spyOn(console, way).mockImplementation((text) => void said.push(String(text)));
  folder = await mkdtemp(join(tmpdir(), "key-commands-"));
  site = await testDatabase();
  await writeFile(inFolder("backup.key"), randomBytes(32).toString("base64"), { mode: 0o600 });
  await openVault();
  sealed = await withConnection(site.url, (client) =>
    drizzle(client).transaction((transaction) => sealForRecord(transaction, "answers", context)),
  );
});

afterEach(() => {
  vi.unstubAllEnvs();
  said.length = 0;
});

afterAll(async () => {
  vi.restoreAllMocks();
  await dropDatabase(site.url, new URL(findProofDatabase(site.url)).pathname.slice(1));
  await site.drop();
  await rm(folder, { recursive: true });
});

/** Opens the vault with the present keys of the file. */
const openVault = () =>
  startVault({ DATA_DIR: inFolder("data"), DEMO: true, KEY_FILE: inFolder("keys.json") });

function setEnvironment(changes: Record<string, string> = {}): void {
  const variables = {
    DATABASE_URL: site.url,
    DATA_DIR: inFolder("data"),
    KEY_FILE: inFolder("keys.json"),
    BACKUP_KEY_FILE: inFolder("backup.key"),
    BACKUP_DIR: inFolder("backups"),
    ...changes,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

async function countKeys(): Promise<number> {
  const read = await readKeyFile(inFolder("keys.json"));
  return read.ok ? read.keys.byId.size : 0;
}

/** What a restore of `file` warned of, and the opened value of the record there. */
async function restoreAndOpen(file: string) {
  const name = `restored_${randomUUID().replaceAll("-", "")}`;
  const url = await createDatabase(inject("testPostgres").url, name);
  setEnvironment({ DATABASE_URL: url });
  said.length = 0;
  try {
    expect(await restore([file])).toBe(0);
    const warned = said.filter((text) => text.includes("will not open"));
    await openVault();
    const opened = await withConnection(url, (client) =>
      openForRecord(drizzle(client), sealed, context),
    );
    return { warned, opened };
  } finally {
    await dropDatabase(url, name);
  }
}

test("old keys are destroyed only after a backup that opened with the newest one alone", async () => {
  setEnvironment();
  expect(await backUp([inFolder("early")])).toBe(0);
  await addKey();

  for (const [changes, why] of [
    [{ BACKUP_KEY_FILE: inFolder("nowhere") }, /No key was destroyed.*couldn’t be read/],
    [{ DATABASE_URL: site.siteUrl }, /No key was destroyed.*not restored on trial/],
  ] as const) {
    setEnvironment(changes);
    expect(await rotateKeys(["--destroy-old"]).catch(explainFailure)).toMatch(why);
    expect(await countKeys()).toBe(2);
  }

  setEnvironment();
  const whileBusy = await withClient(site.url, async (client) => {
    await client.query("select pg_advisory_lock(hashtext('rouvia backup'))");
    return rotateKeys(["--destroy-old"]).catch(explainFailure);
  });
  expect(whileBusy).toMatch(/making a backup just now: no key was destroyed/);
  expect(await countKeys()).toBe(2);

  expect(await rotateKeys(["--destroy-old"])).toBe(0);
  expect(await countKeys()).toBe(1);
  const names = (await readdir(inFolder("backups"))).toSorted();
  expect(names).toEqual(["record-keys.backup", expect.stringMatching(/^site-.*Z\.backup$/)]);

  const newest = await restoreAndOpen(join(inFolder("backups"), names[1] ?? ""));
  expect(newest).toEqual({ warned: [], opened: { ok: true, plaintext: "answers" } });

  // With the records' keys of an earlier time in its folder, the restore warns beforehand.
  const restoredSite = await restoreAndOpen(inFolder("early"));
  expect(restoredSite.warned).toEqual([
    expect.stringContaining("data_key.sealed_key: 1 sealed values"),
  ]);
  expect(restoredSite.opened.ok).toBe(false);

  // With the newest records' keys beside it, it opens again.
  await rm(inFolder("record-keys.backup"));
  await writeFile(
    inFolder("record-keys.backup"),
    await readFile(join(inFolder("backups"), "record-keys.backup")),
  );
  expect(await restoreAndOpen(inFolder("early"))).toEqual(newest);
}, 120_000);
