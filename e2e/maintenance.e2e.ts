import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import { readBackupName } from "#platform/backup/backup-retention.ts";
import { formatDateTime } from "#values/format.ts";
import { preApprovalFields, programFor, readOutbox, verifyPhone } from "./program.fixture.ts";
import {
  findDatabaseUrl,
  newDataDirectory,
  removeDataDirectory,
  type Site,
  startSite,
} from "./site.fixture.ts";

/** The commands that an operator runs while the site runs, with its own database. */
let folder: string;
let site: Site;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "maintenance-"));
  await writeFile(join(folder, "backup-key"), randomBytes(32).toString("base64"), { mode: 0o600 });
  environment = {
    KEY_FILE: join(folder, "keys.json"),
    BACKUP_KEY_FILE: join(folder, "backup-key"),
    BACKUP_DIR: join(folder, "backups"),
    // As in production.
    BACKUPS: "daily",
    WORKERS: "2",
  };
  // The site creates its own keys, so the copied data, sealed with other keys, cannot be used.
  site = await startSite(environment, await newDataDirectory(tmpdir(), { isEmpty: true }));
});

afterAll(async () => {
  await site.stop();
  await removeDataDirectory(site);
  await rm(folder, { recursive: true });
});

type Ended = { code: number; said: string };

const run = (...command: string[]) => runAt(site.dataDirectory, ...command);

function runAt(dataDirectory: string, ...command: string[]): Promise<Ended> {
  const { DATABASE_URL: _mine, ...inherited } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["build/server/maintenance.js", ...command],
      {
        env: {
          ...inherited,
          NODE_ENV: "production",
          DEMO: "1",
          DATA_DIR: dataDirectory,
          ...environment,
        },
      },
      (error, stdout, stderr) => {
        const code = typeof error?.code === "number" ? error.code : error ? -1 : 0;
        resolve({ code, said: stdout + stderr });
      },
    );
  });
}

type StoredRun = { state: string; fault: string | null; name: string | null; startedAt: Date };

const listRuns = () =>
  ask<StoredRun>(
    `select state, fault, name, started_at as "startedAt" from backup_run order by started_at desc`,
  );

/** The files in the folder of backups, without the record keys, which each backup replaces. */
const listBackups = async () =>
  (await readdir(environment["BACKUP_DIR"] ?? "")).filter((name) => name !== "record-keys.backup");

/** Signs the demo's administrator in at a site. Returns the cookie. */
async function signInAsAdministrator({ origin }: Site): Promise<string> {
  const account = DEMO_ACCOUNTS.find(({ role }) => role === "admin");
  const response = await fetch(`${origin}/login`, {
    method: "POST",
    body: new URLSearchParams({ email: account?.email ?? "", password: account?.password ?? "" }),
    headers: { origin },
    redirect: "manual",
  });
  expect(response.status).toBe(303);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

const openSystemPage = ({ origin }: Site, cookie: string) =>
  fetch(`${origin}/staff/system`, { headers: { cookie }, redirect: "manual" });

async function pressBackUpNow({ origin }: Site, cookie: string): Promise<void> {
  const response = await fetch(`${origin}/staff/system`, {
    method: "POST",
    body: new URLSearchParams({ intent: "back-up" }),
    headers: { cookie, origin },
    redirect: "manual",
  });
  expect(response.status).toBe(303);
}

/** Blocks every test of a restore until the returned function is called. */
async function lockProofs(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: `${await findDatabaseUrl(site)}_proof` });
  await client.connect();
  await client.query("begin");
  await client.query("create schema drizzle");
  return () => client.end();
}

async function ask<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await findDatabaseUrl(site) });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Sends a form with a sealed answer, which is stored in a draft and a lead. */
async function sendForm(phone: string): Promise<void> {
  const program = programFor(site.origin);
  await verifyPhone(program, site.origin, phone);
  const fields = preApprovalFields({ phoneNumber: phone, submissionId: randomUUID() });
  expect((await program.post("/forms/pre-approval", fields)).body["result"]).toBe("success");
}

test("the site backs itself up and proves it, no key is destroyed without, and it comes back with its sessions ended", async () => {
  // The first backup is due when the site starts.
  const proved = { state: "proved", fault: null };
  await expect.poll(listRuns, { timeout: 30_000 }).toEqual([expect.objectContaining(proved)]);
  const [first] = await listRuns();
  expect(await listBackups()).toEqual([first?.name]);
  const cookie = await signInAsAdministrator(site);
  const page = await (await openSystemPage(site, cookie)).text();
  expect(page).toMatch(
    RegExp(
      `Last proved backup</dt><dd[^>]*>${formatDateTime(first?.startedAt ?? new Date(), "en")}<`,
    ),
  );

  // While a backup is being made, no other can be made, and no key is destroyed.
  await sendForm("+14035550160");
  expect(await run("key:new")).toMatchObject({ code: 0 });
  const letGo = await lockProofs();
  await pressBackUpNow(site, cookie);
  await expect
    .poll(listBackups, { timeout: 15_000 })
    .toContainEqual(expect.stringMatching(/\.unproved$/));
  const refused = await run("key:rotate", "--destroy-old");
  expect([refused.code, refused.said]).toEqual([
    2,
    expect.stringContaining("The site is making a backup just now: no key was destroyed."),
  ]);
  // If the site is killed during a backup, no valid backup is left, and the next one removes the
  // remains.
  await site.kill();
  await letGo();
  site = await startSite(environment, site.dataDirectory);
  expect((await listBackups()).filter((name) => readBackupName(name))).toEqual([first?.name]);
  await pressBackUpNow(site, cookie);
  const interrupted = expect.objectContaining({ state: "failed", fault: "interrupted" });
  await expect
    .poll(listRuns, { timeout: 30_000 })
    .toEqual([expect.objectContaining(proved), interrupted, first]);
  expect((await listBackups()).map((name) => readBackupName(name))).not.toContain(null);
  await expect
    .poll(() => readOutbox(site.origin), { timeout: 15_000 })
    .toContainEqual(
      expect.objectContaining({ subject: expect.stringMatching(/^A backup failed/) }),
    );

  const rotated = await run("key:rotate", "--destroy-old");
  expect([rotated.code, rotated.said]).toEqual([0, expect.stringMatching(/older keys are gone/)]);
  const file = /^(\S+\.backup) was made and restored on trial with the newest key alone/m.exec(
    rotated.said,
  )?.[1];
  expect(await listRuns()).toHaveLength(4);
  const output = await run("doctor");
  expect(output.said).toMatch(
    /The newest backup is [01] minutes? old .*, was proved by a restore, and today's keys open it\./,
  );

  // Restore into another folder, with the remaining keys.
  expect((await openSystemPage(site, cookie)).status).toBe(200);
  const dataDirectory = await newDataDirectory(tmpdir(), { isEmpty: true });
  const restored = await runAt(dataDirectory, "restore", file ?? "");
  expect([restored.code, restored.said]).toEqual([
    0,
    expect.stringMatching(/^\d+ rows of \d+ tables are back[^]*everybody signs in anew/),
  ]);
  const checked = await runAt(dataDirectory, "key:check");
  expect([checked.code, checked.said]).toEqual([
    0,
    expect.not.stringMatching(/ with key |not open/),
  ]);
  const copy = await startSite(environment, dataDirectory);
  try {
    const away = await openSystemPage(copy, cookie);
    expect([away.status, away.headers.get("location")]).toEqual([
      302,
      expect.stringMatching(/^\/login/),
    ]);
    expect((await openSystemPage(copy, await signInAsAdministrator(copy))).status).toBe(200);
  } finally {
    await copy.stop();
    await removeDataDirectory(copy);
  }
});

test("an operator's commands work beside the site, which serves on and seals with each new key", async () => {
  await sendForm("+14035550161");
  const keysBefore = await readFile(join(folder, "keys.json"), "utf8");

  const added = await run("key:new");
  expect([added.code, added.said]).toEqual([0, expect.stringMatching(/wraps what is sealed from/)]);
  expect(await readFile(join(folder, "keys.json"), "utf8")).not.toBe(keysBefore);
  const first = await run("audit:verify");
  expect([first.code, first.said]).toEqual([
    0,
    expect.stringMatching(/each follows the one before/),
  ]);
  const head = /^\d+:[\w-]{43}$/m.exec(first.said)?.[0] ?? "";
  await sendForm("+14035550162");
  const between = await run("key:check");
  expect([between.code, between.said]).toEqual([0, expect.stringMatching(/ with key /)]);

  const rotated = await run("key:rotate", "--destroy-old");
  expect([rotated.code, rotated.said]).toEqual([
    0,
    expect.stringMatching(/values are wrapped with the newest key[^]*older keys are gone/),
  ]);
  const after = await run("key:check");
  expect([after.code, after.said]).toEqual([0, expect.not.stringMatching(/ with key |not open/)]);
  expect(after.said).toContain("with the newest key");
  await sendForm("+14035550163");

  const input = await run("role", "buyer@example.com", "staff");
  expect([input.code, input.said]).toEqual([
    0,
    expect.stringMatching(/^buyer@example\.com is staff now\.\n/),
  ]);
  expect(await ask(`select role from "user" where email = 'buyer@example.com'`)).toEqual([
    { role: "staff" },
  ]);

  const file = join(folder, "site.backup");
  expect(await run("backup", file)).toMatchObject({ code: 0 });
  expect((await readFile(file)).byteLength).toBeGreaterThan(10_000);

  const second = await run("audit:verify", head);
  expect([second.code, second.said]).toEqual([0, expect.stringMatching(/each follows/)]);
  const onRecord = await ask<{ action: string }>(
    "select action from audit_record where actor_kind = 'operator' order by position",
  );
  expect(onRecord.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["key_added", "keys_rotated", "keys_forgotten", "role_given"]),
  );
  const forged = await run("audit:verify", head.replace(/:.*/, `:${"a".repeat(43)}`));
  expect([forged.code, forged.said]).toEqual([1, expect.stringMatching(/cut off or written anew/)]);

  // The demo is not fit for real visitors, and doctor reports that.
  const output = await run("doctor");
  expect([output.code, output.said]).toEqual([
    1,
    expect.stringMatching(/^This starts the demonstration/),
  ]);
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
});
