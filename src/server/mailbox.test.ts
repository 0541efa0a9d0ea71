import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { creditApplicationHandler } from "#domain/credit-application/credit-application-handler.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { browser, useAccounts } from "#pages/account/account.fixture.ts";
import * as forgotPage from "#pages/account/sign-in/forgot-password.page.tsx";
import * as signInPage from "#pages/account/sign-in/sign-in.page.tsx";
import * as signUpPage from "#pages/account/sign-in/sign-up.page.tsx";
import * as newsletterPage from "#pages/public/newsletter/newsletter.page.tsx";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";

useAccounts();

/** Each from a browser and an address of its own. */
const FORMS: Record<string, (email: string) => Promise<number>> = {
  "an account": async (email) => {
    const fields = { form: "sign-up", name: "Amara Okafor", email };
    const password = "maple-canoe-thunder-9";
    return (await browser().post(signUpPage.action, { ...fields, password })).status;
  },
  "a code to sign in": async (email) =>
    (await browser().post(signInPage.action, { form: "sign-in", email, mail: "1" })).status,
  "the newsletter": async (email) =>
    (await browser().post(newsletterPage.action, { form: "newsletter", email })).status,
  "a new password": async (email) =>
    (await browser().post(forgotPage.action, { form: "forgot", email })).status,
  "a credit application": async (email) => {
    const fields = rawFields({ ...CREDIT_APPLICANT, email, submissionId: randomUUID() });
    const visitor = readVisitor({ context: makeContext({ visitorHash: randomUUID() }) });
    return (await receivePost(creditApplicationHandler, fields, visitor)).ok ? 200 : 422;
  },
};

test("one mailbox gets five mails an hour that forms ask for, however one takes turns with them", async () => {
  const mailbox = "flooded-by-all@example.com";
  const statuses: Record<string, number[]> = {};
  for (let round = 0; round < 3; round += 1) {
    for (const [name, send] of Object.entries(FORMS)) {
      // Written in capitals it is the same mailbox.
      const email = round === 1 ? mailbox.toUpperCase() : mailbox;
      (statuses[name] ??= []).push(await send(email));
    }
  }
  expect(statuses).toEqual({
    "an account": [200, 429, 429],
    "a code to sign in": [303, 429, 429],
    "the newsletter": [200, 429, 429],
    "a new password": [200, 429, 429],
    // What somebody sent is taken; only its confirmation is not mailed.
    "a credit application": [200, 200, 200],
  });
  await sendDueMessages();
  const mails = (await listOutbox()).filter(({ to }) => to.toLowerCase() === mailbox);
  expect(mails).toHaveLength(5);
  // Another mailbox is not shut out with it.
  expect(await FORMS["the newsletter"]?.("somebody-else@example.com")).toBe(200);
});
