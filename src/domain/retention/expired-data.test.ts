import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, getTableName, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { recordAct } from "#domain/audit/record-audit.server.ts";
import { phoneVerificationTable } from "#domain/phone-verification/phone-verification.table.ts";
import { draftTable } from "#domain/draft/draft.table.ts";
import { draftLinkTable } from "#domain/draft/draft-link.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { outboxMessageTable } from "#platform/outbox/outbox.table.ts";
import { startStorage } from "#platform/storage/storage.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { DOCUMENT_KINDS, DOCUMENT_TYPES } from "#domain/document/document.ts";
import { documentTable } from "#domain/document/document.table.ts";
import {
  emailSignInTable,
  LINK_PURPOSES,
  oneTimeLinkTable,
  userTable,
} from "#domain/identity/identity.table.ts";
import { makeIncident } from "#domain/incident/incident.fixture.ts";
import { incidentTable } from "#domain/incident/incident.table.ts";
import { inboundEmailTable } from "#domain/inbound-email/inbound-email.table.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { newsletterSubscriptionTable } from "#domain/newsletter/newsletter.table.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { privacyRequestTable } from "#domain/privacy-request/privacy-request.table.ts";
import { staffChangeTable } from "#domain/staff-change/staff-change.table.ts";
import { rateLimitTable } from "#platform/limit/rate-limit.table.ts";
import { unclaimedFileTable } from "#platform/storage/unclaimed-file.table.ts";
import { deleteExpiredData, findNextRun, countExpiredData } from "./expired-data.server.ts";

useTestDatabase();
useTestVault();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "retention-"));
  startStorage({ DATA_DIR: folder });
});
afterAll(() => rm(folder, { recursive: true }));

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

  // Recorded seven years and two days ago, and one day less than seven years ago.
  for (const days of [7 * 366, 7 * 365 - 1]) {
    vi.useFakeTimers({ toFake: ["Date"], now: hoursAgo(24 * days) });
    await recordAct({ action: "records_read" });
    vi.useRealTimers();
  }

  expect(await countExpiredData(new Date())).toMatchObject({ records: 1 });
  expect(await deleteExpiredData()).toMatchObject({ drafts: 1, records: 1 });

  const { rows } = await db().execute(sql`select
    (select count(*)::int from draft) as drafts,
    (select count(*)::int from phone_verification) as codes,
    (select count(*)::int from outbox_message) as messages,
    (select string_agg(action, ' ' order by position) from audit_record) as records`);
  expect(rows).toEqual([
    { drafts: 1, codes: 1, messages: 1, records: "records_read records_forgotten" },
  ]);
});

/** Of each kind one row that has expired, and one that has not. */
async function storeWhatRunsOut() {
  await db()
    .insert(draftTable)
    .values([draft(hoursAgo(1)), draft(hoursAgo(-48))]);
  await db()
    .insert(draftLinkTable)
    .values(
      [hoursAgo(1), hoursAgo(-48)].map((expiresAt) => ({
        id: randomUUID(),
        draftId: randomUUID(),
        emailHash: "hash",
        expiresAt,
      })),
    );
  await db()
    .insert(phoneVerificationTable)
    .values([code(hoursAgo(30)), code(hoursAgo(2))]);
  await db()
    .insert(outboxMessageTable)
    .values([message(hoursAgo(9 * 24)), message(hoursAgo(1))]);
  for (const [days, state] of [
    [25 * 31, "done"],
    [30, "done"],
  ] as const)
    await db()
      .insert(privacyRequestTable)
      .values({
        kind: "copy",
        receivedOn: "2020-01-01",
        dueOn: "2020-01-31",
        locale: "en",
        identityWay: "account",
        state,
        settledAt: hoursAgo(days * 24),
      });
  const changedAt = new Date();
  for (const closedOn of ["2020-01-01", "2026-01-01", null])
    await db()
      .insert(incidentTable)
      .values({ ...makeIncident({ closedOn }), changedAt });
  await db()
    .insert(unclaimedFileTable)
    .values(
      [25, 1].map((hours) => ({ key: `cars/${randomUUID()}.webp`, notedAt: hoursAgo(hours) })),
    );
  const [over, good] = [hoursAgo(1), hoursAgo(-48)];
  await db()
    .insert(rateLimitTable)
    .values([over, good].map((endsAt) => ({ key: randomBytes(32), count: 1, endsAt })));
  await db()
    .insert(emailSignInTable)
    .values(
      [over, good].map((expiresAt) => ({
        id: randomUUID(),
        browserHash: randomUUID(),
        email: "somebody@example.com",
        locale: "en" as const,
        secretId: randomUUID(),
        secretMadeAt: over,
        expiresAt,
      })),
    );
  const known = await storePerson("Known Person");
  await db()
    .insert(oneTimeLinkTable)
    .values(
      [over, good].map((expiresAt) => ({
        tokenHash: randomUUID(),
        userId: known.id,
        purpose: LINK_PURPOSES[0],
        email: known.email,
        expiresAt,
      })),
    );
  await storePerson("Never Confirmed");
  await db()
    .update(userTable)
    .set({ emailVerified: false, createdAt: hoursAgo(8 * 24) })
    .where(eq(userTable.name, "Never Confirmed"));
  for (const days of [25 * 31, 3])
    await db()
      .insert(staffChangeTable)
      .values({
        kind: "review_decided",
        thingKind: "review",
        thingId: randomUUID(),
        thingName: "Review",
        changes: {},
        at: hoursAgo(days * 24),
      });
  // A code's message after a day, one that is deleted after a month, one whose text is deleted
  // after a week, and a new one.
  for (const [event, days] of [
    ["phone_code", 2],
    ["staff_change", 31],
    ["staff_change", 8],
    ["staff_change", 1],
  ] as const)
    await db()
      .insert(messageTable)
      .values({
        id: randomUUID(),
        key: randomUUID(),
        event,
        channel: "email",
        recipient: "somebody@example.com",
        locale: "en",
        sealedParams: Buffer.from("sealed"),
        createdAt: hoursAgo(days * 24),
      });
  await db()
    .insert(inboundEmailTable)
    .values(
      [31, 29].map((days) => ({
        messageId: `<${days}@example.com>`,
        kind: "answer" as const,
        fromAddress: "somebody@example.com",
        fromName: "",
        subject: "Hello",
        text: "Hello",
        quoted: "",
        leftOut: [],
        receivedAt: hoursAgo(days * 24),
      })),
    );
  await db()
    .insert(newsletterSubscriptionTable)
    .values(
      [8, 2].map((days) => ({
        email: `reader-${days}@example.com`,
        locale: "en" as const,
        consentText: "Yes.",
        consentSha256: "",
        consentVersion: 1,
        channel: "web",
        askedAt: hoursAgo(days * 24),
        unsubscribeToken: `token ${days}`,
      })),
    );
  // So old that the whole request is deleted; so old that its sealed answers are; withdrawn; to be
  // erased at its sender's request, without a hold; and new.
  for (const [days, kinds] of [
    [800, ["erasure_asked"]],
    [200, []],
    [3, ["application_withdrawn"]],
    [3, ["erasure_asked"]],
    [3, []],
  ] as const) {
    const receivedAt = hoursAgo(days * 24);
    const lead = await storeLead({ receivedAt, sealedAnswers: Buffer.from("sealed") });
    await db()
      .update(submissionTable)
      .set({ submittedAt: receivedAt })
      .where(eq(submissionTable.id, lead.submissionId));
    await db().insert(documentTable).values({
      id: randomUUID(),
      submissionId: lead.submissionId,
      kind: DOCUMENT_KINDS[0],
      contentType: DOCUMENT_TYPES[0],
      sizeBytes: 1,
      uploadedAt: receivedAt,
      storedAt: receivedAt,
    });
    for (const kind of kinds)
      await db().insert(leadEventTable).values({ leadId: lead.id, kind, at: receivedAt });
  }
}

test("what a page foretells is what the job then ends, of every kind", async () => {
  await deleteExpiredData();
  await storeWhatRunsOut();
  const before = await countRows();
  const predicted = await countExpiredData(new Date());
  // Counting changes nothing.
  expect(await countRows()).toEqual(before);
  const ended = await deleteExpiredData();
  expect(ended).toEqual(predicted);
  expect(predicted).toEqual({
    draftLinks: 1,
    drafts: 1,
    phoneCodes: 1,
    rateLimits: 1,
    links: 1,
    emailSignIns: 1,
    staffChanges: 1,
    accessRequests: 0,
    accounts: 1,
    subscriptions: 1,
    messages: 2,
    messageTexts: 1,
    unmatchedEmails: 1,
    tasks: 0,
    outbox: 1,
    documents: 3,
    sealedAnswers: 3,
    leads: 1,
    submissions: 1,
    freedRequests: 1,
    privacyRequests: 1,
    incidents: 1,
    files: 1,
    // The audit log contains what the test before stored.
    records: 0,
  });
  const after = await countRows();
  expect(after).toMatchObject({
    draft: (before["draft"] ?? 0) - 1,
    lead: (before["lead"] ?? 0) - 2,
    submission: (before["submission"] ?? 0) - 2,
    incident: (before["incident"] ?? 0) - 1,
  });
  // The document of the request that was deleted in this run, whose key was deleted at once.
  const again = Object.entries(await countExpiredData(new Date())).filter(([, count]) => count > 0);
  expect(again).toEqual([["documents", 1]]);
});

async function countRows(): Promise<Record<string, number>> {
  const tables = [draftTable, leadTable, submissionTable, incidentTable, messageTable];
  const counts = await Promise.all(
    tables.map(async (table) => [getTableName(table), await db().$count(table)] as const),
  );
  return Object.fromEntries(counts);
}

test.each([
  ["2026-11-26T15:16:59Z", "2026-11-26T15:17:00Z"],
  ["2026-11-26T15:17:00Z", "2026-11-26T16:17:00Z"],
  ["2026-11-26T23:40:00Z", "2026-11-27T00:17:00Z"],
])("after %s the job runs at %s", (at, next) => {
  expect(findNextRun(new Date(at))).toEqual(new Date(next));
});
