import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { createLeadLinkKey } from "#domain/lead/lead-link.server.ts";
import { findLeadOfForm } from "#domain/lead/lead-queries.server.ts";
import { leadEventTable } from "#domain/lead/lead.table.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { findFormHandler, findLeadForm } from "#domain/lead-forms.server.ts";
import { askForCode } from "#domain/phone-verification/phone-code.server.ts";
import { APPLICANT } from "#domain/pre-approval/pre-approval-answers.fixture.ts";
import { SELLER } from "#domain/sell-request/sell-car-answers.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import {
  handleSentApplication,
  openSentApplication,
} from "#pages/public/credit-application/credit-application-sent.server.ts";
import { resultOf, browser } from "#pages/public/form-journey/journey.fixture.ts";
import {
  handleSentPreApproval,
  openSentPreApproval,
} from "#pages/public/pre-approval/pre-approval-sent.server.ts";
import {
  handleSellRequestPost,
  loadSellRequestPage,
} from "#pages/public/sell-request/sell-request.server.ts";
import { FIRST_ADDRESS } from "#pages/staff/lead-list-address.ts";
import { loadLeadList } from "#pages/staff/lead-list.server.ts";
import { db } from "#platform/database/database.server.ts";
import { env, setEnv } from "#platform/env/env.server.ts";
import { rateLimitTable } from "#platform/limit/rate-limit.table.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import type { LeadPhone } from "./lead-phone.server.ts";

useSite();
type Browser = ReturnType<typeof browser>;

afterEach(async () => {
  setBudget(500);
  await db().delete(rateLimitTable);
});

function setBudget(most: number): void {
  setEnv({ ...env(), SMS_DAILY_BUDGET: most });
}

/** Posts a whole form, like any program. */
async function send(name: string, fields: Readonly<Record<string, string>>, visitor: Browser) {
  const handler = findFormHandler(name);
  if (!handler) throw new Error(`There is no form ${name}.`);
  return receivePost(handler, rawFields(fields), readVisitor(visitor));
}

type Args = { request: Request; context: Browser["context"]; params: { reference: string } };
type Page = {
  form: string;
  fields: (person: { phone: string; email: string }) => Readonly<Record<string, string>>;
  open: (args: Args) => Promise<LeadPhone | null | undefined>;
  press: (args: Args) => Promise<{ data: unknown; init: ResponseInit | null }>;
};

let people = 0;

/** A person whose number and address no other test uses. */
function makePerson() {
  people += 1;
  return { phone: `+1403555${1000 + people}`, email: `person-${people}@example.com` };
}

const makeApplicant = ({ phone, email } = makePerson()) => ({
  ...APPLICANT,
  phoneNumber: phone,
  email,
});

const PAGES: Page[] = [
  {
    form: "pre-approval",
    fields: makeApplicant,
    open: async (args) => (await openSentPreApproval(args)).own?.phone,
    press: handleSentPreApproval,
  },
  {
    form: "sell-car",
    fields: ({ phone, email }) => ({ ...SELLER, sellerPhone: phone, sellerEmail: email }),
    open: async (args) => (await loadSellRequestPage(args)).sale?.phone,
    press: handleSellRequestPost,
  },
  {
    form: "credit-application",
    fields: (person) => ({ ...CREDIT_APPLICANT, ...person }),
    open: async (args) => (await openSentApplication(args)).own?.phone,
    press: handleSentApplication,
  },
];

async function findLead(reference: string, formName: string) {
  const found = await findLeadOfForm(reference, formName);
  if (!found) throw new Error("There is no such lead.");
  return found.lead;
}

const listEvents = async (leadId: string) =>
  (
    await db()
      .select()
      .from(leadEventTable)
      .where(eq(leadEventTable.leadId, leadId))
      .orderBy(leadEventTable.at, leadEventTable.id)
  ).map(({ kind }) => kind);

async function readCode(isOurs: (to: string) => boolean): Promise<string> {
  const sent = (await listOutbox({ limit: 50 })).find(
    ({ to, text }) => isOurs(to) && /\b\d{6}\b/.test(text ?? ""),
  );
  return /\b\d{6}\b/.exec(sent?.text ?? "")?.[0] ?? "";
}

describe.each(PAGES)("$form sent while no code can be had", (page) => {
  async function sent() {
    setBudget(0);
    const visitor = browser();
    const person = makePerson();
    const result = await send(page.form, page.fields(person), visitor);
    if (!result.ok) throw new Error(JSON.stringify(result));
    const lead = await findLead(result.reference, page.form);
    const key = createLeadLinkKey({ reference: lead.reference, email: person.email });
    const path = `/sent/${lead.reference}?key=${key}`;
    const makeArgs = (who: Browser, fields?: Record<string, string>): Args => ({
      request: fields ? who.post(path, fields) : who.get(path),
      context: who.anotherRequest(),
      params: { reference: lead.reference },
    });
    const press = (who: Browser, fields: Record<string, string>) =>
      resultOf(() => page.press(makeArgs(who, fields)));
    return { lead, person, press, open: (who: Browser) => page.open(makeArgs(who)) };
  }

  test("is taken, not verified yet; staff's list and a dealership's system say so", async () => {
    const { lead } = await sent();
    expect(lead).toMatchObject({ phoneVerifiedAt: null });
    const list = await loadLeadList(FIRST_ADDRESS, { id: "nobody" }, "en");
    const row = list.rows.find(({ reference }) => reference === lead.reference);
    expect(row).toMatchObject({ isPhoneAwaited: true });
    const found = await findLeadOfForm(lead.reference, page.form);
    const reading = { sender: "en", reader: "en", further: [] } as const;
    const adf = await findLeadForm(page.form)?.adf?.(found?.submission.answers, lead, reading);
    expect(adf?.customer.comments).toContain("Phone: not verified");
  });

  test("the code is entered later, from the private link in another browser", async () => {
    const { lead, press, open } = await sent();
    const later = browser();
    expect(await open(later)).toMatchObject({ code: { state: "not_started" } });
    const refused = await press(later, { intent: "send-code" });
    expect(refused).toMatchObject({ status: 422, page: { phoneCode: { isUnavailable: true } } });
    setBudget(500);
    expect(await press(later, { intent: "send-code" })).toMatchObject({ status: 200 });
    const verificationCode = await readCode((to) => to === lead.phone);
    const wrong = verificationCode === "999999" ? "999998" : "999999";
    expect(await press(later, { intent: "verify-code", verificationCode: wrong })).toMatchObject({
      status: 422,
    });
    expect(await press(later, { intent: "verify-code", verificationCode })).toMatchObject({
      status: 200,
      page: { phoneCode: { state: "verified" } },
    });
    expect((await findLead(lead.reference, page.form)).phoneVerifiedAt).toBeInstanceOf(Date);
    expect(await listEvents(lead.id)).toContain("phone_verified");
    expect(await open(later)).toBeNull();
  });

  test("a code by e-mail confirms the address, and leaves the number for later", async () => {
    const { lead, person, press, open } = await sent();
    const later = browser();
    expect(await press(later, { intent: "mail-code" })).toMatchObject({
      status: 200,
      page: { phoneCode: { state: "code_sent" } },
    });
    const verificationCode = await readCode((to) => to === person.email);
    await press(later, { intent: "verify-code", verificationCode });
    const after = await findLead(lead.reference, page.form);
    expect(after).toMatchObject({ emailConfirmedAt: expect.any(Date), phoneVerifiedAt: null });
    expect(await listEvents(lead.id)).toContain("email_confirmed");
    expect(await open(later)).toMatchObject({ email: null });
  });
});

test("wherever a code can be had, a pre-approval waits for it", async () => {
  const [visitor, applicant] = [browser(), makeApplicant()];
  const result = await send("pre-approval", applicant, visitor);
  expect(result).toMatchObject({
    ok: false,
    fieldErrors: [expect.objectContaining({ code: "phone_not_verified" })],
  });
  await askForCode(readVisitor(visitor), "pre_approval", applicant.phoneNumber);
  setBudget(0);
  // This sends the code.
  expect(await send("pre-approval", applicant, visitor)).toMatchObject({ ok: false });
});

test("who asked in vain is taken also when the next minute has codes again", async () => {
  const [visitor, applicant] = [browser(), makeApplicant()];
  setBudget(0);
  const requested = await askForCode(readVisitor(visitor), "pre_approval", applicant.phoneNumber);
  expect(requested).toMatchObject({ isError: true, isUnavailable: true });
  setBudget(500);
  expect(await send("pre-approval", applicant, visitor)).toMatchObject({ ok: true });
});

test("nobody but the sender presses a button of the card", async () => {
  setBudget(0);
  const result = await send("pre-approval", makeApplicant(), browser());
  if (!result.ok) throw new Error("It is taken.");
  const stranger = browser();
  const { status } = await resultOf(() =>
    handleSentPreApproval({
      request: stranger.post(`/sent/${result.reference}`, { intent: "mail-code" }),
      context: stranger.context,
      params: { reference: result.reference },
    }),
  );
  expect(status).toBe(404);
});
