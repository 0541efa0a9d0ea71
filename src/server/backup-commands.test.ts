import { randomBytes, randomUUID } from "node:crypto";
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { createDatabase, dropDatabase } from "#packages/embedded-postgres/databases";
import { type TestDatabase, testDatabase } from "#platform/database/test-database.server.ts";
import { backUp, restore } from "./backup-commands.ts";
import { explainFailure } from "./refusal.ts";

let folder: string;
let site: TestDatabase;
let empty: string;
const emptyName = `empty_${randomUUID().replaceAll("-", "")}`;
const inFolder = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "backup-commands-"));
  site = await testDatabase();
  empty = await createDatabase(inject("testPostgres").url, emptyName);
  await writeFile(inFolder("key"), randomBytes(32).toString("base64"), { mode: 0o600 });
  await writeFile(inFolder("other key"), randomBytes(32).toString("base64"), { mode: 0o600 });
  await writeFile(inFolder("no key"), "secret", { mode: 0o600 });
  await writeFile(inFolder("open key"), randomBytes(32).toString("base64"));
  await chmod(inFolder("open key"), 0o604);
  vi.spyOn(console, "log").mockReturnValue();
  expect(await run(backUp, "backup", {})).toBe(0);
  const whole = await readFile(inFolder("backup"));
  await writeFile(inFolder("cut"), whole.subarray(0, -1));
  await writeFile(inFolder("changed"), whole.fill(0, 200, 201));
  await writeFile(inFolder("no backup"), "text");
  await mkdir(inFolder("another site"));
  await writeFile(inFolder("another site/record-keys.backup"), whole.subarray(0, 100));
});

afterAll(async () => {
  vi.restoreAllMocks();
  await site.drop();
  await dropDatabase(inject("testPostgres").url, emptyName);
  await rm(folder, { recursive: true });
});

afterEach(() => void vi.unstubAllEnvs());

type Variables = Record<string, string | undefined>;

/** The exit code, or the sentence of a refusal. */
async function run(command: typeof backUp, file: string, variables: Variables) {
  const DATABASE_URL = command === backUp ? site.url : empty;
  const all = { DATABASE_URL, DATA_DIR: inFolder("data"), BACKUP_KEY_FILE: inFolder("key") };
  for (const [name, value] of Object.entries<string | undefined>({ ...all, ...variables })) {
    vi.stubEnv(name, value);
  }
  return command([inFolder(file)]).catch(explainFailure);
}

function withUrl(change: Partial<URL>): Variables {
  return { DATABASE_URL: Object.assign(new URL(site.url), change).href };
}

test.each<[string, string, () => Variables]>([
  ["backup", "exists; a backup replaces no file", () => ({})],
  ["new", "holds no site yet", () => ({ DATABASE_URL: empty })],
  ["new", "holds no site yet", () => ({ DATABASE_URL: undefined })],
  ["new", "which cannot be read", () => ({ BACKUP_KEY_FILE: inFolder("nowhere") })],
  ["new", "holds no key for backups", () => ({ BACKUP_KEY_FILE: inFolder("no key") })],
  ["new", "open to others: chmod 600", () => ({ BACKUP_KEY_FILE: inFolder("open key") })],
  ["new", "The site's own key is the key", () => ({ BACKUP_KEY_FILE: undefined })],
  ["another site/new", "it is of another site", () => ({})],
  ["nowhere/new", "A file could not be read or written: ENOENT", () => ({})],
  ["new", "The database does not answer (ECONNREFUSED)", () => withUrl({ port: "1" })],
  ["new", "The database refused: password", () => withUrl({ password: "wrong" })],
  ["new", "The database refused: database", () => withUrl({ pathname: "/nowhere" })],
])("a backup into %s is refused: %s", async (file, sentence, variables) => {
  expect(await run(backUp, file, variables())).toContain(sentence);
  await expect(access(inFolder("new"))).rejects.toThrow("ENOENT");
  await expect(access(inFolder("data"))).rejects.toThrow("ENOENT");
});

test.each<[string, string, () => Variables]>([
  ["nowhere", "There is no file", () => ({})],
  ["backup", "The database is not empty", () => ({ DATABASE_URL: site.url })],
  ["backup", "The key does not open", () => ({ BACKUP_KEY_FILE: inFolder("other key") })],
  ["backup", "BACKUP_KEY_FILE must name", () => ({ BACKUP_KEY_FILE: undefined })],
  ["cut", "changed or cut off", () => ({})],
  ["changed", "changed or cut off", () => ({})],
  ["no backup", "no backup that this version can read", () => ({})],
  ["record-keys.backup", "holds only the keys of records", () => ({})],
])("a restore of %s is refused: %s", async (file, sentence, variables) => {
  expect(await run(restore, file, variables())).toContain(sentence);
});

test("where two roles share the work, either of them backs up", async () => {
  const roles = { DATABASE_URL: site.siteUrl, MIGRATE_DATABASE_URL: site.url };
  expect(await run(backUp, "by the owner", roles)).toBe(0);
  expect(await run(backUp, "by the site", { DATABASE_URL: site.siteUrl })).toBe(0);
});

test("a database of another major version of PostgreSQL is refused before anything is touched", async () => {
  const cluster = inFolder("other version/postgres/cluster");
  await mkdir(cluster, { recursive: true });
  await writeFile(join(cluster, "PG_VERSION"), "17\n");
  const variables = { DATABASE_URL: undefined, DATA_DIR: inFolder("other version") };
  expect(await run(backUp, "new", variables)).toContain("was made by PostgreSQL 17");
  expect(await readdir(cluster)).toEqual(["PG_VERSION"]);
});

test("after all these refusals the backup is restored", async () => {
  expect(await run(restore, "backup", {})).toBe(0);
});
