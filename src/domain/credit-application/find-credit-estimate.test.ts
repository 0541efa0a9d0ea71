import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { changeDraft } from "#domain/draft/draft.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { storePreApproval } from "#domain/pre-approval/stored-pre-approval.fixture.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { USUAL_LOAN } from "#values/loan-choice.ts";
import { useSite } from "#server/site.fixture.ts";
import { eq } from "drizzle-orm";
import { CREDIT_APPLICANT } from "./credit-applicant.fixture.ts";
import { creditApplicationHandler } from "./credit-application-handler.server.ts";
import { creditApplicationForm } from "./credit-application.form.ts";
import { forgetEstimateHere, writeEstimateCookie } from "./estimate-cookie.server.ts";
import {
  type CreditPerson,
  findCreditBefore,
  findCreditEstimate,
  forgetCreditEstimate,
} from "./find-credit-estimate.server.ts";

useSite();

const ANSWERS = {
  budget: "400_499",
  creditRating: "fair",
  vehicleLocation: { text: "Calgary, AB", province: "AB" },
} as const;

const browser = (more: Partial<CreditPerson> = {}): CreditPerson => ({
  visitorHash: randomUUID(),
  user: null,
  ...more,
});
const cookieOf = (header: string) => /^[^=]+=([^;]*)/.exec(header)?.[1];

test("a browser has the estimate of what it sent signed out; one press forgets it", async () => {
  const person = browser();
  expect(await findCreditEstimate(person)).toBeNull();
  await storePreApproval(person, ANSWERS);
  const known = { ratePercent: 14.5, provinceCode: "AB", comfortable: { paymentCad: 499 } };
  expect(await findCreditEstimate(person)).toMatchObject(known);
  expect(await findCreditEstimate(browser())).toBeNull();
  await forgetCreditEstimate(person);
  await forgetCreditEstimate(person);
  expect(await findCreditEstimate(person)).toBeNull();
  // Another pre-approval starts a new estimate.
  await storePreApproval(person, { ...ANSWERS, budget: "500_600" });
  expect(await findCreditEstimate(person)).toMatchObject({ budget: "500_600" });
});

test("what an account sent is the account's in every browser, and no other person's in that one", async () => {
  const user = await storePerson("Camille Roy");
  const { visitorHash } = browser();
  await storePreApproval({ visitorHash, userId: user.id }, ANSWERS);
  expect(await findCreditEstimate(browser({ user }))).not.toBeNull();
  expect(await findCreditEstimate({ visitorHash, user: null })).toBeNull();
});

test("an application keeps the band wherever it is looked at, and is the account's by its address", async () => {
  const before = browser();
  await storePreApproval(before, { ...ANSWERS, carType: "suv" });
  const email = "same-person@example.com";
  const fields = rawFields({ ...CREDIT_APPLICANT, email, submissionId: randomUUID() });
  const visitor = readVisitor({ context: makeContext({ visitorHash: before.visitorHash }) });
  const sent = await receivePost(creditApplicationHandler, fields, visitor);
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const [row] = await db()
    .select({ answers: submissionTable.answers, at: submissionTable.submittedAt })
    .from(submissionTable)
    .where(eq(submissionTable.reference, sent.reference));
  const carried = {
    creditRating: "fair",
    budget: "400_499",
    carType: "suv",
    comfortablePayment: 499,
  };
  expect(row?.answers).toMatchObject(carried);
  // With the income and rent that it contains.
  const estimate = {
    ratePercent: 14.5,
    comfortable: { paymentCad: 499 },
    highest: { paymentCad: 1_080 },
  };
  expect(await findCreditEstimate(before)).toMatchObject(estimate);
  const user = await storePerson("Somebody Else");
  expect(await findCreditEstimate(browser({ user }))).toBeNull();
  expect(await findCreditEstimate(browser({ user: { id: user.id, email } }))).toMatchObject(
    estimate,
  );
  expect((await findCreditBefore(before, row!.at))?.facts.incomeCad).toBeNull();
});

test("down payment and term are the browser's, and go with what it sends to wherever that is looked at", async () => {
  const here = browser({ loan: { downCad: 2_500, months: 60 } });
  const email = "puts-down@example.com";
  await storePreApproval(here, ANSWERS);
  expect((await findCreditEstimate(here))?.loan).toEqual(here.loan);
  expect((await findCreditEstimate({ ...here, loan: undefined }))?.loan).toEqual(USUAL_LOAN);
  const context = makeContext({ visitorHash: here.visitorHash, loan: here.loan });
  const fields = rawFields({ ...CREDIT_APPLICANT, email, submissionId: randomUUID() });
  const sent = await receivePost(creditApplicationHandler, fields, readVisitor({ context }));
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const user = { id: (await storePerson("Puts Down")).id, email };
  expect((await findCreditEstimate(browser({ user })))?.loan).toEqual(here.loan);
  const elsewhere = browser({ user, loan: { downCad: 0, months: 84 } });
  expect((await findCreditEstimate(elsewhere))?.loan).toEqual({ downCad: 0, months: 84 });
});

test("a browser in which a private link was opened has its estimate, until it is forgotten", async () => {
  const { visitorHash } = browser();
  await storePreApproval({ visitorHash }, ANSWERS);
  const [sent] = await db()
    .select({ reference: submissionTable.reference })
    .from(submissionTable)
    .where(eq(submissionTable.visitorHash, visitorHash));
  const cookie = cookieOf(writeEstimateCookie("https://site.test", sent!.reference));
  const holder = browser({ isNew: true, estimateCookie: cookie });
  expect(await findCreditEstimate(holder)).toMatchObject({ ratePercent: 14.5 });
  // Not the last letter: some of its bits are not used.
  const forged = cookie?.replace(/.(?=.{9}$)/, (letter) => (letter === "A" ? "B" : "A"));
  expect(await findCreditEstimate({ ...holder, estimateCookie: forged })).toBeNull();
  const estimateCookie = cookieOf(forgetEstimateHere("https://site.test"));
  expect(await findCreditEstimate({ ...holder, estimateCookie })).toBeNull();
});

test("a form under way tells as much, once it has answered what an estimate needs", async () => {
  const person = browser();
  const answer = (answers: Answers) =>
    changeDraft(person.visitorHash, preApprovalForm, (_draft, keep) =>
      keep({ answers, consents: [] }),
    );
  await answer({ budget: "400_499", creditRating: "fair" });
  expect(await findCreditEstimate(person)).toBeNull();
  await answer(ANSWERS);
  expect(await findCreditEstimate(person)).toMatchObject({ ratePercent: 14.5 });
  const estimateCookie = cookieOf(forgetEstimateHere("https://site.test"));
  expect(await findCreditEstimate({ ...person, estimateCookie })).toBeNull();
});

test("an application that was handed over brings along what it was begun with", async () => {
  const person = browser();
  const begin = (answers: Answers) =>
    changeDraft(person.visitorHash, creditApplicationForm, (_draft, keep) =>
      keep({ answers, consents: [] }),
    );
  await begin({ province: "AB" });
  expect(await findCreditEstimate(person)).toBeNull();
  await begin({ province: "AB", creditRating: "poor" });
  expect(await findCreditEstimate(person)).toMatchObject({ ratePercent: 22.9 });
});
