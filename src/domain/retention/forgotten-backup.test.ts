import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { changeDraft } from "#domain/draft/draft.server.ts";
import { draftTable } from "#domain/draft/draft.table.ts";
import { creditApplicationForm as form } from "#domain/credit-application/credit-application.form.ts";
import { creditApplicationHandler as handler } from "#domain/credit-application/credit-application-handler.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { goodPost } from "#forms/form-cases.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { openForRecord } from "#platform/vault/record-vault.server.ts";
import { SEALED_COLUMNS } from "#server/sealed-columns.ts";
import { useSite } from "#server/site.fixture.ts";
import { deleteWhatRanOut, RECORDS_WITH_KEYS } from "./retention.server.ts";

useSite();
afterEach(() => vi.useRealTimers());

const DAY_MS = 24 * 60 * 60_000;

async function apply(): Promise<string> {
  const submissionId = randomUUID();
  const fields = { submissionId, ...goodPost(form, now()), sinNumber: "193 456 787" };
  const visitor = readVisitor({ context: makeContext({ visitorHash: randomUUID() }) });
  const sent = await receivePost(handler, rawFields(fields), visitor);
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  return submissionId;
}

const openAnswers = (id: string, bytes: Buffer | null | undefined) =>
  openForRecord(db(), bytes ?? Buffer.of(), {
    table: "submission",
    column: "sealed_answers",
    recordId: id,
  });

test("every sealed column but the keys and the messages belongs to a record with a key", () => {
  const others = SEALED_COLUMNS.filter(({ table }) => table !== "data_key" && table !== "message");
  const owners = RECORDS_WITH_KEYS.map(({ table, column }) => ({ table, column }));
  expect(owners.toSorted((a, b) => (a.table < b.table ? -1 : 1))).toEqual(
    others.map(({ table, column }) => ({ table, column })),
  );
});

test("once retention ran, the backup of the day before opens neither", async () => {
  const forgotten = await apply();
  const draftVisitor = randomUUID();
  await changeDraft(draftVisitor, form, (_draft, keep) =>
    keep({ answers: { sinNumber: "193456787" }, consents: [] }),
  );
  // As docs/decisions say: the backup of the database leaves out what is in data_key.
  const backup = {
    submissions: await db().select().from(submissionTable),
    drafts: await db().select().from(draftTable).where(eq(draftTable.visitorHash, draftVisitor)),
  };
  const before = backup.submissions.find(({ id }) => id === forgotten);
  expect((await openAnswers(forgotten, before?.sealedAnswers)).ok).toBe(true);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 181 * DAY_MS });
  const young = await apply();
  await deleteWhatRanOut();

  await db().delete(draftTable).where(eq(draftTable.visitorHash, draftVisitor));
  await db().insert(draftTable).values(backup.drafts);
  await db()
    .update(submissionTable)
    .set({ sealedAnswers: before?.sealedAnswers ?? null })
    .where(eq(submissionTable.id, forgotten));
  const restored = await db().select().from(submissionTable);
  const bytesOf = (id: string) => restored.find((row) => row.id === id)?.sealedAnswers;
  expect(await openAnswers(forgotten, bytesOf(forgotten))).toEqual({ ok: false, code: "shredded" });
  expect((await openAnswers(young, bytesOf(young))).ok).toBe(true);
  const [draft] = backup.drafts;
  const context = { table: "draft", column: "sealed_content", recordId: draft?.id ?? "" };
  const opened = await openForRecord(db(), draft?.sealedContent ?? Buffer.of(), context);
  expect(opened).toEqual({ ok: false, code: "shredded" });
  const { rows } = await db().execute(sql`select owner_table, record_id from data_key`);
  expect(rows).toEqual([{ owner_table: "submission", record_id: young }]);
});
