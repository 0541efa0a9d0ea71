import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { preApprovalFields, programFor, verifyPhone } from "./program.fixture.ts";
import {
  findDatabaseUrl,
  newDataDirectory,
  removeDataDirectory,
  type Site,
  startSite,
} from "./site.fixture.ts";

/** What an operator does beside the site while it serves, with its own database. */
let folder: string;
let site: Site;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "maintenance-"));
  await writeFile(join(folder, "backup-key"), randomBytes(32).toString("base64"), { mode: 0o600 });
  environment = {
    KEY_FILE: join(folder, "keys.json"),
    BACKUP_KEY_FILE: join(folder, "backup-key"),
  };
  // Its keys are its own, so nothing may be sealed with others.
  site = await startSite(environment, await newDataDirectory(tmpdir(), { isEmpty: true }));
});

afterAll(async () => {
  await site.stop();
  await removeDataDirectory(site);
  await rm(folder, { recursive: true });
});

type Ended = { code: number; said: string };

function run(...command: string[]): Promise<Ended> {
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
          DATA_DIR: site.dataDirectory,
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

async function ask<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await findDatabaseUrl(site) });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A form with a sealed answer that reaches its draft, and a lead. */
async function sendForm(phone: string): Promise<void> {
  const program = programFor(site.origin);
  await verifyPhone(program, site.origin, phone);
  const fields = preApprovalFields({ phoneNumber: phone, submissionId: randomUUID() });
  expect((await program.post("/forms/pre-approval", fields)).body["result"]).toBe("success");
}

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

  const given = await run("role", "buyer@example.com", "staff");
  expect([given.code, given.said]).toEqual([
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

  // A demonstration is no site for people, and doctor says so.
  const told = await run("doctor");
  expect([told.code, told.said]).toEqual([
    1,
    expect.stringMatching(/^This starts the demonstration/),
  ]);
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
});
