import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { phoneVerificationTable } from "#domain/phone-verification/phone-verification.table.ts";
import { draftTable } from "#domain/draft/draft.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { outboxMessageTable } from "#platform/outbox/outbox.table.ts";
import { deleteWhatRanOut } from "./retention.server.ts";

useTestDatabase();

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

  await deleteWhatRanOut();

  const { rows } = await db().execute(sql`select
    (select count(*)::int from draft) as drafts,
    (select count(*)::int from phone_verification) as codes,
    (select count(*)::int from outbox_message) as messages`);
  expect(rows).toEqual([{ drafts: 1, codes: 1, messages: 1 }]);
});
