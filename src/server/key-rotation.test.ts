import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { changeDraft, findDraft } from "#domain/draft/draft.server.ts";
import { draftTable } from "#domain/draft/draft.table.ts";
import { NAME_ONLY } from "#domain/lead/lead.fixture.ts";
import { receiveSubmission } from "#domain/lead/receive-submission.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { notify, readParams } from "#domain/notification/notify.server.ts";
import { defineForm } from "#forms/define-form.ts";
import { db } from "#platform/database/database.server.ts";
import { env } from "#platform/env/env.server.ts";
import { replaceKeyFile, rotateVaultKeys } from "#platform/vault/key-file.server.ts";
import { KEYS_TAKEN_OVER_MS } from "#platform/vault/key-wrapper.server.ts";
import { countSealed, rewrapSealed, rewrapUntilDone } from "#platform/vault/rotate-keys.server.ts";
import { dataKeyTable } from "#platform/vault/data-key.table.ts";
import { openForRecord } from "#platform/vault/record-vault.server.ts";
import { keyFilePath, loadKeys, vault } from "#platform/vault/vault.server.ts";
import { SEALED_COLUMNS } from "./sealed-columns.ts";
import { useSite } from "./site.fixture.ts";

useSite();

const form = defineForm({
  name: "rotation-form",
  version: 1,
  basePath: "/test",
  messagePrefix: "test",
  steps: [
    {
      slug: "all",
      questions: [
        { kind: "text", name: "companyName" },
        { kind: "date", name: "dateOfBirth", must: "be a birthday", sealed: true },
      ],
    },
  ],
});

const VISITORS = Array.from({ length: 400 }, (_, index) => `visitor-${index}`);

const saveDraft = (visitor: string, companyName: string) =>
  changeDraft(visitor, form, (_draft, keep) => keep({ answers: { companyName }, consents: [] }));

async function readCompany(visitor: string): Promise<string | undefined> {
  return (await findDraft(visitor, form))?.answers.companyName;
}

beforeAll(async () => {
  for (const visitor of VISITORS) await saveDraft(visitor, `before ${visitor}`);
});

async function keys() {
  const loaded = await loadKeys(env(), { mayCreate: false });
  if (!loaded.ok) throw new Error(loaded.detail);
  return loaded.keys;
}

async function addKey() {
  const added = rotateVaultKeys(await keys());
  await replaceKeyFile(keyFilePath(env()), added);
  return added.active.id;
}

async function storeOneOfEach() {
  const id = randomUUID();
  await receiveSubmission({
    id,
    form,
    answers: { companyName: "Prairie Steel", dateOfBirth: "1987-06-05" },
    locale: "en",
    facts: { kind: "pre_approval", ...NAME_ONLY },
    consents: [],
  });
  const params = { name: "Amara" };
  await db().transaction((transaction) =>
    notify(transaction, {
      event: "account_deleted",
      to: "amara@example.ca",
      locale: "en",
      params,
    }),
  );
  return id;
}

test("every sealed column of the database is in the list", async () => {
  const { rows } = await db().execute(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and column_name like 'sealed%' and data_type = 'bytea'
    order by 1, 2`);
  expect(rows).toEqual(SEALED_COLUMNS.map(({ table, column }) => ({ table, column })));
});

test("what each owner sealed is wrapped anew, opens for its owner, and needs the old key no more", async () => {
  const submissionId = await storeOneOfEach();
  const old = (await keys()).active.id;
  const active = await addKey();
  const { faults } = await rewrapUntilDone(db(), SEALED_COLUMNS, vault());
  expect(faults).toBe(0);
  for (const { table, byKey, faults: broken } of await countSealed(db(), SEALED_COLUMNS, vault())) {
    // Records' values name no key of the vault: their own keys are in data_key.
    expect([...byKey.keys()], table).toEqual(
      table === "data_key" || table === "message" ? [active] : [],
    );
    expect(broken.size, table).toBe(0);
  }
  const [message] = await db()
    .select()
    .from(messageTable)
    .where(eq(messageTable.event, "account_deleted"));
  expect(message && (await readParams(message))).toEqual({ name: "Amara" });
  const [row] = await db()
    .select()
    .from(submissionTable)
    .where(eq(submissionTable.id, submissionId));
  const context = { table: "submission", column: "sealed_answers", recordId: submissionId };
  const opened = await openForRecord(db(), row?.sealedAnswers ?? Buffer.of(), context);
  expect(opened).toEqual({ ok: true, plaintext: '{"dateOfBirth":"1987-06-05"}' });
  expect(old).not.toBe(active);
});

test("under load nothing is unreadable, nothing is lost, and a stopped run goes on", async () => {
  await addKey();
  let isOver = false;
  const written = new Map<string, string>();
  const unreadable: string[] = [];
  let reads = 0;
  const pick = () => VISITORS[Math.floor(Math.random() * VISITORS.length)] ?? "visitor-0";
  const readers = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      const visitor = pick();
      if ((await readCompany(visitor)) === undefined) unreadable.push(visitor);
      reads += 1;
    }
  });
  const writers = Array.from({ length: 3 }, async (_, writer) => {
    for (let turn = 0; !isOver; turn += 1) {
      // Each writer has visitors of its own, so that it knows the expected values.
      const visitor = `visitor-${(turn % 100) * 3 + writer}`;
      const company = `turn ${turn} of ${writer}`;
      await saveDraft(visitor, company);
      written.set(visitor, company);
    }
  });
  // A run that is stopped in the middle: it throws after its first slice.
  const stopped = rewrapSealed(db(), SEALED_COLUMNS, vault(), () => {
    throw new Error("stopped");
  });
  await expect(stopped).rejects.toThrow("stopped");
  const { faults } = await rewrapUntilDone(db(), SEALED_COLUMNS, vault());
  await pause(200);
  isOver = true;
  await Promise.all([...readers, ...writers]);

  expect(unreadable).toEqual([]);
  expect(faults).toBe(0);
  expect(reads).toBeGreaterThan(100);
  expect(written.size).toBeGreaterThan(20);
  for (const [visitor, company] of written) expect(await readCompany(visitor)).toBe(company);
  const active = (await keys()).active.id;
  const counts = await countSealed(db(), SEALED_COLUMNS, vault());
  expect(new Set(counts.flatMap(({ byKey }) => [...byKey.keys()]))).toEqual(new Set([active]));
}, 60_000);

test("with the old keys destroyed a backup of before opens nothing, and the site reads on", async () => {
  const [backup] = await db()
    .select({ recordId: dataKeyTable.recordId, sealedKey: dataKeyTable.sealedKey })
    .from(dataKeyTable)
    .innerJoin(draftTable, eq(draftTable.id, dataKeyTable.recordId))
    .where(eq(draftTable.visitorHash, VISITORS[0] ?? ""));
  if (!backup) throw new Error("There is no draft.");
  const recordId = `draft ${backup.recordId}`;
  const context = { table: "data_key", column: "sealed_key", recordId };
  expect((await vault().open(backup.sealedKey, context)).ok).toBe(true);

  await addKey();
  await rewrapUntilDone(db(), SEALED_COLUMNS, vault());
  const { active, macSecret } = await keys();
  const only = { active, macSecret, byId: new Map([[active.id, active]]) };
  await replaceKeyFile(keyFilePath(env()), only);
  await pause(KEYS_TAKEN_OVER_MS + 100);
  await saveDraft("somebody new", "wrapped with what is left");

  expect(await vault().open(backup.sealedKey, context)).toEqual({
    ok: false,
    code: "unknown_key",
  });
  expect(await readCompany(VISITORS[399] ?? "")).toBe("before visitor-399");
}, 60_000);
