import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IN_CALGARY, storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { APPLICANT } from "#domain/pre-approval/pre-approval-answers.fixture.ts";
import { preApprovalHandler } from "#domain/pre-approval/pre-approval-handler.server.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { browser } from "#pages/public/form-journey/journey.fixture.ts";
import { openSentPreApproval } from "#pages/public/pre-approval/pre-approval-sent.server.ts";
import { db } from "#platform/database/database.server.ts";
import { env, setEnv } from "#platform/env/env.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { open, post, walkTo } from "./walk-pre-approval.fixture.ts";

useSite();
type Browser = ReturnType<typeof browser>;
type Fields = Readonly<Record<string, string>>;

const LEAD_EMAIL = "leads.bow-river@example.com";
let dealershipId = "";
let people = 0;
beforeAll(async () => {
  const store = { ...IN_CALGARY, name: "Bow River Auto", leadEmail: LEAD_EMAIL };
  ({ id: dealershipId } = await storeDealershipRow({ ...store, takesLeadKinds: ["pre_approval"] }));
  // Nobody can have a code: the number counts without one.
  const before = env();
  setEnv({ ...before, SMS_DAILY_BUDGET: 0 });
  afterAll(() => setEnv(before));
});

async function findPanel(visitor: Browser) {
  const { page } = await open(visitor, "qualified");
  if (page?.at !== "gate" || page.panel.gate !== "qualified") throw new Error("No panel.");
  return page.panel;
}

/** Sends the whole form by the last step's own post, and what became of it. */
async function send(visitor: Browser, fields: Fields = {}) {
  people += 1;
  const email = `panel-${people}@example.com`;
  const whole = rawFields({
    ...APPLICANT,
    email,
    phoneNumber: `403555${1200 + people}`,
    ...fields,
  });
  const sent = await receivePost(preApprovalHandler, whole, readVisitor(visitor));
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.reference, sent.reference));
  const consents = await db()
    .select()
    .from(consentTable)
    .where(eq(consentTable.submissionId, lead?.submissionId ?? ""));
  await sendDueMessages();
  const outbox = await listOutbox({ limit: 200 });
  return {
    lead,
    consents,
    mail: outbox.find(({ to }) => to === email)?.text ?? "",
    isAtDealership: outbox.some(
      ({ to, text }) => to === LEAD_EMAIL && text?.includes(sent.reference),
    ),
    page: await openSentPreApproval({
      request: visitor.get(`/allListings/sent/${sent.reference}`),
      context: visitor.context,
      params: { reference: sent.reference },
    }),
  };
}

const CONTACT = { contactMe: "yes" };
const share = () => ({ shareWithDealership: "yes", namedDealership: dealershipId });

describe.each<[what: string, ticked: () => Fields, mayContact: boolean, isShared: boolean]>([
  ["both boxes", () => ({ ...CONTACT, ...share() }), true, true],
  ["the call alone", () => CONTACT, true, false],
  ["the dealership alone", share, false, true],
  ["neither box", () => ({ namedDealership: dealershipId }), false, false],
])("with %s ticked", (_what, ticked, mayContact, isShared) => {
  test("exactly that is stored, done and said", async () => {
    const visitor = browser();
    await walkTo(visitor, "contact", ticked());
    const { contact, share: named } = (await findPanel(visitor)).boxes;
    expect([contact.isTicked, named?.isTicked]).toEqual([mayContact, isShared]);
    const { lead, consents, mail, isAtDealership, page } = await send(visitor);
    const stored = consents.map(({ purpose, text, dealershipId: id }) => ({ purpose, text, id }));
    expect(stored.toSorted((a, b) => a.purpose.localeCompare(b.purpose))).toEqual([
      ...(mayContact ? [{ purpose: "contact_about_request", text: contact.text, id: null }] : []),
      ...(isShared
        ? [{ purpose: "share_with_dealership", text: named?.text, id: dealershipId }]
        : []),
    ]);
    expect(named?.text).toContain("Bow River Auto will call or email me");
    expect(lead?.dealershipId).toBe(isShared ? dealershipId : null);
    expect(isAtDealership).toBe(isShared);
    expect(page.mayContact).toBe(mayContact);
    // Nothing was carried: the credit application that follows begins without a car.
    expect(page.own?.creditPath).toBe("/creditform");
    expect(page.facts.dealershipName).toBe(isShared ? "Bow River Auto" : null);
    if (!mayContact) expect(page.replyBy).toBeNull();
    expect(mail.includes("Bow River Auto")).toBe(isShared);
    expect(mail.includes("you won’t hear from us")).toBe(!mayContact);
    expect(/ will contact you/u.test(mail)).toBe(mayContact);
  });
});

test("where no dealership serves the area the panel says so, and has no box for one", async () => {
  const visitor = browser();
  await walkTo(visitor, "address-length");
  const moved = { vehicleLocation: "Halifax, NS" };
  expect((await post(visitor, "location", moved)).location).toBe("/allListings/qualified");
  expect((await findPanel(visitor)).boxes.share).toBeNull();
});

test("without the panel a post brings no consent, and is answered with success", async () => {
  const { lead, consents, isAtDealership } = await send(browser(), share());
  expect({ dealershipId: lead?.dealershipId, consents, isAtDealership }).toEqual({
    dealershipId: null,
    consents: [],
    isAtDealership: false,
  });
});

test("a dealership that takes no requests any more gets none, before Continue or after it", async () => {
  const setActive = (active: boolean) =>
    db().update(dealershipTable).set({ active }).where(eq(dealershipTable.id, dealershipId));
  const [early, late] = [browser(), browser()];
  await walkTo(early, "location");
  await post(early, "location", { vehicleLocation: "Calgary, AB" });
  await walkTo(late, "contact", share());
  await setActive(false);
  const pressed = await post(early, "qualified", share());
  expect(pressed.location).toBe("/allListings/qualified");
  expect((await findPanel(early)).boxes.share).toBeNull();
  const { lead, consents, isAtDealership } = await send(late);
  await setActive(true);
  expect(consents.map(({ purpose }) => purpose)).toEqual(["share_with_dealership"]);
  expect({ dealershipId: lead?.dealershipId, isAtDealership }).toEqual({
    dealershipId: null,
    isAtDealership: false,
  });
});
