import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { programFor, readOutbox } from "./program.fixture.ts";

/** A separate site, because the limits that are reached here last an hour for this address. */
const visit = journey({ ownSite: true });

const TYPED = /claim|bit\.ly|urgent|chlo|gagnon|winner/iu;

/**
 * A complete application with a stranger's e-mail address, which names another one; each is sent
 * from a new browser.
 */
async function post(index: number, changes: Record<string, string>, address?: string) {
  const fields = {
    ...CREDIT_APPLICANT,
    coApplicantFirstName: "Winner",
    coApplicantLastName: "Urgent",
    coApplicantEmail: `named-${index}@strangers.example.net`,
    creditCheck: "yes",
    shareWithDealership: "yes",
    email: `applicant-${index}@strangers.example.net`,
    ...changes,
  };
  const program = programFor(visit.site.origin, address);
  const { status, body } = await program.post("/forms/credit-application", fields);
  return { status, message: body["message"] };
}

async function floodOf200(fields: (index: number) => Record<string, string>, address?: string) {
  const answers = [];
  for (let from = 0; from < 200; from += 20) {
    const some = Array.from({ length: 20 }, (_, each) =>
      post(from + each, fields(from + each), address),
    );
    answers.push(...(await Promise.all(some)));
  }
  return Object.groupBy(answers, ({ status }) => String(status));
}

const mailsToStrangers = async () =>
  (await readOutbox(visit.site.origin)).filter(({ to }) => to.endsWith("@strangers.example.net"));

test("200 applications under a name with a link in it are refused, and mail nobody", async () => {
  const { 422: refused = [], ...others } = await floodOf200((index) => ({
    firstName: "Claim $500",
    lastName: `bit.ly/x${index}`,
  }));
  expect(others).toEqual({});
  expect(refused).toHaveLength(200);
  expect(await mailsToStrangers()).toEqual([]);
});

/**
 * Waits until all messages are sent. They are sent in the order in which they were stored, so the
 * confirmation of a call-back request is the last.
 */
async function waitUntilSent(email: string) {
  const fields = { name: "Noah Tremblay", email, subject: "Hello", message: "Please call." };
  const { status } = await programFor(visit.site.origin, "203.0.113.7").post(
    "/forms/call-back",
    fields,
  );
  expect(status).toBe(200);
  await expect
    .poll(async () => (await readOutbox(visit.site.origin)).map(({ to }) => to))
    .toContain(email);
}

test("200 applications of a program: ten are taken, and no stranger gets a mail", async () => {
  const { 200: taken = [], 422: refused = [] } = await floodOf200((index) => ({
    firstName: "Claim Urgent",
    lastName: `Winner ${index}`,
  }));
  expect([taken.length, refused.length]).toEqual([10, 190]);
  expect(new Set(refused.map(({ message }) => message))).toEqual(
    new Set(["Please verify your phone number or email address before submitting."]),
  );
  await waitUntilSent("noah-1@example.com");
  expect(await mailsToStrangers()).toEqual([]);
});

test("200 applications as our page sends them: ten confirmations without a typed word, no invitation", async () => {
  const { 200: taken = [], 422: refused = [] } = await floodOf200(
    (index) => ({
      firstName: "Claim Urgent",
      lastName: `Winner ${index}`,
      submissionId: randomUUID(),
    }),
    "203.0.113.8",
  );
  expect([taken.length, refused.length]).toEqual([10, 190]);
  await waitUntilSent("noah-2@example.com");
  await expect.poll(async () => (await mailsToStrangers()).length).toBe(10);
  const mails = await mailsToStrangers();
  expect(mails.filter(({ to }) => to.startsWith("named-"))).toEqual([]);
  expect(mails.filter(({ to: _, ...words }) => TYPED.test(JSON.stringify(words)))).toEqual([]);
});
