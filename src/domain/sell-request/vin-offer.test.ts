import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { consentTable } from "#domain/lead/consent.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { formatLeadName } from "#domain/lead/lead-words.ts";
import { listOwnRequests } from "#domain/lead/own-requests.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { db } from "#platform/database/database.server.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { vinContactForm } from "./offer-request.form.ts";
import { vinOfferHandler } from "./vin-offer-handler.server.ts";
import {
  findNewestVinOffer,
  findVinOffer,
  giveContact,
  hasGivenContact,
  putVinOfferAway,
} from "./vin-offer.server.ts";

useSite();

const browser = (visitorHash: string) => readVisitor({ context: makeContext({ visitorHash }) });
const FIELDS = { formname: "VIN", vin: "1HGCM82633A004352", city: "Guelph", province: "ON" };

async function send(visitorHash: string): Promise<string> {
  // As our own page does: without an id, equal answers on one day are one submission.
  const fields = rawFields({ submissionId: randomUUID(), ...FIELDS });
  const sent = await receivePost(vinOfferHandler, fields, browser(visitorHash));
  if (!sent.ok) throw new Error(sent.code);
  return sent.reference;
}

const findLead = async (reference: string) =>
  (await db().select().from(leadTable).where(eq(leadTable.reference, reference)))[0]!;

test("a VIN is answered to the browser that sent it, until it puts that away", async () => {
  const mine = browser("mine");
  expect(await findNewestVinOffer(mine)).toBeNull();
  const reference = await send("mine");
  expect(await findNewestVinOffer(mine)).toMatchObject({
    reference,
    vin: FIELDS.vin,
    city: "Guelph",
    provinceCode: "ON",
    contact: null,
  });
  expect(await findNewestVinOffer(browser("another"))).toBeNull();
  expect(await findVinOffer(browser("another"), reference)).toBeNull();
  await putVinOfferAway(browser("another"), reference);
  expect(await findNewestVinOffer(mine)).not.toBeNull();
  await putVinOfferAway(mine, reference);
  await putVinOfferAway(mine, reference);
  expect(await findNewestVinOffer(mine)).toBeNull();
  // It is listed under My requests after signing in with that browser, and can be opened from
  // there.
  const user = { id: "camille", email: "camille@example.com" };
  expect(await listOwnRequests({ user, visitorHash: "mine" })).toMatchObject([
    { reference, kind: "offer_request", hasContact: false },
  ]);
  expect(await listOwnRequests({ user, visitorHash: "another" })).toEqual([]);
  expect(await findVinOffer(mine, reference)).toMatchObject({ reference });
});

const read = (fields: Record<string, string>) =>
  readForm(vinContactForm, rawFields(fields), { now: new Date(), locale: "en" });

test.each([
  ["", "yes", "contact", "missing"],
  ["call me", "yes", "contact", "not_a_contact"],
  ["416-155-0123", "yes", "contact", "not_a_contact"],
  ["a@b", "yes", "contact", "not_a_contact"],
  ["camille@example.com", "", "agreed", "missing"],
])("a contact of %j (agreed: %j) is refused at %s: %s", (contact, agreed, question, code) => {
  const reading = read({ contact, agreed });
  expect(reading.ok ? [] : reading.fieldErrors).toMatchObject([{ question, code }]);
});

test.each([
  ["Camille@Example.com", "Camille@example.com", null],
  ["(416) 555-0123", null, "+14165550123"],
])("a contact of %j is the lead's, with its consent, once", async (typed, email, phone) => {
  const visitor = browser(`given ${typed}`);
  const reference = await send(`given ${typed}`);
  const { contact = "" } = read({ contact: typed, agreed: "yes" }).answers;
  expect(formatLeadName(await findLead(reference), "en")).toBe("No contact details yet");
  const input = { reference, contact };
  const stranger = browser("a stranger");
  expect(await giveContact(stranger, input)).toEqual({ ok: false, code: "not_found" });
  expect(await hasGivenContact(reference)).toBe(false);
  expect(await giveContact(visitor, input)).toEqual({ ok: true });
  expect(await hasGivenContact(reference)).toBe(true);
  expect(await giveContact(visitor, { ...input, contact: "other@example.com" })).toEqual({
    ok: true,
  });
  const lead = await findLead(reference);
  expect(lead).toMatchObject({ email, phone });
  expect(formatLeadName(lead, "en")).toBe(email ?? "416-555-0123");
  const consents = await db()
    .select({ purpose: consentTable.purpose })
    .from(consentTable)
    .where(eq(consentTable.submissionId, lead.submissionId));
  expect(consents).toEqual([{ purpose: "contact_about_request" }]);
  expect((await findNewestVinOffer(visitor))?.contact).toBe(email ?? phone);
});

test("of two contacts given at the same moment the first is the lead's", async () => {
  const visitor = browser("two contacts");
  const reference = await send("two contacts");
  await crossing(
    (transaction) =>
      transaction
        .update(leadTable)
        .set({ email: "first@example.com" })
        .where(eq(leadTable.reference, reference)),
    () => giveContact(visitor, { reference, contact: "second@example.com" }),
  );
  const { email, submissionId } = await findLead(reference);
  expect(email).toBe("first@example.com");
  const agreed = eq(consentTable.submissionId, submissionId);
  expect(await db().$count(consentTable, agreed)).toBe(0);
});

test("an address has ten confirmations an hour sent to whom it names", async () => {
  const context = makeContext({ visitorHash: "names ten", ipAddress: "192.0.2.210" });
  const name = (at: number) =>
    giveContact(readVisitor({ context }), {
      reference: "NONE2345",
      contact: `stranger-${at}@example.com`,
    });
  for (let at = 0; at < 10; at++) expect(await name(at)).toMatchObject({ code: "not_found" });
  expect(await name(10)).toMatchObject({ ok: false, code: "too_many" });
});

test.each([undefined, "", "vin", "SellYourCar"])(
  "another formname than its own, or none, is refused: %j",
  async (formname) => {
    const { formname: _right, ...fields } = FIELDS;
    const named = formname === undefined ? fields : { ...fields, formname };
    expect(await receivePost(vinOfferHandler, rawFields(named), browser("named"))).toEqual({
      ok: false,
      code: "wrong_formname",
    });
    expect(await findNewestVinOffer(browser("named"))).toBeNull();
  },
);
