import { desc } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { formHandlers } from "#domain/lead-forms.server.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import type { Question } from "#forms/questions/kinds.ts";
import { isNeverRefilled } from "#forms/read-form.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { findDraft } from "#domain/draft/draft.server.ts";
import { creditApplicationForm } from "#domain/credit-application/credit-application.form.ts";
import { db } from "#platform/database/database.server.ts";
import { env, setEnv } from "#platform/env/env.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { openForRecord } from "#platform/vault/record-vault.server.ts";
import { rateLimitTable } from "#platform/limit/rate-limit.table.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { askForCode, checkCode } from "#domain/phone-verification/phone-code.server.ts";
import { APPLICANT } from "#domain/pre-approval/pre-approval-answers.fixture.ts";
import { SELLER } from "#domain/sell-request/sell-car-answers.fixture.ts";
import { handleFormPost } from "./form-post.server.ts";
import { resultOf, browser } from "./journey.fixture.ts";
import { sentFacts } from "./sent-facts.server.ts";
import { useSite } from "#server/site.fixture.ts";

useSite();
type Browser = ReturnType<typeof browser>;

const post = (
  name: string,
  fields: Readonly<Record<string, string>>,
  visitor: Browser = browser(),
) =>
  resultOf(() =>
    handleFormPost({
      request: visitor.post(`/forms/${name}`, fields),
      params: { name },
      context: visitor.context,
    }),
  );

const newestLead = async () => {
  const [lead] = await db().select().from(leadTable).orderBy(desc(leadTable.id)).limit(1);
  return lead;
};

describe.each(formHandlers.map((handler) => [handler.postName, handler] as const))(
  "a direct post to %s",
  (name, { form }) => {
    test("left blank: 422, every required question, no lead", async () => {
      const before = await newestLead();
      const { status, page } = await post(name, form.formname ? { formname: form.formname } : {});
      expect(status).toBe(422);
      const required = form.steps
        .flatMap((step) => step.questions)
        .filter((question) => !question.optional && !question.askedWhen);
      expect(page?.errorSummary?.items).toHaveLength(required.length);
      expect(await newestLead()).toEqual(before);
    });

    test("one question blank: only that step is asked, all else is carried", async () => {
      const whole = WHOLE[name] ?? {};
      const [blank = ""] = Object.keys(whole).filter((each) => each !== "formname");
      const { page } = await post(name, { ...whole, [blank]: "" });
      const step = form.steps.find(({ questions }) => questions.some((q) => q.name === blank));
      expect(page?.steps.map(({ slug }) => slug)).toEqual([step?.slug]);
      const requested = page?.steps.flatMap(({ questions }) => questions.map((q) => q.name)) ?? [];
      const input = requested.filter((each) => each in whole);
      const carried = page?.hidden.map((field) => field.name) ?? [];
      // Sealed answers that this page does not ask for are in the draft that it names.
      const isUnseen = (question: Question, slug: string) =>
        isNeverRefilled(question) || (question.sealed === true && slug !== step?.slug);
      const unseen = form.steps.flatMap(({ slug, questions }) =>
        questions.flatMap((each) => (isUnseen(each, slug) ? [each.name] : [])),
      );
      const shown = Object.keys(whole).filter((each) => !unseen.includes(each));
      const draft = unseen.length > 0 ? ["submissionId"] : [];
      expect([...input, ...carried].toSorted()).toEqual([...shown, ...draft].toSorted());
    });
  },
);

const OFFER = { city: "Guelph", province: "ON" };
const WHOLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "pre-approval": APPLICANT,
  "call-back": {
    name: "Camille Roy",
    email: "camille@example.com",
    subject: "My car",
    message: "Call me at 416 555 0123.\nThank you.",
  },
  "credit-application": CREDIT_APPLICANT,
  "sell-car": SELLER,
  vin: { formname: "VIN", vin: "1HGCM82633A004352", ...OFFER },
};

test("a call-back request is stored for our own staff, and thanked for", async () => {
  const { status, location } = await post("call-back", WHOLE["call-back"] ?? {});
  const lead = await newestLead();
  expect({ status, location }).toEqual({
    status: 303,
    location: `/call-back/sent/${lead?.reference}`,
  });
  expect(lead).toMatchObject({
    kind: "call_back",
    firstName: "Camille",
    lastName: "Roy",
    email: "camille@example.com",
    dealershipId: null,
  });
  expect(await sentFacts(lead?.reference ?? "", ["call-back"])).toEqual({
    reference: lead?.reference,
    sentAt: expect.any(Date),
    dealershipName: null,
    awaited: null,
    isConfirmedByEmail: true,
  });
  expect(await sentFacts(lead?.reference ?? "", ["pre-approval"])).toBeNull();
});

test("a refused post carries what no form of ours asks for, and at most 200 names of it", async () => {
  const foreign = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`utm_${index}`, "x"]),
  );
  const { page } = await post("call-back", { ...WHOLE["call-back"], message: "", ...foreign });
  expect(page?.hidden).toHaveLength(200);
});

test("a refused pre-approval keeps the birth date in the draft, and a flood carries it nowhere", async () => {
  const visitor = browser();
  const { page } = await post("pre-approval", { ...APPLICANT, annualIncome: "" }, visitor);
  expect(JSON.stringify(page)).not.toContain(APPLICANT.dateOfBirth);
  const draft = await findDraft(
    readVisitor({ context: visitor.context }).visitorHash,
    preApprovalForm,
  );
  expect(draft?.answers.dateOfBirth).toBe(APPLICANT.dateOfBirth);
  await db().update(rateLimitTable).set({ count: 100_000 });
  const flooded = await post("credit-application", CREDIT_APPLICANT, visitor);
  await db().delete(rateLimitTable);
  expect(flooded.status).toBe(429);
  expect(flooded.page?.hidden.map(({ name }) => name)).toContain("firstName");
  expect(JSON.stringify(flooded.page)).not.toMatch(/193.?456.?787|142607|1987-06-05/);
});

test("a refused application keeps the SIN in the draft, out of the page, and sends it with the next post", async () => {
  const visitor = browser();
  const { status, page } = await post(
    "credit-application",
    { ...CREDIT_APPLICANT, city: "", sinNumber: "130 692 544" },
    visitor,
  );
  expect(status).toBe(422);
  const html = JSON.stringify(page);
  expect(html).not.toMatch(/130.?692.?544/u);
  expect(html).not.toContain(CREDIT_APPLICANT.licenseNumber);
  const carried = Object.fromEntries((page?.hidden ?? []).map(({ name, value }) => [name, value]));
  const { sinNumber: _, licenseNumber: __, ...again } = CREDIT_APPLICANT;
  const sent = await post("credit-application", { ...again, ...carried, city: "Calgary" }, visitor);
  const lead = await newestLead();
  expect(sent).toMatchObject({ status: 303, location: `/creditform/sent/${lead?.reference}` });
  const { visitorHash } = readVisitor(visitor);
  expect(await findDraft(visitorHash, creditApplicationForm)).toMatchObject({ answers: {} });
  const [stored] = await db()
    .select()
    .from(submissionTable)
    .orderBy(desc(submissionTable.submittedAt))
    .limit(1);
  const opened = await openForRecord(db(), stored?.sealedAnswers ?? Buffer.alloc(0), {
    table: "submission",
    column: "sealed_answers",
    recordId: stored?.id ?? "",
  });
  expect(opened).toMatchObject({ ok: true, plaintext: expect.stringContaining("130692544") });
});

test("a SIN that is none is not put back either", async () => {
  const { page } = await post("credit-application", {
    ...CREDIT_APPLICANT,
    sinNumber: "123 456 789",
  });
  expect(page?.errorSummary?.items.map(({ href }) => href)).toEqual(["#sinNumber"]);
  expect(JSON.stringify(page)).not.toContain("123 456 789");
});

test("a VIN is stored as an offer request of its own", async () => {
  const { location } = await post("vin", WHOLE["vin"] ?? {});
  const lead = await newestLead();
  expect(lead?.kind).toBe("offer_request");
  expect(location).toBe(`/offer/sent/${lead?.reference}`);
});

test("a pre-approval without a verified phone is led to its code, with everything given", async () => {
  const { status, page } = await post("pre-approval", { ...APPLICANT, utm: "spring" });
  expect(status).toBe(422);
  expect(page?.errorSummary?.items).toEqual([
    { href: "#phoneNumber", text: "Please verify your phone number before submitting." },
  ]);
  expect(page?.verifyAction).toBe("/allListings/contact");
  expect(page?.hidden).toContainEqual({ name: "utm", value: "spring" });
});

test("a direct post with a verified number is stored, and brings no consent", async () => {
  const visitor = browser({ locale: "fr" });
  const seen = readVisitor(visitor);
  await askForCode(seen, "pre_approval", APPLICANT.phoneNumber);
  const [sms] = await listOutbox();
  const code = /\b\d{6}\b/.exec(sms?.text ?? "")?.[0] ?? "";
  await checkCode(seen, "pre_approval", APPLICANT.phoneNumber, code);
  const { status, location } = await post("pre-approval", APPLICANT, visitor);
  const lead = await newestLead();
  expect({ status, location }).toEqual({
    status: 303,
    location: `/fr/allListings/sent/${lead?.reference}`,
  });
  expect(await db().select().from(consentTable)).toEqual([]);
});

test("an unknown form is not found, and a body that is no form is refused", async () => {
  expect((await post("nonsense", {})).status).toBe(404);
  const visitor = browser();
  const request = new Request("http://site.test/forms/vin", {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  const json = await resultOf(() =>
    handleFormPost({ request, params: { name: "vin" }, context: visitor.context }),
  );
  expect(json.status).toBe(415);
});

/** The hidden controls that a page without JavaScript carries to its next post. */
const carry = (page: Awaited<ReturnType<typeof post>>["page"]) =>
  Object.fromEntries((page?.hidden ?? []).map(({ name, value }) => [name, value]));

/**
 * Sends ten applications from one office's IP address within the hour; returns a function that
 * makes another browser there.
 */
async function fillOffice(ipAddress: string): Promise<() => Browser> {
  const office = () => browser({ ipAddress });
  for (let index = 0; index < 10; index += 1) {
    const email = `office-${index}@example.com`;
    const sent = await post("credit-application", { ...CREDIT_APPLICANT, email }, office());
    expect(sent.status).toBe(303);
  }
  return office;
}

test("the eleventh application an hour of one address proves its number on the spot, and then goes through", async () => {
  const office = await fillOffice("203.0.113.44");
  const eleventh = office();
  const typed = {
    ...CREDIT_APPLICANT,
    // A number that no other test requests a code for.
    phone: "416-555-0188",
    sinNumber: "130 692 544",
    message: "Mornings, please.",
  };
  const refused = await post("credit-application", typed, eleventh);
  expect(refused.status).toBe(422);
  expect(refused.page?.errorSummary?.items).toEqual([
    {
      href: "#phone",
      text: "Please verify your phone number or email address before submitting.",
    },
  ]);
  expect(refused.page?.phone).toMatchObject({
    phone: { state: "not_started" },
    stepAction: "/forms/credit-application",
  });
  // As the page posts it again, without JavaScript.
  const { sinNumber: _, licenseNumber: __, ...again } = typed;
  const whole = { ...again, ...carry(refused.page) };
  const requested = await post("credit-application", { ...whole, intent: "send-code" }, eleventh);
  expect(requested).toMatchObject({
    status: 200,
    page: { phone: { phone: { state: "code_sent" } } },
  });
  expect(carry(requested.page)).toMatchObject({ message: "Mornings, please." });
  expect(JSON.stringify(requested.page)).not.toMatch(/130.?692.?544/u);
  const [sms] = await listOutbox();
  const verificationCode = /\b\d{6}\b/.exec(sms?.text ?? "")?.[0] ?? "";
  const enter = { ...whole, intent: "verify-code" };
  const wrong = { ...enter, verificationCode: verificationCode === "000000" ? "000001" : "000000" };
  expect((await post("credit-application", wrong, eleventh)).status).toBe(422);
  const proved = await post("credit-application", { ...enter, verificationCode }, eleventh);
  expect(proved).toMatchObject({ status: 200, page: { phone: { phone: { state: "verified" } } } });
  const sent = await post("credit-application", whole, eleventh);
  const lead = await newestLead();
  expect(sent).toMatchObject({ status: 303, location: `/creditform/sent/${lead?.reference}` });
  // A browser with another IP address is not asked for a code.
  const elsewhere = browser({ ipAddress: "198.51.100.44" });
  expect((await post("credit-application", CREDIT_APPLICANT, elsewhere)).status).toBe(303);
});

describe("where no code can be had by SMS, the eleventh", () => {
  beforeEach(() => setEnv({ ...env(), SMS_DAILY_BUDGET: 0 }));
  afterEach(() => setEnv({ ...env(), SMS_DAILY_BUDGET: 500 }));
  const typed = { ...CREDIT_APPLICANT, phone: "416-555-0191", email: "eleventh@example.com" };
  const press = (intent: string, more: Readonly<Record<string, string>> = {}) => ({
    ...typed,
    intent,
    ...more,
  });
  const readCode = async () => {
    const mail = (await listOutbox()).find(({ to }) => to === typed.email);
    return /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
  };

  test("proves the address by a code that is mailed to it, and that address only", async () => {
    const office = await fillOffice("203.0.113.45");
    const eleventh = office();
    const refused = await post("credit-application", press("send-code"), eleventh);
    expect(refused.page?.phone).toMatchObject({
      takesMailedCode: true,
      phone: { isUnavailable: true },
    });
    const requested = await post("credit-application", press("mail-code"), eleventh);
    expect(requested).toMatchObject({
      status: 200,
      page: { phone: { phone: { state: "code_sent" } } },
    });
    const verificationCode = await readCode();
    const entered = press("verify-code", { verificationCode });
    expect(await post("credit-application", entered, eleventh)).toMatchObject({
      status: 200,
      page: { phone: { phone: { state: "verified", message: "Email address confirmed" } } },
    });
    const whole = { ...typed, ...carry(requested.page) };
    const ofStranger = { ...whole, email: "stranger@example.com" };
    expect((await post("credit-application", ofStranger, eleventh)).status).toBe(422);
    expect((await post("credit-application", whole, office())).status).toBe(422);
    expect((await post("credit-application", whole, eleventh)).status).toBe(303);
    // The lead has the proved address: no confirmation link is needed.
    expect(await newestLead()).toMatchObject({
      email: typed.email,
      emailConfirmedAt: expect.any(Date),
      phoneVerifiedAt: null,
    });
  });

  test.each([
    ["email", { email: "nobody" }, "Enter an email address in the correct format"],
    ["phone", { phone: "12" }, "Enter a Canadian phone number"],
  ])("hears what is wrong with the %s", async (_of, wrong, words) => {
    const { status, page } = await post("credit-application", press("mail-code", wrong));
    expect(status).toBe(422);
    expect(page?.phone?.phone.message).toContain(words);
  });

  test("hears where no mail went out", async () => {
    const eleventh = browser();
    const email = "often@example.com";
    for (let times = 0; times < 5; times += 1) {
      expect(
        (await post("credit-application", press("mail-code", { email }), eleventh)).status,
      ).toBe(200);
    }
    const sixth = await post("credit-application", press("mail-code", { email }), eleventh);
    expect(sixth.status).toBe(422);
    expect(sixth.page?.phone?.phone).toMatchObject({
      state: "code_sent",
      message: "We couldn’t email you a code. Please try again later.",
    });
  });
});
