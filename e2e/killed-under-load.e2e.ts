import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, inject, test, vi } from "vitest";
import pg from "pg";
import { createDatabase, dropDatabase } from "#packages/embedded-postgres/databases";
import { migrateDatabase } from "#platform/database/database.server.ts";
import { newAddress } from "#platform/request/visitor.fixture.ts";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import {
  preApprovalFields,
  type Program,
  programFor,
  sellCarFields,
  verifyPhone,
} from "./program.fixture.ts";
import {
  findDatabaseUrl,
  newDataDirectory,
  removeDataDirectory,
  type Site,
  spawnSite,
  startSite,
} from "./site.fixture.ts";

const SUBMISSIONS = 120;
/**
 * The kill happens in the middle: many are acknowledged, many are in progress, some are not sent
 * yet.
 */
const ACKNOWLEDGED_BEFORE_KILL = 36;

let site: Site;

afterEach(async () => {
  await site.stop();
  await removeDataDirectory(site);
});

const makePhone = (index: number) => `+1403555${String(1000 + index)}`;

/** Three forms in turn. Each causes other messages (a dealership's copy, invitations). */
const SENDERS: readonly ((index: number, program: Program) => Promise<Sent>)[] = [
  async (index, program) => {
    const phone = makePhone(index);
    await verifyPhone(program, site.origin, phone);
    const id = randomUUID();
    const fields = preApprovalFields({
      phoneNumber: phone,
      submissionId: id,
      email: makeMailbox(id),
    });
    return { id, send: () => program.post("/forms/pre-approval", fields) };
  },
  async (_index, program) => {
    const id = randomUUID();
    const fields = sellCarFields({
      submissionId: id,
      shareWithDealerships: "yes",
      sellerEmail: makeMailbox(id),
    });
    return { id, send: () => program.post("/forms/sell-car", fields) };
  },
  async (_index, program) => {
    const id = randomUUID();
    const fields = {
      ...CREDIT_APPLICANT,
      submissionId: id,
      email: makeMailbox(id),
      creditCheck: "yes",
      shareWithDealership: "yes",
    };
    return { id, send: () => program.post("/forms/credit-application", fields) };
  },
];

type Sent = { id: string; send: () => ReturnType<Program["post"]> };

/**
 * A different mailbox for each, because the number of confirmations an hour is limited for each
 * mailbox.
 */
function makeMailbox(id: string): string {
  return `${id}@example.com`;
}

test(`a server killed while ${SUBMISSIONS} submissions are under way loses and doubles none`, async () => {
  // More people ask for a code in these seconds than the default daily budget allows in a minute.
  site = await startSite({ SMS_DAILY_BUDGET: "10000" });
  // The demo's own messages: some were given up, one waits for its next attempt.
  const unsentBefore = await listUnsent(site);
  const submissions: Sent[] = [];
  for (let index = 0; index < SUBMISSIONS; index += 1) {
    const prepare = SENDERS[index % SENDERS.length]!;
    submissions.push(await prepare(index, programFor(site.origin, newAddress())));
  }

  const acknowledged = new Map<string, string>();
  let killed: Promise<void> | undefined;
  await Promise.allSettled(
    submissions.map(async ({ id, send }) => {
      const { body } = await send();
      if (body["result"] !== "success") return;
      acknowledged.set(id, String(body["reference"]));
      if (acknowledged.size >= ACKNOWLEDGED_BEFORE_KILL) killed ??= site.kill();
    }),
  );
  await killed;
  expect(acknowledged.size).toBeGreaterThanOrEqual(ACKNOWLEDGED_BEFORE_KILL);
  expect(acknowledged.size).toBeLessThan(SUBMISSIONS);

  site = await startSite({}, site.dataDirectory);
  const rows = (await storedRows(site)).filter(({ id }) =>
    submissions.some((sent) => sent.id === id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [id, reference] of acknowledged)
    expect(byId.get(id)?.reference, `${id} was acknowledged`).toBe(reference);
  for (const row of rows) {
    // Every stored submission, acknowledged or not, has its lead and its messages.
    expect(row, `${row.form} ${row.id} is whole`).toMatchObject({ leads: 1, events: true });
    expect(row.messages, `${row.form} ${row.id} owes messages`).toBeGreaterThan(0);
    // Consents are stored together with their submission: for a car, two terms and the sharing.
    const consents = row.form === "sell-car" ? 3 : 2;
    if (row.form !== "pre-approval") expect(row.consents, row.form).toBe(consents);
    // So are sealed values and their key.
    expect(row.sealed, `${row.form} ${row.id} opens`).toBe(row.keys > 0);
    if (row.form === "credit-application") expect(row.sealed).toBe(true);
  }
  expect(new Set(rows.map(({ form }) => form))).toEqual(
    new Set(["pre-approval", "sell-car", "credit-application"]),
  );
  // Including the messages that the killed process had leased, when their lease has expired.
  await vi.waitFor(async () => expect(await listUnsent(site)).toEqual(unsentBefore), {
    timeout: 90_000,
    interval: 1_000,
  });
});

/**
 * A migrations folder with only the first `count` migrations, as on a site that was started long
 * ago.
 */
async function cutMigrations(folder: string, count: number): Promise<string> {
  const journal = JSON.parse(await readFile("drizzle/meta/_journal.json", "utf8")) as {
    entries: { tag: string }[];
  };
  const entries = journal.entries.slice(0, count);
  await mkdir(join(folder, "meta"));
  await writeFile(join(folder, "meta", "_journal.json"), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) await copyFile(`drizzle/${tag}.sql`, join(folder, `${tag}.sql`));
  return folder;
}

test("a start killed in the middle of an upgrade's migrations leaves them to the next, which finishes", async () => {
  const name = `upgrade_${randomUUID().replaceAll("-", "")}`;
  const url = await createDatabase(inject("testPostgres").url, name);
  const dataDirectory = await newDataDirectory(tmpdir(), { withDatabase: false });
  const old = await mkdtemp(join(tmpdir(), "old-migrations-"));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const count = async (from: string) =>
    Number((await client.query<{ count: string }>(`select count(*) from ${from}`)).rows[0]?.count);
  try {
    await migrateDatabase(url, await cutMigrations(old, 30));
    await client.query(
      `insert into "user" (id, name, email, email_verified) values ('u1', 'Camille Roy', 'camille@example.ca', true)`,
    );
    // A later migration changes this table, and must wait for the transaction that reads it.
    await client.query("begin");
    await client.query("lock table audit_record in access share mode");
    const starting = spawnSite({ DATABASE_URL: url }, dataDirectory);
    const ended = once(starting, "exit");
    await expect
      .poll(() => count("pg_locks where relation = 'audit_record'::regclass and not granted"), {
        timeout: 60_000,
      })
      .toBe(1);
    starting.kill("SIGKILL");
    await ended;
    await client.query("rollback");

    site = await startSite({ DATABASE_URL: url }, dataDirectory);
    expect((await fetch(site.origin)).status).toBe(200);
    const { entries } = JSON.parse(await readFile("drizzle/meta/_journal.json", "utf8")) as {
      entries: unknown[];
    };
    expect(await count("drizzle.__drizzle_migrations")).toBe(entries.length);
    expect(await count(`"user" where id = 'u1'`)).toBe(1);
  } finally {
    await client.end();
    await site.stop();
    await dropDatabase(inject("testPostgres").url, name);
    await rm(old, { recursive: true });
  }
});

async function listUnsent(from: Site): Promise<string[]> {
  const client = new pg.Client({ connectionString: await findDatabaseUrl(from) });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      "select id from message where state <> 'sent' order by id",
    );
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

type StoredRow = {
  id: string;
  form: string;
  reference: string;
  leads: number;
  consents: number;
  messages: number;
  events: boolean;
  sealed: boolean;
  keys: number;
};

async function storedRows(from: Site): Promise<StoredRow[]> {
  const client = new pg.Client({ connectionString: await findDatabaseUrl(from) });
  await client.connect();
  try {
    const { rows } = await client.query<StoredRow>(`
      select s.id, s.form_name as form, s.reference, s.sealed_answers is not null as sealed,
        (select count(*)::int from data_key k where k.owner_table = 'submission' and k.record_id = s.id) as keys,
        (select count(*)::int from lead l where l.submission_id = s.id) as leads,
        (select count(*)::int from consent c where c.submission_id = s.id) as consents,
        (select count(*)::int from message d join lead l on l.id = d.lead_id where l.submission_id = s.id) as messages,
        exists (select 1 from lead_event e join lead l on l.id = e.lead_id where l.submission_id = s.id) as events
      from submission s`);
    return rows;
  } finally {
    await client.end();
  }
}
