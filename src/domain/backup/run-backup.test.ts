import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { and, desc, eq, sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { recordAct } from "#domain/audit/record-audit.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { EVENTS } from "#domain/notification/events/events.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { notify, readParams } from "#domain/notification/notify.server.ts";
import { createRendering } from "#domain/notification/send.server.ts";
import { databaseUrl, dropDatabase } from "#packages/embedded-postgres/databases";
import { isEmpty, withClient } from "#platform/backup/catalogue.server.ts";
import { isLeftOver, nameBackup, readBackupName } from "#platform/backup/backup-retention.ts";
import { findProofDatabase, prepareProofDatabase } from "#platform/backup/prove-backup.server.ts";
import { db } from "#platform/database/database.server.ts";
import { type Env, env } from "#platform/env/env.server.ts";
import { s3Account, startS3Peer } from "#platform/storage/s3-peer.fixture.ts";
import { SEALED_COLUMNS } from "#server/sealed-columns.ts";
import { useSite } from "#server/site.fixture.ts";
import { site as details } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";
import { backupRunTable } from "./backup-run.table.ts";
import { findNewest, isUnderWay, listRuns } from "./backup-runs.server.ts";
import { type BackupJob, inBackupTurn, runBackup } from "./run-backup.server.ts";
import { askForBackup, runOwed } from "./schedule-backups.server.ts";

const site = useSite();
let siteUrl: string;
let folder: string;
let keyFile: string;
let proofName: string;

beforeAll(async () => {
  siteUrl = databaseUrl(inject("testPostgres").siteUrl, new URL(site.url).pathname.slice(1));
  await prepareProofDatabase({ owner: site.url, site: siteUrl });
  proofName = new URL(findProofDatabase(siteUrl)).pathname.slice(1);
  await recordAct({ action: "key_added" });
  await db().transaction((transaction) =>
    notify(transaction, {
      event: "account_deleted",
      to: "amara@example.ca",
      locale: "en",
      params: { name: "Amara" },
    }),
  );
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "run-backup-"));
  keyFile = join(folder, "key");
  await writeFile(keyFile, randomBytes(32).toString("base64"), { mode: 0o600 });
});

afterEach(async () => {
  await db().delete(backupRunTable);
  await db().delete(messageTable).where(eq(messageTable.event, "backup_failed"));
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true });
});

afterAll(() => dropDatabase(site.url, proofName));

const backups = () => join(folder, "backups");

function makeJob(changes: Partial<Env> = {}): BackupJob {
  return {
    env: { ...env(), BACKUP_DIR: backups(), BACKUP_KEY_FILE: keyFile, ...changes },
    url: siteUrl,
    migrationsFolder: resolve("drizzle"),
    sealedColumns: SEALED_COLUMNS,
  };
}

const listBackups = async () =>
  (await readdir(backups()).catch(() => [])).filter((name) => readBackupName(name));

test("a backup of the site's own role is proved by a restore that leaves nothing", async () => {
  const run = await runBackup(makeJob());
  expect(run).toMatchObject({
    state: "proved",
    fault: null,
    location: backups(),
    auditRecords: 1,
    openedValues: 1,
    keyIds: [expect.stringMatching(/^[0-9a-f]{16}$/)],
  });
  expect(run.rows).toBeGreaterThan(50);
  expect(await listBackups()).toEqual([run.name]);
  expect(await readdir(backups())).toContain("record-keys.backup");
  expect(await withClient(findProofDatabase(site.url), isEmpty)).toBe(true);
  const [row] = await listRuns(db(), 1);
  expect(row).toEqual(run);
});

test("a log that was written anew is found in the restored database", async () => {
  await site.asOwner(async (owner) => {
    await owner.execute("alter table audit_record disable trigger user");
    await owner.execute("update audit_record set mac = 'forged'");
    await owner.execute("alter table audit_record enable trigger user");
  });
  expect(await runBackup(makeJob())).toMatchObject({ state: "unproved", fault: "audit_broken" });
  expect(await listBackups()).toHaveLength(1);
  await site.asOwner(async (owner) => {
    await owner.execute("alter table audit_record disable trigger user");
    await owner.execute("delete from audit_record");
    await owner.execute("alter table audit_record enable trigger user");
  });
});

test("a sealed value that today's keys do not open is found in the restored database", async () => {
  const flip = () =>
    db().execute(sql`update message
      set sealed_params = set_byte(sealed_params, 30, get_byte(sealed_params, 30) # 255)`);
  await flip();
  expect(await runBackup(makeJob())).toMatchObject({
    state: "unproved",
    fault: "sealed_shut",
    faultDetail: "message.sealed_params",
  });
  await flip();
});

test.each<[fault: string, change: () => Promise<Partial<Env>>, left: number]>([
  ["key", async () => ({ BACKUP_KEY_FILE: join(folder, "nowhere") }), 0],
  ["bucket_address", async () => ({ BACKUP_S3_URL: "s3://nothing" }), 0],
  [
    "folder",
    async () => {
      await writeFile(join(folder, "file"), "in its way");
      return { BACKUP_DIR: join(folder, "file", "backups") };
    },
    0,
  ],
  [
    "others_keys",
    async () => {
      await runBackup(makeJob());
      await rm(join(backups(), (await listBackups())[0] ?? ""));
      await writeFile(keyFile, randomBytes(32).toString("base64"));
      return {};
    },
    0,
  ],
])("an attempt that cannot succeed says why: %s", async (fault, change, left) => {
  const run = await runBackup(makeJob(await change()));
  expect(run).toMatchObject({ state: "failed", fault, endedAt: expect.any(Date) });
  expect(await listBackups()).toHaveLength(left);
});

test("records' keys of the time before the site had a key for backups are its own", async () => {
  expect(await runBackup(makeJob({ BACKUP_KEY_FILE: undefined }))).toMatchObject({
    state: "proved",
  });
  await rm(join(backups(), (await listBackups())[0] ?? ""));
  expect(await runBackup(makeJob())).toMatchObject({ state: "proved" });
});

test("where the restore cannot be tried, the backup is kept and said to be unproved", async () => {
  await dropDatabase(site.url, proofName);
  expect(await runBackup(makeJob())).toMatchObject({
    state: "unproved",
    fault: "no_database",
    faultDetail: proofName,
  });
  expect(await listBackups()).toHaveLength(1);
  await rm(backups(), { recursive: true });
  await withClient(site.url, (client) => client.query(`create database ${proofName}`));
  expect(await runBackup(makeJob())).toMatchObject({ state: "unproved", fault: "no_rights" });
  await dropDatabase(site.url, proofName);
  await prepareProofDatabase({ owner: site.url, site: siteUrl });
  await rm(backups(), { recursive: true });
  await withClient(findProofDatabase(site.url), (client) => client.query("create table mine ()"));
  expect(await runBackup(makeJob())).toMatchObject({ state: "unproved", fault: "not_empty" });
  await withClient(findProofDatabase(site.url), (client) => client.query("drop table mine"));
});

/** A process that backs up the site; when it is killed, it cannot clean up. */
function backUpBeside(): { exited: Promise<unknown>; kill(): void } {
  const child = spawn(process.execPath, [BESIDE, siteUrl], {
    env: {
      PATH: process.env["PATH"],
      DEMO: "1",
      DATA_DIR: env().DATA_DIR,
      BACKUP_DIR: backups(),
      BACKUP_KEY_FILE: keyFile,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return { exited: once(child, "exit"), kill: () => child.kill("SIGKILL") };
}

const BESIDE = resolve("src/domain/backup/back-up-beside.fixture.ts");

const listLeftOvers = async () =>
  (await readdir(backups()).catch(() => [])).filter((name) => isLeftOver(name));

test.each<[moment: string, begin: () => Promise<() => Promise<unknown>>, left: RegExp]>([
  [
    "while it is written",
    async () => {
      // Enough rows that writing the backup takes a while.
      await db().execute(sql`
        insert into search_make (name)
        select string_agg(md5(random()::text), '')
        from generate_series(1, 20000) as make, generate_series(1, 60) as part group by make`);
      return () => db().execute(sql`delete from search_make where length(name) > 1000`);
    },
    /\.part$/,
  ],
  [
    "while its restore is tried",
    async () => {
      // The restore waits for this connection, which creates the same schema.
      const holder = new pg.Client({ connectionString: findProofDatabase(site.url) });
      await holder.connect();
      await holder.query("begin");
      await holder.query("create schema drizzle");
      return () => holder.end();
    },
    /\.unproved$/,
  ],
])(
  "a process killed %s leaves nothing that counts as a backup, and the next run tidies up",
  async (_moment, begin, left) => {
    const end = await begin();
    const beside = backUpBeside();
    try {
      await expect
        .poll(listLeftOvers, { interval: 5, timeout: 60_000 })
        .toEqual([expect.stringMatching(left)]);
      expect(await isUnderWay(db())).toBe(true);
      // No other process can back up meanwhile.
      expect(await inBackupTurn(siteUrl, async () => "mine")).toBe("busy");
    } finally {
      beside.kill();
      await beside.exited;
      await end();
    }
    expect(await listBackups()).toEqual([]);
    expect(await findNewest(db())).toEqual({ made: null, proved: null });

    await expect.poll(() => isUnderWay(db()), { timeout: 60_000 }).toBe(false);
    const run = await inBackupTurn(siteUrl, () => runBackup(makeJob()));
    expect(run).toMatchObject({ state: "proved" });
    const runs = await listRuns(db(), 5);
    expect(runs.map(({ state, fault }) => [state, fault])).toEqual([
      ["proved", null],
      ["failed", "interrupted"],
    ]);
    expect(await listMails()).toHaveLength(1);
    expect(await listLeftOvers()).toEqual([]);
    expect(await listBackups()).toEqual([runs[0]?.name]);
  },
  // The separate process first loads and compiles everything.
  120_000,
);

test("of several processes one is at it, and the day's backup is made once", async () => {
  const daily = makeJob({ BACKUPS: "daily" });
  await Promise.all([runOwed(daily), runOwed(daily), runOwed(daily)]);
  await runOwed(daily);
  expect((await listRuns(db(), 9)).map(({ state }) => state)).toEqual(["proved"]);
  const turn = await inBackupTurn(siteUrl, () => inBackupTurn(siteUrl, async () => "two"));
  expect(turn).toBe("busy");
});

test("what failed is owed still, and what somebody asks for is made at once", async () => {
  const daily = makeJob({ BACKUPS: "daily", BACKUP_KEY_FILE: join(folder, "nowhere") });
  await runOwed(daily);
  await runOwed(daily);
  expect((await listRuns(db(), 9)).map(({ state }) => state)).toEqual(["failed", "failed"]);

  const manual = makeJob({ BACKUPS: "manual" });
  await db().delete(backupRunTable);
  await runOwed(manual);
  expect(await listRuns(db(), 9)).toEqual([]);
  await askForBackup(null);
  await askForBackup(null);
  await runOwed(makeJob({ BACKUPS: "off" }));
  expect((await listRuns(db(), 9)).map(({ state }) => state)).toEqual(["asked"]);
  await runOwed(manual);
  expect((await listRuns(db(), 9)).map(({ state }) => state)).toEqual(["proved"]);
});

test("those that are too old go, and nothing else of the folder", async () => {
  await mkdir(backups());
  const days = Array.from({ length: 10 }, (_, day) =>
    nameBackup(new Date(Date.UTC(2025, 0, 6 + day))),
  );
  for (const name of [...days, "holiday.jpg"]) await writeFile(join(backups(), name), "old");
  const { name } = await runBackup(makeJob());
  const left = await listBackups();
  // Today's and six of the ten days; the newest of each week and month is among them.
  expect(left).toEqual([...days.slice(4), name].filter(Boolean));
  expect(await readdir(backups())).toContain("holiday.jpg");
});

test("into a bucket: signed, whole, and without those that are too old", async () => {
  const peer = await startS3Peer();
  const secret = encodeURIComponent(s3Account.secretAccessKey);
  const { host } = new URL(peer.baseUrl);
  const bucket = new URL(peer.bucketUrl).pathname;
  const address = `s3+http://${s3Account.accessKeyId}:${secret}@${host}${bucket}?region=${s3Account.region}`;
  try {
    const days = Array.from({ length: 10 }, (_, day) =>
      nameBackup(new Date(Date.UTC(2025, 0, 6 + day))),
    );
    for (const name of days)
      peer.objects.set(name, { bytes: Buffer.from("old"), contentType: "text/plain" });
    const run = await runBackup(makeJob({ BACKUP_S3_URL: address }));
    expect(run).toMatchObject({ state: "proved", location: peer.bucketUrl });
    // By name: the records' keys, then the backups from the oldest to today's.
    expect([...peer.objects.keys()].toSorted()).toEqual([
      "record-keys.backup",
      ...days.slice(4),
      run.name,
    ]);
    expect(peer.objects.get(run.name ?? "")?.bytes).toHaveLength(run.sizeBytes ?? 0);
    expect(await listBackups()).toEqual([]);
    expect(JSON.stringify(run)).not.toContain("must-not-leak");

    const refused = await runBackup(
      makeJob({ BACKUP_S3_URL: address.replace(s3Account.accessKeyId, "STRANGER") }),
    );
    expect(refused).toMatchObject({ state: "failed", fault: "store_refused", faultDetail: "403" });
    expect(await listBackups()).toEqual([]);
  } finally {
    await peer.close();
  }
});

const listMails = async () =>
  (
    await db()
      .select()
      .from(messageTable)
      .where(eq(messageTable.event, "backup_failed"))
      .orderBy(messageTable.createdAt, messageTable.recipient)
  ).map(({ recipient, locale }) => `${recipient} ${locale}`);

async function readNewestMail(to: string, locale: Locale): Promise<string> {
  const [message] = await db()
    .select()
    .from(messageTable)
    .where(and(eq(messageTable.event, "backup_failed"), eq(messageTable.recipient, to)))
    .orderBy(desc(messageTable.createdAt));
  const rendering = createRendering(locale, "https://cars.example.ca");
  const composed = await EVENTS.backup_failed.compose(
    message && (await readParams(message)),
    rendering,
    undefined,
  );
  if (!composed.ok) throw new Error(composed.code);
  const { subject, paragraphs } = composed.content;
  return [subject, ...paragraphs].join("\n");
}

test("administrators are told of a fault once, not at each attempt, in their language", async () => {
  const failing = makeJob({ BACKUPS: "daily", BACKUP_KEY_FILE: join(folder, "nowhere") });
  await runOwed(failing);
  // There is no administrator yet.
  expect(await listMails()).toEqual([`${details.email} en`]);
  await db().delete(messageTable);
  await db().delete(backupRunTable);
  await storePerson("Ada", { role: "admin", locale: "en" });
  await storePerson("Benoit", { role: "admin", locale: "fr" });
  const all = ["ada@example.com en", "benoit@example.com fr"];

  await runOwed(failing);
  expect(await listMails()).toEqual(all);
  expect(await readNewestMail("ada@example.com", "en")).toMatch(
    /^A backup failed[^]*The key for backups couldn’t be read: \S+\/nowhere\.[^]*\/staff\/system/,
  );
  expect(await readNewestMail("benoit@example.com", "fr")).toMatch(
    /^Une sauvegarde a échoué[^]*La clé des sauvegardes n’a pas pu être lue : \S+\/nowhere\.[^]*\/fr\/staff\/system/,
  );
  await runOwed(failing);
  await runOwed(failing);
  expect(await listMails()).toEqual(all);

  // Another fault sends another e-mail, also if a backup was made but not proved.
  await dropDatabase(site.url, proofName);
  expect(await runBackup(makeJob())).toMatchObject({ state: "unproved" });
  expect(await listMails()).toEqual([...all, ...all]);
  expect(await readNewestMail("ada@example.com", "en")).toMatch(/^A backup couldn’t be proved/);
  await prepareProofDatabase({ owner: site.url, site: siteUrl });

  // After a backup is proved, the next failure sends an e-mail again.
  await rm(backups(), { recursive: true });
  expect(await runBackup(makeJob())).toMatchObject({ state: "proved" });
  expect(await listMails()).toEqual([...all, ...all]);
  await runBackup(failing);
  expect(await listMails()).toEqual([...all, ...all, ...all]);
});

test("who asked is known", async () => {
  const asking = await storePerson("Grace", { role: "admin" });
  await askForBackup(asking);
  await runOwed(makeJob());
  const [run] = await db()
    .select()
    .from(backupRunTable)
    .where(eq(backupRunTable.askedByUserId, asking.id));
  expect(run?.state).toBe("proved");
});
