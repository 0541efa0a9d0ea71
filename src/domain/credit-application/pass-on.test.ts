import { randomUUID } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { changeDraft } from "#domain/draft/draft.server.ts";
import { withdrawShare } from "#domain/lead/consents.server.ts";
import type { FormHandler } from "#domain/lead/form-handler.ts";
import { EVERY_LEAD } from "#domain/inbox/inbox-filter.ts";
import { countAwaited, listLeads } from "#domain/inbox/inbox-queries.server.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { findAwaited } from "#domain/lead/passing-on.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { storeVerifiedPhone } from "#domain/phone-verification/phone-verification.fixture.ts";
import { buildShareBox } from "#domain/pre-approval/panel-boxes.server.ts";
import { APPLICANT } from "#domain/pre-approval/pre-approval-answers.fixture.ts";
import { preApprovalForm, QUALIFIED_GATE } from "#domain/pre-approval/pre-approval.form.ts";
import { preApprovalHandler } from "#domain/pre-approval/pre-approval-handler.server.ts";
import { set } from "#domain/setting/setting.fixture.ts";
import { passGate } from "#forms/gates.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { makeContext, newAddress } from "#platform/request/visitor.fixture.ts";
import { readVisitor, type SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { confirmApplicant } from "./co-applicant.server.ts";
import { coApplicantTable } from "./co-applicant.table.ts";
import { CREDIT_APPLICANT } from "./credit-applicant.fixture.ts";
import { creditApplicationHandler } from "./credit-application-handler.server.ts";
import { findWhoToPassOnTo, passOn } from "./pass-on.server.ts";

useSite();

const LEADS = "leads@bow-river.example";
let staff: SignedInUser;
let dealership: Awaited<ReturnType<typeof storeDealershipRow>>;

beforeAll(async () => {
  staff = await storePerson("Samuel Staff", { role: "staff" });
  dealership = await storeDealershipRow({
    name: "Bow River Auto",
    leadEmail: LEADS,
    servedProvinces: ["AB", "ON", "BC", "QC"],
    servedRadiusKm: 6_000,
    takesLeadKinds: ["pre_approval", "credit_application"],
  });
});
beforeEach(() => set({ passingOn: "after_staff" }));

async function receive(handler: FormHandler, fields: Record<string, string>, visitorHash: string) {
  const context = makeContext({ visitorHash, ipAddress: newAddress() });
  const sent = await receivePost(handler, rawFields(fields), readVisitor({ context }));
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  return findLead(sent.reference);
}

const apply = (fields: Record<string, string> = {}) => {
  const email = `${randomUUID()}@example.com`;
  const submissionId = randomUUID();
  const shareWithDealership = "yes";
  const input = { ...CREDIT_APPLICANT, submissionId, email, shareWithDealership, ...fields };
  return receive(creditApplicationHandler, input, randomUUID());
};

/** With the panel's boxes. */
async function askForPreApproval(isShared = true) {
  const visitorHash = randomUUID();
  const email = `${randomUUID()}@example.com`;
  const fields = { ...APPLICANT, email };
  await storeVerifiedPhone(visitorHash, "+14035550147");
  const { answers } = readForm(preApprovalForm, rawFields(fields), {
    now: new Date(),
    locale: "en",
  });
  const ticked = isShared ? [buildShareBox(dealership, [], "en")] : [];
  const consents = passGate(QUALIFIED_GATE, [], { locale: "en", at: new Date(), ticked });
  // A box can only be ticked once the answers are stored.
  for (const agreed of [[], consents])
    await changeDraft(visitorHash, preApprovalForm, (_draft, keep) =>
      keep({ answers, consents: agreed }),
    );
  return receive(preApprovalHandler, fields, visitorHash);
}

async function findLead(reference: string) {
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.reference, reference));
  if (!lead) throw new Error("No lead was stored.");
  return lead;
}

const listEvents = async (leadId: string) =>
  (
    await db()
      .select()
      .from(leadEventTable)
      .where(eq(leadEventTable.leadId, leadId))
      .orderBy(leadEventTable.id)
  ).map(({ kind, note, byUserId }) => [kind, note, byUserId]);

/** The leads as staff see them, the newest first. */
async function listAwaited() {
  const filter = { ...EVERY_LEAD, isAwaited: true };
  const { leads } = await listLeads(filter);
  expect(leads.length).toBe(await countAwaited(EVERY_LEAD));
  expect(leads.every(({ isAwaited }) => isAwaited)).toBe(true);
  return leads;
}

/** The e-mails that the dealership and the sender got about a lead. */
async function listMails({ reference, email }: { reference: string; email: string | null }) {
  await sendDueMessages();
  const mails = await listOutbox({ limit: 500 });
  return {
    toDealership: mails.filter((each) => each.to === LEADS && each.subject?.includes(reference)),
    toSender: mails.filter(({ to }) => to === email).map(({ text }) => text),
  };
}

const send = { pre_approval: () => askForPreApproval(), credit_application: () => apply() };

describe.each(["pre_approval", "credit_application"] as const)("a %s", (kind) => {
  test("goes to its dealership at once where the site is set so", async () => {
    await set({ passingOn: "at_once" });
    const lead = await send[kind]();
    expect(lead.dealershipId).toBe(dealership.id);
    expect(await findAwaited(db(), lead)).toBeNull();
    const { toDealership, toSender } = await listMails(lead);
    expect(toDealership).toHaveLength(1);
    expect(toSender.join()).toContain("we sent your answers to one dealership: Bow River Auto");
    expect(await passOn(lead.reference, staff)).toBe(false);
  });

  test("waits until staff pass it on, once, on record and in its history", async () => {
    const lead = await send[kind]();
    expect(lead.dealershipId).toBeNull();
    const before = await listMails(lead);
    expect(before.toDealership).toEqual([]);
    expect(before.toSender.join()).toContain("then passes them on to Bow River Auto");
    expect(await findAwaited(db(), lead)).toBe("Bow River Auto");
    expect(await findWhoToPassOnTo(lead, null)).toBe("Bow River Auto");

    expect((await listAwaited()).at(0)).toMatchObject({ reference: lead.reference });

    // If two people press the button at once, only one of them passes it on.
    const presses = await Promise.all([1, 2].map(() => passOn(lead.reference, staff)));
    expect(presses.filter(Boolean)).toHaveLength(1);
    expect(await passOn(lead.reference, staff)).toBe(false);
    expect(await listAwaited()).not.toContainEqual(
      expect.objectContaining({ reference: lead.reference }),
    );
    const after = await listMails(lead);
    expect(after.toDealership).toHaveLength(1);
    expect(after.toSender.at(0)).toContain(`your request ${lead.reference} with Bow River Auto`);
    expect(after.toSender.at(0)).toContain(
      kind === "pre_approval" ? "/allListings/sent/" : "/creditform/sent/",
    );
    const events = await listEvents(lead.id);
    expect(events).toContainEqual(["pass_on_awaited", "Bow River Auto", null]);
    expect(events.filter(([each]) => each === "passed_on")).toEqual([
      ["passed_on", "Bow River Auto", staff.id],
    ]);
    expect((await findLead(lead.reference)).dealershipId).toBe(dealership.id);
    const records = await db()
      .select()
      .from(auditTable)
      .where(and(eq(auditTable.action, "lead_passed_on"), eq(auditTable.thingId, lead.reference)));
    expect(records).toMatchObject([{ actorKind: "staff", accountId: staff.id, thingKind: "lead" }]);
  });

  test("goes on waiting where the site is set otherwise meanwhile", async () => {
    const lead = await send[kind]();
    await set({ passingOn: "at_once" });
    expect((await listMails(lead)).toDealership).toEqual([]);
    expect(await passOn(lead.reference, staff)).toBe(true);
  });

  test("is not passed on once its sender took the consent back", async () => {
    const lead = await send[kind]();
    await db().transaction((transaction) =>
      withdrawShare(transaction, lead.submissionId, { byUserId: null }),
    );
    expect(await findAwaited(db(), lead)).toBeNull();
    expect(await listAwaited()).not.toContainEqual(
      expect.objectContaining({ reference: lead.reference }),
    );
    expect(await findWhoToPassOnTo(lead, null)).toBeNull();
    expect(await passOn(lead.reference, staff)).toBe(false);
    expect((await listMails(lead)).toDealership).toEqual([]);
  });
});

test.each([
  ["pre_approval", () => askForPreApproval(false)],
  ["credit_application", () => apply({ shareWithDealership: "" })],
] as const)("a %s that nobody agreed to share is never passed on", async (_kind, send) => {
  const lead = await send();
  expect(await findWhoToPassOnTo(lead, null)).toBeNull();
  expect(await passOn(lead.reference, staff)).toBe(false);
  expect((await listMails(lead)).toDealership).toEqual([]);
});

test("two who apply together are passed on together, once both agreed", async () => {
  const lead = await apply({
    coApplicantEmail: "amir@example.com",
    coApplicantFirstName: "Amir",
    coApplicantLastName: "Haddad",
  });
  expect(await passOn(lead.reference, staff)).toBe(false);
  await confirmApplicant(lead.submissionId, newAddress());
  await sendDueMessages();
  const [invitation] = (await listOutbox({ limit: 500 })).filter(
    ({ to }) => to === "amir@example.com",
  );
  const token = /invite=([\w-]+)/.exec(invitation?.text ?? "")?.[1] ?? "";
  const own = await apply({ invitation: token, email: "amir@example.com" });
  const [couple] = await db()
    .select()
    .from(coApplicantTable)
    .orderBy(desc(coApplicantTable.id))
    .limit(1);
  expect(couple?.state).toBe("joined");
  expect((await listMails(lead)).toDealership).toEqual([]);
  expect((await listMails(own)).toDealership).toEqual([]);
  expect(await passOn(own.reference, staff)).toBe(true);
  expect((await listMails(lead)).toDealership).toHaveLength(1);
  expect((await listMails(own)).toDealership).toHaveLength(1);
});
