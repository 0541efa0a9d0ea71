import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { submissionCorrectionTable } from "#domain/lead/submission-correction.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { privacyRequestTable } from "#domain/privacy-request/privacy-request.table.ts";
import { acceptOffer } from "#domain/sell-request/dealer-offer/answer-offer.server.ts";
import {
  storeDealership,
  storeOffer,
  storeSellRequest,
} from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import {
  sendApplication,
  useDealership,
} from "#pages/public/credit-application/credit-application.fixture.ts";
import { resultOf, browser } from "#pages/public/form-journey/journey.fixture.ts";
import { exportYourRequest } from "#pages/public/your-request/your-request.server.ts";
import { loadLead } from "#pages/staff/lead-view.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { exportRequest, loadLetter, requestPage } from "./request.server.ts";

useSite();
const dealership = useDealership();

let staff: SignedInUser;
let people = 0;
beforeAll(async () => {
  staff = await storePerson("Samuel Staff", { role: "staff" });
});

/** An application that was passed to its dealership, and a privacy request of its sender. */
async function apply(identityWay: "known_contact" | "browser" = "known_contact") {
  people += 1;
  const email = `corrected-${people}@example.com`;
  const who = browser();
  const reference = await sendApplication(who, { shareWithDealership: "yes", email });
  await sendDueMessages();
  const [requested] = await db()
    .insert(privacyRequestTable)
    .values({
      kind: "correction",
      receivedOn: today(),
      dueOn: today(),
      email,
      locale: "en",
      identityWay,
      reason: "Called back at the number of the lead.",
    })
    .returning({ id: privacyRequestTable.id });
  return { who, email, reference, id: requested?.id ?? "" };
}

function args(id: string, { query = "", body, user = staff }: Asked = {}) {
  const request = new Request(`http://site.test/staff/requests/${id}${query}`, {
    ...(body && { method: "POST", body: new URLSearchParams(body) }),
  });
  return { request, context: makeContext({ user }), params: { id } };
}
type Asked = { query?: string; body?: Record<string, string>; user?: SignedInUser };

/** Posts a corrected answer, as the page's control does. */
const correct = (
  { id, reference }: { id: string; reference: string },
  question: string,
  controls: Record<string, string>,
  user = staff,
) =>
  resultOf<unknown>(async () => {
    const body = { form: "answer-correction", correct: `${reference}:${question}`, ...controls };
    return requestPage.action(args(id, { body, user }));
  });

async function findStored(reference: string) {
  const [row] = await db()
    .select({ lead: leadTable, answers: submissionTable.answers })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .where(eq(leadTable.reference, reference));
  if (!row) throw new Error("There is no such lead.");
  const corrections = await db()
    .select()
    .from(submissionCorrectionTable)
    .where(eq(submissionCorrectionTable.submissionId, row.lead.submissionId));
  return { ...row, answers: row.answers as Record<string, unknown>, corrections };
}

/** The row of this question on the lead's page. */
async function readRow(reference: string, question: string) {
  const lead = await loadLead(reference, "en", staff);
  const steps = lead?.creditFile?.sections ?? lead?.answers ?? [];
  return steps.flatMap(({ rows }) => rows).find((row) => row.question === question);
}

const mailsTo = async (address: string, word: string) =>
  (await listOutbox({ limit: 300 })).filter(
    ({ to, subject }) => to === address && subject?.includes(word),
  );

type Case = {
  question: string;
  controls: Record<string, string>;
  stored: unknown;
  before: string | RegExp;
  /** Columns of the lead. */
  lead: Record<string, unknown>;
  told: string | RegExp;
};

describe("an answer is corrected at the person's request", () => {
  test.each<Case>([
    {
      question: "city",
      controls: { city: "Lethbridge" },
      stored: "Lethbridge",
      before: "Calgary",
      lead: { city: "Lethbridge", provinceCode: "AB" },
      told: "City: Lethbridge",
    },
    {
      question: "phone",
      controls: { phone: "(403) 555-0199" },
      stored: "+14035550199",
      before: /403.*0147/u,
      lead: { phone: "+14035550199", phoneVerifiedAt: null },
      told: /Phone number: .*0199/u,
    },
    {
      question: "mortgageRentAmount",
      controls: { mortgageRentAmount: "1,600" },
      stored: 1600,
      before: "$1,450",
      lead: { city: "Calgary" },
      told: "isn’t in this email",
    },
  ])(
    "$question: on the lead's page, in both exports, with the dealership",
    async ({ question, controls, stored, before, lead, told }) => {
      const requested = await apply();
      const { who, email, reference, id } = requested;
      const saved = await correct(requested, question, controls);
      expect(saved).toMatchObject({
        status: 303,
        location: `/staff/requests/${id}?done=corrected`,
      });

      const found = await findStored(reference);
      expect(found.answers[question]).toEqual(stored);
      expect(found.lead).toMatchObject(lead);
      expect(found.corrections).toMatchObject([{ question, after: stored, byUserId: staff.id }]);
      const row = await readRow(reference, question);
      expect(row?.corrected).toEqual([
        expect.stringMatching(/^Corrected on .+, at the person’s request\. Before: /u),
      ]);
      expect(row?.corrected?.[0]).toMatch(before);

      const query = `?item=lead:${reference}&format=json`;
      const exported = (await (await exportRequest(args(id, { query }))).json()) as Exported;
      expect(exported.submission?.[0]?.answers[question]).toEqual(stored);
      expect(exported.submission_correction).toMatchObject([{ question, after: stored }]);
      const own = await exportYourRequest({
        request: who.get(`/your-request/${reference}?format=json`),
        context: who.context,
        params: { reference },
      });
      const ownRows = (await own.json()) as Exported;
      expect(ownRows.submission_correction).toHaveLength(1);
      expect(JSON.stringify(ownRows)).not.toContain(staff.id);

      await sendDueMessages();
      const mails = await mailsTo(dealership.leadEmail, `Corrected: request ${reference}`);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toMatch(told);
      const [confirmed] = await mailsTo(email, "We corrected your request");
      expect(confirmed?.text).toMatch(/dealership that had received your answers was told/u);
      const { letter } = await loadLetter(args(id));
      expect(letter.paragraphs.join("\n")).toContain(`We corrected an answer in: Request`);

      const records = await db()
        .select()
        .from(auditTable)
        .where(eq(auditTable.action, "answer_corrected"));
      expect(records.map(({ thingId }) => thingId)).toEqual(
        expect.arrayContaining([reference, id]),
      );
      const events = await db()
        .select()
        .from(leadEventTable)
        .where(eq(leadEventTable.leadId, found.lead.id));
      expect(events).toContainEqual(
        expect.objectContaining({ kind: "answer_corrected", note: question, byUserId: staff.id }),
      );
    },
  );

  test("what a mail to a dealership does not hold is not in the notice either", async () => {
    const requested = await apply();
    await correct(requested, "mortgageRentAmount", { mortgageRentAmount: "1612" });
    await sendDueMessages();
    const [mail] = await mailsTo(dealership.leadEmail, `Corrected: request ${requested.reference}`);
    expect(mail?.text).toMatch(/rent/iu);
    expect(mail?.text).not.toMatch(/1,?612/u);
  });

  test("its system gets the prospect once more, and an answer that is no longer asked goes", async () => {
    const requested = await apply();
    await correct(requested, "tradeIn", { tradeIn: "no" });
    const { answers, corrections } = await findStored(requested.reference);
    expect(answers).toMatchObject({ tradeIn: "no" });
    expect(answers).not.toHaveProperty("tradeInDetails");
    expect(corrections).toContainEqual(
      expect.objectContaining({
        question: "tradeInDetails",
        before: "2016 Honda Fit, one owner",
        after: null,
      }),
    );
    expect(await readRow(requested.reference, "tradeInDetails")).toMatchObject({
      value: "No answer",
    });
    await sendDueMessages();
    const sent = await mailsTo(dealership.leadEmail, requested.reference);
    const [again] = sent.filter(({ text }) => text.includes('status="resend"'));
    expect(again?.text).toBeDefined();
    expect(again?.text).not.toContain("2016 Honda Fit");
    // The text that is sent names both.
    const [notice] = sent.filter(({ subject }) => subject?.startsWith("Corrected"));
    expect(notice?.text).toMatch(/no longer answered/u);
  });

  test("the page asks for it by its own control, filled in with what it says today", async () => {
    const { id, reference } = await apply();
    const { correction } = await requestPage.loader(args(id));
    expect(correction).toMatchObject({ chosen: "", answer: null });
    const names = correction?.requests.flatMap(({ options }) => options.map(({ value }) => value));
    expect(names).toContain(`${reference}:jobTitle`);
    for (const never of ["creditCheck", "shareWithDealership", "listing", "coApplicantEmail"])
      expect(names).not.toContain(`${reference}:${never}`);
    const chosen = await requestPage.loader(args(id, { query: `?correct=${reference}:jobTitle` }));
    expect(chosen.correction).toMatchObject({
      chosen: `${reference}:jobTitle`,
      answer: { now: "Welder", view: { questions: [{ name: "jobTitle", value: "Welder" }] } },
    });
  });

  test("it goes with its request when that is deleted", async () => {
    const requested = await apply();
    await correct(requested, "city", { city: "Red Deer" });
    const { lead } = await findStored(requested.reference);
    const body = { intent: "erase", sure: "yes", item: `lead:${requested.reference}` };
    await resultOf<unknown>(async () => requestPage.action(args(requested.id, { body })));
    const left = eq(submissionCorrectionTable.submissionId, lead.submissionId);
    expect(await db().$count(submissionCorrectionTable, left)).toBe(0);
  });
});

type Exported = {
  submission?: { answers: Record<string, unknown> }[];
  submission_correction?: unknown[];
};

describe("nothing is corrected", () => {
  test.each([
    ["with what its form does not take", "email", { email: "chloe@" }, "chloe@"],
    ["with a blank where an answer is needed", "jobTitle", { jobTitle: " " }, " "],
    ["with what is no amount", "grossIncome", { grossIncome: "a lot" }, "a lot"],
  ])("%s: 422 with the form's message and what was typed", async (_, question, controls, typed) => {
    const requested = await apply();
    const before = await findStored(requested.reference);
    const refused = await correct(requested, question, controls);
    expect(refused).toMatchObject({
      status: 422,
      page: {
        ok: false,
        fieldErrors: [{ field: question, control: question, message: expect.any(String) }],
        view: {
          form: "answer-correction",
          questions: [{ name: question, value: typed, error: expect.any(String) }],
        },
      },
    });
    expect(await findStored(requested.reference)).toEqual(before);
  });

  test.each([
    ["sinNumber", { sinNumber: "046 454 286" }],
    ["dateOfBirth", { dateOfBirth: "1988-06-05" }],
    ["licenseNumber", { licenseNumber: "999999-111" }],
  ])("that is sealed: %s, and what was posted is kept nowhere", async (question, controls) => {
    const requested = await apply();
    const query = `?correct=${requested.reference}:${question}`;
    const { correction } = await requestPage.loader(args(requested.id, { query }));
    expect(correction?.answer).toEqual({ isSealed: true });
    const refused = await correct(requested, question, controls);
    expect(refused).toMatchObject({
      status: 422,
      page: { problem: expect.stringContaining("new application") },
    });
    const [value] = Object.values(controls);
    expect(JSON.stringify(refused.page)).not.toContain(value);
    expect((await findStored(requested.reference)).corrections).toEqual([]);
    const records = await db().select().from(auditTable);
    expect(JSON.stringify(records)).not.toContain(value);
  });

  test("that says so already, is no answer of the trail, or agrees to something", async () => {
    const requested = await apply();
    const other = await apply();
    expect((await correct(requested, "city", { city: "Calgary" })).status).toBe(422);
    for (const [reference, question] of [
      [requested.reference, "creditCheck"],
      [requested.reference, "nothing"],
    ] as const)
      expect(
        (await correct({ ...requested, reference }, question, { [question]: "yes" })).status,
      ).toBe(409);
    const { reference } = other;
    expect((await correct({ ...requested, reference }, "city", { city: "Banff" })).status).toBe(
      422,
    );
    expect((await findStored(reference)).corrections).toEqual([]);
  });

  test("before the person proved who they are, or once the request is answered", async () => {
    const unproved = await apply("browser");
    expect((await requestPage.loader(args(unproved.id))).correction).toBeNull();
    expect((await correct(unproved, "city", { city: "Banff" })).status).toBe(409);
    const settled = await apply();
    await db()
      .update(privacyRequestTable)
      .set({ state: "done" })
      .where(eq(privacyRequestTable.id, settled.id));
    expect((await correct(settled, "city", { city: "Banff" })).status).toBe(409);
    for (const { reference } of [unproved, settled])
      expect((await findStored(reference)).corrections).toEqual([]);
  });

  test("by somebody who may not answer such requests", async () => {
    const requested = await apply();
    const seller = await storePerson("Sonia Seller", { role: "seller" });
    expect((await correct(requested, "city", { city: "Banff" }, seller)).status).toBe(403);
    expect((await findStored(requested.reference)).corrections).toEqual([]);
  });
});

test("of a car for sale: each dealership that has it is told; once one of them bought the car the answers stay", async () => {
  const { id, email } = await apply();
  const [buyer, other] = [
    await storeDealership("Rideau Wheel House"),
    await storeDealership("Humber Motors"),
  ];
  const { reference } = await storeSellRequest({ email });
  await sendDueMessages();
  const requested = { id, reference };
  const never = { shareWithDealerships: "no" };
  expect((await correct(requested, "shareWithDealerships", never)).status).toBe(409);
  expect((await correct(requested, "city", { city: "Mississauga" })).status).toBe(303);
  expect((await findStored(reference)).lead).toMatchObject({ city: "Mississauga" });
  await sendDueMessages();
  const notices = [buyer, other].map(({ leadEmail }) =>
    mailsTo(leadEmail, `Corrected: request ${reference}`),
  );
  const texts = (await Promise.all(notices)).flat().map(({ text }) => text);
  expect(texts).toEqual([
    expect.stringContaining("City: Mississauga"),
    expect.stringContaining("City: Mississauga"),
  ]);

  const offerId = await storeOffer(buyer, reference);
  const seller = { reference, way: "browser", userId: null } as const;
  expect(await acceptOffer(seller, offerId)).toEqual({ ok: true });
  expect((await correct(requested, "city", { city: "Oakville" })).status).toBe(409);
  expect((await findStored(reference)).lead).toMatchObject({ city: "Mississauga" });
});

test("a name of the pre-approval's two questions follows on the lead, each by itself", async () => {
  const { id, email } = await apply();
  const answers = { firstName: "Noah", lastName: "Tremblay", email };
  const { reference } = await storeLead({ email, answers });
  expect((await correct({ id, reference }, "firstName", { firstName: "Noé" })).status).toBe(303);
  const { lead } = await findStored(reference);
  expect(lead).toMatchObject({ firstName: "Noé", lastName: "Tremblay", email });
  const page = await loadLead(reference, "fr", staff);
  const named = page?.answers?.flatMap(({ rows }) => rows).find(({ value }) => /Noé/u.test(value));
  expect(named).toMatchObject({ value: "Noé Tremblay" });
  expect(named?.corrected?.[0]).toMatch(/^Corrigé le .+ Avant\u00a0: Noah$/u);
});
