import { randomBytes, randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withConnection } from "#platform/database/database.server.ts";
import { startPooler } from "#platform/database/pooler.fixture.ts";
import { testDatabase } from "#platform/database/test-database.server.ts";
import { readEnv } from "#platform/env/env.server.ts";
import type { OperatorDetails } from "#site/site.ts";
import {
  createVaultKeys,
  rotateVaultKeys,
  type VaultKeys,
  writeVaultKeys,
} from "#platform/vault/key-file.server.ts";
import { markKeys } from "#platform/vault/same-keys.server.ts";
import { examineConfiguration, refuseUnsafe } from "./doctor.ts";
import { describeExampleDetails } from "./doctor-details.ts";
import { describeNewestBackup } from "./doctor-backups.ts";
import { describePoolers } from "./doctor-database.ts";

let folder: string;
let good: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "doctor-"));
  const keys = join(folder, "keys.json");
  await writeFile(keys, writeVaultKeys(createVaultKeys()), { mode: 0o600 });
  await writeFile(join(folder, "backup.key"), randomBytes(32).toString("base64"), { mode: 0o600 });
  await writeFile(join(folder, "open.json"), writeVaultKeys(createVaultKeys()));
  await chmod(join(folder, "open.json"), 0o644);
  good = {
    DEMO: "0",
    SITE_URL: "https://cars.example.ca",
    DATA_DIR: join(folder, "data"),
    KEY_FILE: keys,
    BACKUP_KEY_FILE: join(folder, "backup.key"),
    SMTP_URL: "smtp://user:s3cret@mail.example.ca:587",
    MAIL_FROM: "Rouvia <hello@example.ca>",
    SMS_URL:
      "twilio://AC00000000000000000000000000000000:s3cret@api.twilio.com?from=%2B14165550123",
  };
});
afterAll(() => rm(folder, { recursive: true }));

function environment(changes: Record<string, string> = {}) {
  const read = readEnv({ ...good, ...changes });
  if (!read.ok) throw new Error(read.problems.join(" "));
  return read.env;
}

/** The details of an operator who has entered their own name and address. */
const ownDetails: OperatorDetails = {
  legalName: "Maple Motors Ltd.",
  streetAddress: "18 Wellington Street",
  email: "hello@maplemotors.ca",
  phone: "+14165551234",
  privacyOfficer: { name: "Robin Tremblay", email: "privacy@maplemotors.ca" },
  social: {
    facebook: "https://www.facebook.com/maplemotors",
    instagram: "https://www.instagram.com/maplemotors",
    tiktok: "https://www.tiktok.com/@maplemotors",
  },
};
const examine = (env: ReturnType<typeof environment>) => examineConfiguration(env, ownDetails);

test("the demonstration's own details are named, one by one", async () => {
  expect(describeExampleDetails(ownDetails)).toBeNull();
  expect(describeExampleDetails({ ...ownDetails, phone: "+14165550123" })).toMatch(
    /demonstration.s phone: /,
  );
  expect(
    await examineConfiguration(environment(), { ...ownDetails, email: "a@example.com" }),
  ).toEqual([{ kind: "missing", text: expect.stringContaining("email"), line: "/staff/settings" }]);
});

/** A role without any rights except the ownership of every table there. */
async function createOwner(url: string) {
  const role = `owner_${randomUUID().replaceAll("-", "")}`;
  const run = (statement: string) => withConnection(url, (client) => client.query(statement));
  await run(`create role ${role} login password 'p'; alter table audit_record owner to ${role}`);
  const address = new URL(url);
  address.username = role;
  address.password = "p";
  return { url: address.href, drop: () => run(`drop owned by ${role}; drop role ${role}`) };
}

test.each([
  "postgres://u:p@127.0.0.1:1/cars",
  "postgres://u:p@%2Fvar%2Frun%2Fpostgresql/cars",
  "postgres://u:p@db/cars?sslmode=verify-full",
])("the way to a database is safe: %s", async (url) => {
  const urls = { DATABASE_URL: url, MIGRATE_DATABASE_URL: url };
  expect(await examine(environment(urls))).toEqual([]);
});

test("a site that is set up has nothing to be told", async () => {
  expect(await examine(environment())).toEqual([]);
  expect(await refuseUnsafe(environment())).toBeNull();
});

describe("what is found", () => {
  const REMOTE = "postgres://u:p@db/cars";
  const databases = {
    DATABASE_URL: "postgres://u:p@127.0.0.1:1/cars",
    MIGRATE_DATABASE_URL: "postgres://o:p@127.0.0.1:1/cars",
    // With uploads in a store that every machine can reach.
    S3_URL: "s3://K:S@store.example/cars?region=x",
  };
  test.each<[what: string, changes: Record<string, string>, kind: string, line: RegExp]>([
    ["no address", { SITE_URL: "" }, "unsafe", /^SITE_URL=https:/],
    ["an address in clear", { SITE_URL: "http://cars.example.ca" }, "unsafe", /^SITE_URL=https:/],
    ["no keys", { KEY_FILE: "" }, "unsafe", /^KEY_FILE=/],
    ["keys that are not there", { KEY_FILE: "/nowhere/keys.json" }, "unsafe", /^KEY_FILE=/],
    ["all the world a proxy", { TRUST_PROXY: "0.0.0.0/0" }, "unsafe", /^TRUST_PROXY=/],
    ["all the world a proxy by IPv6", { TRUST_PROXY: "::/0" }, "unsafe", /^TRUST_PROXY=/],
    ["another Google", { GOOGLE_URL: "https://id.example" }, "unsafe", /^GOOGLE_URL=$/],
    [
      "storage in clear",
      { S3_URL: "s3+http://K:S@store.example/cars?region=x" },
      "unsafe",
      /^S3_URL=s3:/,
    ],
    ["sheets in clear", { SPREADSHEET_URL: "http://sheet.example/x" }, "unsafe", /^SPREADSHEET_/],
    ["places in clear", { GEOAPIFY_URL: "http://places.example" }, "unsafe", /^GEOAPIFY_URL=/],
    [
      "breached passwords in clear",
      { PASSWORD_RANGE_URL: "http://breaches.example" },
      "unsafe",
      /^PASSWORD_RANGE_URL=/,
    ],
    ["no mail", { SMTP_URL: "", MAIL_FROM: "" }, "missing", /^SMTP_URL=/],
    ["mail from nobody", { MAIL_FROM: "" }, "missing", /^MAIL_FROM=/],
    ["mail in clear", { SMTP_URL: "smtp://mail.example.ca?tls=off" }, "unusual", /^SMTP_URL=/],
    ["no codes", { SMS_URL: "" }, "missing", /^SMS_URL=/],
    ["half of Google", { GOOGLE_CLIENT_ID: "id" }, "missing", /^GOOGLE_CLIENT_SECRET=/],
    ["a database in clear", { ...databases, DATABASE_URL: REMOTE }, "unsafe", /^DATABASE_URL=/],
    [
      "one that may answer in clear",
      { ...databases, DATABASE_URL: `${REMOTE}?sslmode=prefer` },
      "unsafe",
      /^DATABASE_URL=/,
    ],
    [
      "a database in clear for its owner",
      { ...databases, MIGRATE_DATABASE_URL: REMOTE },
      "unsafe",
      /^MIGRATE_DATABASE_URL=/,
    ],
    [
      "a replica in clear",
      { ...databases, DATABASE_READ_URLS: REMOTE },
      "unsafe",
      /^DATABASE_READ_URLS=/,
    ],
    [
      "a database that does not answer",
      { DATABASE_URL: "postgres://u:s3cret@127.0.0.1:1/cars" },
      "missing",
      /^DATABASE_URL=/,
    ],
    ["no daily backups", { BACKUPS: "off" }, "unusual", /^BACKUPS=daily$/],
    ["backups under the site's own key", { BACKUP_KEY_FILE: "" }, "unusual", /^BACKUP_KEY_FILE=/],
    ["no key for backups", { BACKUP_KEY_FILE: "/nowhere" }, "missing", /^BACKUP_KEY_FILE=/],
    ["no bucket", { BACKUP_S3_URL: "s3://nothing" }, "missing", /^BACKUP_S3_URL=/],
    ["no folder for backups", { BACKUP_DIR: "/dev/null/backups" }, "missing", /^BACKUP_DIR=/],
    ["no log", { LOG_LEVEL: "silent" }, "unusual", /^LOG_LEVEL=info/],
    ["too much log", { LOG_LEVEL: "trace" }, "unusual", /^LOG_LEVEL=info/],
    ["an open door without a proxy", { HOST: "0.0.0.0" }, "unusual", /^TRUST_PROXY=/],
  ])("%s", async (_what, changes, kind, line) => {
    const findings = await examine(environment(changes));
    expect(findings).toEqual([
      { kind, text: expect.stringMatching(/^[A-Z].+\.$/s), line: expect.stringMatching(line) },
    ]);
    // The start refuses what is unsafe and nothing else.
    expect((await refuseUnsafe(environment(changes))) !== null).toBe(kind === "unsafe");
    expect(await refuseUnsafe(environment({ ...changes, DEMO: "1" }))).toBeNull();
    expect(JSON.stringify(findings)).not.toContain("s3cret");
  });

  test("a role in the database that may do more than the site needs", async () => {
    const { url, siteUrl, drop } = await testDatabase();
    const findFor = (address: string) => examine(environment({ DATABASE_URL: address }));
    try {
      expect(await findFor(siteUrl)).toEqual([]);
      expect(await findFor(url)).toMatchObject([
        { kind: "unsafe", text: expect.stringContaining("is a superuser") },
      ]);
      expect(await refuseUnsafe(environment({ DATABASE_URL: url }))).toContain("is a superuser");
      const owner = await createOwner(url);
      expect(await findFor(owner.url)).toMatchObject([
        { kind: "unusual", text: expect.stringContaining("owns audit_record") },
      ]);
      expect(await refuseUnsafe(environment({ DATABASE_URL: owner.url }))).toBeNull();
      await owner.drop();
    } finally {
      await drop();
    }
  });

  const run = {
    state: "proved",
    startedAt: "now() - interval '1 hour'",
    keyIds: [] as string[],
    keyMark: null as string | null,
    fault: null as string | null,
  };

  const open = "today's keys open it.";
  test.each<
    [what: string, change: Partial<typeof run> | null, found: RegExp | null, told: RegExp | null]
  >([
    [
      "a backup of this hour",
      {},
      null,
      RegExp(
        `^The newest backup is 60 minutes old .* UTC\\), was proved by a restore, and ${open}`,
      ),
    ],
    ["none, on a new site", null, null, null],
    [
      "an old one",
      { startedAt: "now() - interval '9 days'" },
      /newest backup is 9 days old/,
      /^The newest backup is 9 days old/,
    ],
    [
      "one that could not be proved",
      { state: "unproved", fault: "no_rights" },
      /proved by a restore never\. .*not restored on trial/,
      RegExp(`and was not proved \\(none was yet\\); ${open}`),
    ],
    [
      "one under keys that are gone",
      { keyIds: ["00ff00ff00ff00ff"] },
      /KEY_FILE does not hold/,
      /today's keys do not open all of it/,
    ],
    [
      "one under another key for backups",
      { keyMark: "another" },
      /another than the newest/,
      /today's keys do not open all of it/,
    ],
  ])("the newest backup: %s", async (_what, change, said, notified) => {
    const { url, siteUrl, drop } = await testDatabase();
    const { state, startedAt, keyIds, keyMark, fault } = { ...run, ...change };
    try {
      if (change)
        await withConnection(url, (client) =>
          client.query(
            `insert into backup_run (state, started_at, key_ids, key_mark, fault)
             values ($1, ${startedAt}, $2, $3, $4)`,
            [state, keyIds, keyMark, fault],
          ),
        );
      const findings = await examine(environment({ DATABASE_URL: siteUrl }));
      const sentence = await describeNewestBackup(environment({ DATABASE_URL: siteUrl }));
      if (notified) expect(sentence).toMatch(notified);
      else expect(sentence).toBeNull();
      expect(findings).toEqual(
        said
          ? [{ kind: "missing", text: expect.stringMatching(said), line: expect.any(String) }]
          : [],
      );
    } finally {
      await drop();
    }
  });

  test("a site of days that has no backup", async () => {
    const { url, siteUrl, drop } = await testDatabase();
    try {
      await withConnection(url, (client) =>
        client.query(
          `insert into "user" (id, name, email, created_at)
           values ('amara', 'Amara', 'amara@example.ca', now() - interval '5 days')`,
        ),
      );
      expect(await examine(environment({ DATABASE_URL: siteUrl }))).toMatchObject([
        { kind: "missing", text: "The site is 5 days old and has no backup." },
      ]);
    } finally {
      await drop();
    }
  });

  test("a pooler in transaction mode before the database", async () => {
    const { siteUrl, drop } = await testDatabase();
    const pooler = await startPooler(siteUrl);
    try {
      const own = environment({ DATABASE_URL: pooler.url });
      const findings = await examine(own);
      expect(findings).toEqual([
        {
          kind: "unusual",
          text: expect.stringMatching(/^What answers at DATABASE_URL .*session mode.*\.$/),
          line: expect.stringMatching(/^DATABASE_URL=/),
        },
      ]);
      expect(await describePoolers(own)).toEqual([
        { name: "DATABASE_URL", text: findings[0]?.text },
      ]);
      expect(await refuseUnsafe(own)).toBeNull();
    } finally {
      await pooler.stop();
      await drop();
    }
  });

  test.each([
    ["are another site's", () => createVaultKeys(), /at work with other keys .*copy its key file/],
    ["hold a newer key", rotateVaultKeys, /seals with a key that KEY_FILE does not hold/],
    ["are the same", (keys: VaultKeys) => keys, null],
  ])("another process at work whose keys %s", async (_what, change, said) => {
    const { siteUrl, drop } = await testDatabase();
    const keys = createVaultKeys();
    const file = join(folder, `${randomUUID()}.json`);
    await writeFile(file, writeVaultKeys(keys), { mode: 0o600 });
    const other = new pg.Client({
      connectionString: siteUrl,
      application_name: `rouvia watch ${markKeys(change(keys))}`,
    });
    await other.connect();
    try {
      const own = environment({ DATABASE_URL: siteUrl, KEY_FILE: file });
      const finding = {
        kind: "unsafe",
        text: expect.stringMatching(said ?? ""),
        line: expect.stringMatching(/^KEY_FILE=/),
      };
      expect(await examine(own)).toEqual(said ? [finding] : []);
      expect((await refuseUnsafe(own)) !== null).toBe(said !== null);
    } finally {
      await other.end();
      await drop();
    }
  });

  test("keys that others may read, and keys beside the data", async () => {
    const open = await examine(environment({ KEY_FILE: join(folder, "open.json") }));
    expect(open.map(({ kind }) => kind)).toEqual(["unsafe"]);
    const inside = await examine(environment({ DATA_DIR: folder }));
    expect(inside.map(({ kind }) => kind)).toEqual(["unsafe"]);
  });

  test("keys that were not changed for a long time", async () => {
    const file = join(folder, "old.json");
    const before = new Date(Date.now() - 100 * 24 * 60 * 60_000);
    await writeFile(file, writeVaultKeys(createVaultKeys()), { mode: 0o600 });
    await utimes(file, before, before);
    const findings = await examine(environment({ KEY_FILE: file }));
    expect(findings).toMatchObject([{ kind: "unusual", line: expect.stringContaining("key:new") }]);
  });

  test("nothing is made or changed by looking", async () => {
    await examine(environment({ KEY_FILE: join(folder, "none.json") }));
    await expect(rm(join(folder, "none.json"))).rejects.toThrow("ENOENT");
  });
});
