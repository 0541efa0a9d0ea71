import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { backupRunTable } from "#domain/backup/backup-run.table.ts";
import { inBackupTurn } from "#domain/backup/run-backup.server.ts";
import { runOwed } from "#domain/backup/schedule-backups.server.ts";
import { jobRunTable } from "#domain/job/job-run.table.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { dropDatabase } from "#packages/embedded-postgres/databases";
import { findProofDatabase, prepareProofDatabase } from "#platform/backup/prove-backup.server.ts";
import { db } from "#platform/database/database.server.ts";
import { env, setEnv } from "#platform/env/env.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { listJobs } from "#server/jobs.ts";
import { SEALED_COLUMNS } from "#server/sealed-columns.ts";
import { useSite } from "#server/site.fixture.ts";
import { systemPage } from "./system.server.ts";

const site = useSite();
let admin: SignedInUser;
let folder: string;

beforeAll(async () => {
  admin = await storePerson("Ada Admin", { role: "admin" });
  folder = await mkdtemp(join(tmpdir(), "system-page-"));
  await prepareProofDatabase({ owner: site.url, site: site.url });
});

beforeEach(async () => {
  await db().delete(backupRunTable);
  setEnv({ ...env(), BACKUPS: "manual", BACKUP_DIR: folder });
});

afterAll(async () => {
  await dropDatabase(site.url, new URL(findProofDatabase(site.url)).pathname.slice(1));
  await rm(folder, { recursive: true });
});

const args = (method = "GET", locale: "en" | "fr" = "en") => ({
  request: new Request("http://site.test/staff/system", {
    method,
    ...(method === "POST" && { body: new URLSearchParams({ intent: "back-up" }) }),
  }),
  context: makeContext({ user: admin, locale }),
});

const press = () =>
  systemPage.action(args("POST")).catch((thrown: unknown) => thrown) as Promise<Response>;

const findFact = async (name: string) =>
  (await systemPage.loader(args())).facts.find((fact) => fact.name === name)?.value;

const runJob = () =>
  runOwed({
    env: env(),
    url: site.url,
    migrationsFolder: resolve("drizzle"),
    sealedColumns: SEALED_COLUMNS,
  });

test("before the first backup the page says so, and how to set them up", async () => {
  expect(await findFact("Last backup")).toBe("None yet");
  expect(await systemPage.loader(args())).toMatchObject({
    mode: "manual",
    runs: [],
    isUnderWay: false,
  });
  setEnv({ ...env(), BACKUPS: "daily" });
  expect(await findFact("Next backup")).toMatch(/\d/);
});

test("the button makes a backup that is proved, and the page says when and of what", async () => {
  const response = await press();
  expect([response.status, response.headers.get("location")]).toEqual([303, "/staff/system"]);
  expect(await systemPage.loader(args())).toMatchObject({
    isUnderWay: true,
    runs: [{ state: "asked" }],
  });
  // Pressed twice, it makes one backup.
  await press();
  await runJob();
  const { runs, isUnderWay } = await systemPage.loader(args());
  expect({ runs, isUnderWay }).toMatchObject({
    isUnderWay: false,
    runs: [{ state: "proved", by: "Asked for by Ada Admin", fault: null }],
  });
  expect(await findFact("Last proved backup")).toMatch(/\d/);
  expect(await findFact("Rows")).toMatch(/^\d+ in \d+ tables, the same as in the site$/);
  expect(await findFact("Audit log")).toMatch(/^\d+ records in an unbroken chain$/);
});

test("each backup that somebody asks for is on record with who did", async () => {
  const listRecords = async () =>
    (
      await db()
        .select()
        .from(auditTable)
        .where(eq(auditTable.action, "backup_asked"))
        .orderBy(auditTable.position)
    ).map(({ actorKind, accountId, outcome }) => ({ actorKind, accountId, outcome }));
  const before = await listRecords();
  await press();
  // Pressed twice, it makes one backup, and one record.
  await press();
  const record = { actorKind: "admin", accountId: admin.id, outcome: "done" };
  expect(await listRecords()).toEqual([...before, record]);
});

test("what failed is told in words, in both languages", async () => {
  setEnv({ ...env(), BACKUP_KEY_FILE: "/nowhere/key" });
  await press();
  await runJob();
  const [english] = (await systemPage.loader(args())).runs;
  const [french] = (await systemPage.loader(args("GET", "fr"))).runs;
  expect(english).toMatchObject({ state: "failed", stateText: "Failed" });
  expect(english?.fault).toMatch(/^The key for backups couldn’t be read: \/nowhere\/key\./);
  expect(french?.fault).toMatch(/^La clé des sauvegardes n’a pas pu être lue : \/nowhere\/key\./);
});

test("one that was killed is not said to be under way", async () => {
  const running = { state: "running", startedAt: new Date() } as const;
  await db().insert(backupRunTable).values(running);
  expect(await systemPage.loader(args())).toMatchObject({
    isUnderWay: false,
    runs: [{ state: "failed", fault: expect.stringContaining("stopped halfway") }],
  });
  await inBackupTurn(site.url, async () => {
    await db().insert(backupRunTable).values(running);
    expect(await systemPage.loader(args())).toMatchObject({ isUnderWay: true });
  });
});

test("where backups are off nobody makes one", async () => {
  setEnv({ ...env(), BACKUPS: "off" });
  expect(await systemPage.loader(args())).toMatchObject({ mode: "off" });
  expect(await press()).toMatchObject({ init: { status: 409 } });
  expect(await db().select().from(backupRunTable)).toEqual([]);
});

describe("the site's jobs", () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const RUNS = [
    ["Not run yet", {}],
    ["Under way", { startedAt: ago(5) }],
    ["Didn’t finish", { startedAt: ago(90) }],
    ["Done", { startedAt: ago(90), endedAt: ago(89) }],
    ["Failed", { startedAt: ago(90), endedAt: ago(89), hasFailed: true }],
  ] as const;

  test.each(RUNS)("%s", async (stateText, run) => {
    await db().delete(jobRunTable);
    await db()
      .insert(jobRunTable)
      .values({ name: "retention", everyMinutes: 60, ...run });
    expect((await systemPage.loader(args())).jobs).toMatchObject([
      { name: "retention", stateText, every: "Every hour" },
    ]);
  });

  test("are those that the site starts, each by its own name", () => {
    const names = listJobs({ env: env(), address: () => site.url }).map(({ name }) => name);
    expect(names).toContain("retention");
    expect(new Set(names).size).toBe(names.length);
  });
});
