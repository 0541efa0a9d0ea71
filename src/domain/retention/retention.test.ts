import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { recordAct } from "#domain/audit/record-audit.server.ts";
import { phoneVerificationTable } from "#domain/phone-verification/phone-verification.table.ts";
import { draftTable } from "#domain/draft/draft.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { outboxMessageTable } from "#platform/outbox/outbox.table.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { deleteWhatRanOut } from "./retention.server.ts";

useTestDatabase();
useTestVault();

const HOUR_MS = 60 * 60_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

const draft = (expiresAt: Date) => ({
  id: randomUUID(),
  visitorHash: randomUUID(),
  formName: "pre-approval",
  formVersion: 1,
  sealedContent: Buffer.from("sealed"),
  expiresAt,
});
const code = (sentAt: Date) => ({
  id: randomUUID(),
  visitorHash: "visitor",
  phone: "+14165550100",
  purpose: "pre_approval" as const,
  codeHash: "hash",
  sentAt,
  expiresAt: sentAt,
});
const message = (createdAt: Date) => ({
  channel: "sms" as const,
  to: "+14165550100",
  text: "code",
  createdAt,
});

test("what ran out goes, what has not stays", async () => {
  await db()
    .insert(draftTable)
    .values([draft(hoursAgo(1)), draft(hoursAgo(-1))]);
  await db()
    .insert(phoneVerificationTable)
    .values([code(hoursAgo(25)), code(hoursAgo(23))]);
  await db()
    .insert(outboxMessageTable)
    .values([message(hoursAgo(8 * 24)), message(hoursAgo(6 * 24))]);

  // On record seven years and two days ago, and a day less than seven years.
  for (const days of [7 * 366, 7 * 365 - 1]) {
    vi.useFakeTimers({ toFake: ["Date"], now: hoursAgo(24 * days) });
    await recordAct({ action: "records_read" });
    vi.useRealTimers();
  }

  await deleteWhatRanOut();

  const { rows } = await db().execute(sql`select
    (select count(*)::int from draft) as drafts,
    (select count(*)::int from phone_verification) as codes,
    (select count(*)::int from outbox_message) as messages,
    (select string_agg(action, ' ' order by position) from audit_record) as records`);
  expect(rows).toEqual([
    { drafts: 1, codes: 1, messages: 1, records: "records_read records_forgotten" },
  ]);
});
