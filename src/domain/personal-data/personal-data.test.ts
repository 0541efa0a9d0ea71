import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { creditApplicationHandler } from "#domain/credit-application/credit-application-handler.server.ts";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { documentRequestTable, documentTable } from "#domain/document/document.table.ts";
import {
  accountTable,
  oneTimeLinkTable,
  sessionTable,
  twoFactorTable,
} from "#domain/identity/identity.table.ts";
import { makeIncident } from "#domain/incident/incident.fixture.ts";
import { incidentTable } from "#domain/incident/incident.table.ts";
import {
  inquiryReportTable,
  inquiryTable,
  memberBlockTable,
} from "#domain/inquiry/inquiry.table.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { sealedViewTable } from "#domain/lead/sealed-view.table.ts";
import { submissionCorrectionTable } from "#domain/lead/submission-correction.table.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { declaredChangeTable, listingReportTable } from "#domain/listing/listing.table.ts";
import { newsletterSubscriptionTable } from "#domain/newsletter/newsletter.table.ts";
import { accessGrantTable } from "#domain/identity/access-grant.table.ts";
import { roleChangeTable } from "#domain/people/role-change.table.ts";
import { privacyRequestTable } from "#domain/privacy-request/privacy-request.table.ts";
import { reviewRequestTable, reviewTable } from "#domain/review/review.table.ts";
import { sellerVerificationTable } from "#domain/seller-verification/seller-verification.table.ts";
import { staffChangeTable } from "#domain/staff-change/staff-change.table.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext, newAddress } from "#platform/request/visitor.fixture.ts";
import { readVisitor, type SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { sourceFiles } from "../../../house/source-files.ts";
import { collectPersonalData, listUserReferences } from "./personal-data.server.ts";
import { collectRequestData } from "./request-data.server.ts";

useSite();

type Lead = typeof leadTable.$inferSelect;
let amara: SignedInUser;
let noah: SignedInUser;
let staff: SignedInUser;
let application: Lead;

/** The date of birth, SIN and licence number of an application, as typed and as stored. */
const SEALED = /1987-06-05|193 ?456 ?787|142607-?381/u;
/** What each of two people has, as their name and the kind: `AMARA-REVIEW`. */
const KINDS = ["ANSWER", "CORRECTION", "LISTING", "NEWSLETTER", "PRIVACY", "REVIEW"];

const marksIn = (data: unknown) =>
  [...new Set(JSON.stringify(data).match(/(AMARA|NOAH)-[A-Z]+/gu))].toSorted();
const marksOf = (name: string, kinds = KINDS) => kinds.map((kind) => `${name}-${kind}`).toSorted();

beforeAll(async () => {
  amara = await storePerson("Amara Okafor");
  noah = await storePerson("Noah Tremblay");
  staff = await storePerson("Samuel Staff", { role: "staff" });
  application = await storeOwn(amara, "AMARA");
  await storeOwn(noah, "NOAH");
});

/** Stores one of each kind for a person, with what staff did about it; returns the application. */
async function storeOwn(person: SignedInUser, name: string): Promise<Lead> {
  const { id: userId, email } = person;
  const [byUserId, at] = [staff.id, new Date()];
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000);
  await db().insert(accountTable).values({
    id: userId,
    accountId: userId,
    userId,
    providerId: "credential",
    password: "SECRET",
    accessToken: "SECRET",
    refreshToken: "SECRET",
    idToken: "SECRET",
  });
  await db()
    .insert(sessionTable)
    .values({ id: userId, token: `SECRET ${name}`, userId, expiresAt: tomorrow });
  const link = { tokenHash: `SECRET ${name}`, userId, email, expiresAt: tomorrow } as const;
  await db()
    .insert(oneTimeLinkTable)
    .values({ ...link, purpose: "confirm_email" });
  const factor = { id: userId, userId, secret: "SECRET", backupCodes: "SECRET" };
  await db().insert(twoFactorTable).values(factor);
  await db()
    .insert(newsletterSubscriptionTable)
    .values({
      email,
      locale: "en",
      consentText: `${name}-NEWSLETTER`,
      consentSha256: "",
      consentVersion: 1,
      channel: "web",
      unsubscribeToken: `SECRET ${name}`,
    });
  await db()
    .insert(privacyRequestTable)
    .values({
      kind: "copy",
      receivedOn: "2026-11-01",
      dueOn: "2026-12-01",
      email: email.toUpperCase(),
      locale: "en",
      identityWay: "account",
      reason: `${name}-PRIVACY`,
      byUserId,
      settledByUserId: byUserId,
    });

  const listingId = await storeListing({ sellerId: userId, description: `${name}-LISTING` });
  const asked = { listingId, userId, emailMac: name };
  const [request] = await db().insert(reviewRequestTable).values(asked).returning();
  await db()
    .insert(reviewTable)
    .values({
      requestId: request!.id,
      author: name,
      place: "",
      locale: "en",
      stars: 5,
      text: `${name}-REVIEW`,
      state: "published",
      decidedByUserId: byUserId,
      repliedByUserId: byUserId,
    });
  await db()
    .insert(listingReportTable)
    .values({ listingId, reason: "fraud", locale: "en", settledByUserId: byUserId });
  await db().insert(declaredChangeTable).values({
    listingId,
    fact: "brand",
    earlier: "salvage",
    answer: "clean",
    state: "confirmed",
    byUserId: userId,
    at,
    decidedByUserId: byUserId,
  });
  await db().insert(sellerVerificationTable).values({ userId, kind: "verified", byUserId, at });
  const role = { fromRole: "buyer", toRole: "seller", reason: "", at } as const;
  await db()
    .insert(roleChangeTable)
    .values({ ...role, userId, byUserId });
  await db().insert(accessGrantTable).values({
    userId,
    ability: "income",
    reason: "",
    askedAt: at,
    decidedByUserId: byUserId,
  });
  await db().insert(staffChangeTable).values({
    kind: "listing_edited",
    thingKind: "listing",
    thingId: listingId,
    thingName: "",
    ownerUserId: userId,
    changes: {},
    byUserId,
    at,
    settledByUserId: byUserId,
  });
  await db()
    .insert(incidentTable)
    .values({ ...makeIncident(), byUserId, changedAt: at });
  const [inquiry] = await db()
    .insert(inquiryTable)
    .values({ listingId, askerId: userId, kind: "question" })
    .returning();
  const report = { inquiryId: inquiry!.id, reportedByUserId: userId, reportedAt: at };
  await db()
    .insert(inquiryReportTable)
    .values({ ...report, settledByUserId: byUserId });
  return storeApplication(person, name);
}

async function storeApplication(user: SignedInUser, name: string): Promise<Lead> {
  const [byUserId, at] = [staff.id, new Date()];
  const fields = rawFields({
    ...CREDIT_APPLICANT,
    submissionId: randomUUID(),
    email: user.email,
    message: `${name}-ANSWER`,
    creditCheck: "yes",
  });
  const context = makeContext({ user, visitorHash: randomUUID(), ipAddress: newAddress() });
  const sent = await receivePost(creditApplicationHandler, fields, readVisitor({ context }));
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const [lead] = await db()
    .update(leadTable)
    .set({ assignedToUserId: byUserId })
    .where(eq(leadTable.reference, sent.reference))
    .returning();
  const { id: leadId, submissionId } = lead!;
  const note = `${name}-NOTE`;
  await db().insert(leadEventTable).values({ leadId, kind: "note", note, byUserId, at });
  const correction = { submissionId, question: "message", after: `${name}-CORRECTION` };
  await db()
    .insert(submissionCorrectionTable)
    .values({ ...correction, byUserId, at });
  const asked = { submissionId, kinds: [], requestedByUserId: byUserId, requestedAt: at };
  await db()
    .insert(documentRequestTable)
    .values({ ...asked, tokenHash: `SECRET ${name}`, expiresAt: at });
  const file = { contentType: "image/webp", sizeBytes: 1, uploadedAt: at } as const;
  await db()
    .insert(documentTable)
    .values({ ...file, id: randomUUID(), submissionId, kind: "pay_stub" });
  const { id: dealershipId } = await storeDealershipRow({ name: `Dealership ${leadId}` });
  const view = { leadId, dealershipId, givenAt: at, expiresAt: at };
  await db()
    .insert(sealedViewTable)
    .values({ ...view, givenByUserId: byUserId });
  return lead!;
}

const tablesWithRows = (data: Readonly<Record<string, readonly unknown[]>>) =>
  Object.keys(data).filter((table) => data[table]?.length);

describe("the data of an account", () => {
  test.each([
    ["AMARA", () => amara, () => noah],
    ["NOAH", () => noah, () => amara],
  ])("is all of %s’s, and nobody else's", async (name, me, other) => {
    const data = await collectPersonalData(me());
    expect(marksIn(data)).toEqual(marksOf(name));
    expect(JSON.stringify(data)).not.toContain(other().email);
    for (const table of ["consent", "document", "lead", "submission", "submission_correction"])
      expect(data[table], table).toHaveLength(1);
    expect(data["user"]).toMatchObject([{ email: me().email }]);
    expect(data["consent"]).toMatchObject([{ purpose: "credit_check" }]);
  });

  test("covers every table that names a person, except where only staff are named", async () => {
    const references = new Set((await listUserReferences()).map(({ table }) => table));
    // The tables as they are declared, read as text: the database's answer must miss none of them.
    const declared = sourceFiles("src")
      .filter((file) => file.endsWith(".table.ts"))
      .flatMap((file) => readFileSync(file, "utf8").split(/(?=pgTable\()/u))
      .filter((part) => /userTable\.id|byUserId\(\)/u.test(part))
      .flatMap((part) => /pgTable\(\s*"(\w+)"/u.exec(part)?.[1] ?? []);
    expect(declared.length).toBeGreaterThan(6);
    expect(declared.filter((table) => !references.has(table))).toEqual([]);
    const ofStaff = [
      "document_request",
      "incident",
      "lead_event",
      "lead_outcome",
      "contact_merge",
      "contacts_apart",
      "privacy_request",
      "task",
    ];
    const left = [...references].filter((table) => ![...ofStaff, "sealed_view"].includes(table));
    const byEmail = ["submission", "newsletter", "privacy_request"].map((of) => `${of}_by_email`);
    expect(new Set(Object.keys(await collectPersonalData(amara)))).toEqual(
      new Set([...left, "user", "document", "submission_correction", ...byEmail]),
    );
  });

  test("of a request with their address, sent while signed out, says only that it came", async () => {
    const answers = { message: "AMARA-TYPED" };
    const { reference } = await storeLead({ email: "Amara.Okafor@Example.com", answers });
    const data = await collectPersonalData(amara);
    expect(data["submission_by_email"]).toEqual([
      {
        reference,
        form_name: "pre-approval",
        submitted_at: expect.anything(),
        kind: "pre_approval",
      },
    ]);
    expect(marksIn(data)).not.toContain("AMARA-TYPED");
    expect((await collectPersonalData(noah))["submission_by_email"]).toEqual([]);
  });

  test("holds no secret of the account and no sealed answer", async () => {
    const data = await collectPersonalData(amara);
    const text = JSON.stringify(data);
    expect(text).not.toContain("SECRET");
    expect(text).not.toMatch(SEALED);
    const columns = Object.values(data).flatMap((rows) => rows.flatMap((row) => Object.keys(row)));
    expect(columns.filter((name) => /^sealed|_hash$|token$|password/u.test(name))).toEqual([]);
  });

  test("of staff holds nothing of those for whom they did something", async () => {
    expect(tablesWithRows(await collectPersonalData(staff))).toEqual(["user"]);
    for (const table of ["lead", "submission_correction"]) {
      const [row] = (await collectPersonalData(amara))[table] ?? [];
      expect(JSON.stringify(row), table).not.toContain(staff.id);
    }
  });

  test("does not tell who blocked a person, only whom they blocked", async () => {
    const block = { blockerId: noah.id, blockedId: amara.id, at: new Date() };
    await db().insert(memberBlockTable).values(block);
    expect((await collectPersonalData(amara))["member_block"]).toEqual([]);
    expect((await collectPersonalData(noah))["member_block"]).toHaveLength(1);
    await db().delete(memberBlockTable);
  });
});

describe("the data of a request", () => {
  const collect = (input: Partial<Parameters<typeof collectRequestData>[1]> = {}) =>
    collectRequestData(application, { isMasked: false, ...input });

  test("is all of it and nothing of another, without who of staff did what", async () => {
    const data = await collect();
    expect(tablesWithRows(data).toSorted()).toEqual([
      "consent",
      "document",
      "document_request",
      "lead",
      "lead_event",
      "message",
      "sealed_view",
      "submission",
      "submission_correction",
    ]);
    expect(marksIn(data)).toEqual(marksOf("AMARA", ["ANSWER", "CORRECTION"]));
    const text = JSON.stringify(data);
    expect(text).not.toContain(staff.id);
    expect(text).not.toMatch(SEALED);
    expect(text).not.toMatch(/SECRET|sealed_answers|visitor_hash/u);
  });

  test("holds staff's notes, and whose they are, for staff alone", async () => {
    const data = await collect({ forStaff: true });
    expect(marksIn(data)).toEqual(marksOf("AMARA", ["ANSWER", "CORRECTION", "NOTE"]));
    expect(data["lead_event"]).toContainEqual(expect.objectContaining({ by_user_id: staff.id }));
    expect(JSON.stringify(data)).not.toMatch(SEALED);
  });

  test("shows how to reach its sender in part only where several may read it", async () => {
    const contact = /amara\.okafor@example\.com|\+14035550147|403 ?555 ?0147/u;
    expect(JSON.stringify(await collect())).toMatch(contact);
    const masked = await collect({ isMasked: true });
    expect(JSON.stringify(masked)).not.toMatch(contact);
    expect(marksIn(masked)).toEqual(marksOf("AMARA", ["ANSWER", "CORRECTION"]));
    const [submission] = masked["submission"] ?? [];
    expect(submission).toMatchObject({ reference: application.reference });
    expect(JSON.stringify(submission)).toMatch(/a\S*@example\.com/u);
  });
});
