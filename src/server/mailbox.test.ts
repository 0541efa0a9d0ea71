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

/** Each from a browser of its own, and all from one address. */
const stranger = () => browser({ ipAddress: "198.51.100.9" });

const FORMS: Record<string, (email: string) => Promise<number>> = {
  "an account": async (email) => {
    const fields = { form: "sign-up", name: "Amara Okafor", email };
    const password = "maple-canoe-thunder-9";
    return (await stranger().post(signUpPage.action, { ...fields, password })).status;
  },
  "a code to sign in": async (email) =>
    (
      await stranger().post(signInPage.action, {
        form: "sign-in",
        email,
        mail: "1",
      })
    ).status,
  "the newsletter": async (email) =>
    (
      await stranger().post(newsletterPage.action, {
        form: "newsletter",
        email,
      })
    ).status,
  "a new password": async (email) =>
    (await stranger().post(forgotPage.action, { form: "forgot", email })).status,
  "a credit application": async (email) => {
    const fields = rawFields({ ...CREDIT_APPLICANT, email, submissionId: randomUUID() });
    const visitor = readVisitor({ context: makeContext({ visitorHash: randomUUID() }) });
    return (await receivePost(creditApplicationHandler, fields, visitor)).ok ? 200 : 422;
  },
};

// Sign-in and forms are counted separately, and both by the requesting network
// (network-share.server.ts), so that a stranger's requests take nothing from the owner. Here all
// requests come from one network.
test("one network has few mails sent to a mailbox, however it takes turns with the forms", async () => {
  const mailbox = "flooded-by-all@example.com";
  const statuses: Record<string, number[]> = {};
  for (let round = 0; round < 8; round += 1) {
    for (const [name, send] of Object.entries(FORMS)) {
      // In capitals it is the same mailbox.
      const email = round === 1 ? mailbox.toUpperCase() : mailbox;
      (statuses[name] ??= []).push(await send(email));
    }
  }
  expect(statuses).toEqual({
    "an account": [200, 200, 200, 429, 429, 429, 429, 429],
    // Nobody is refused a code or a link: what was sent before still works.
    "a code to sign in": Array.from({ length: 8 }, () => 303),
    "a new password": Array.from({ length: 8 }, () => 200),
    "the newsletter": [200, 200, 200, 429, 429, 429, 429, 429],
    // A form that somebody sent is accepted; only its confirmation is not mailed.
    "a credit application": Array.from({ length: 8 }, () => 200),
  });
  await sendDueMessages();
  const mails = (await listOutbox({ limit: 100 })).filter(({ to }) => to.toLowerCase() === mailbox);
  expect(mails).toHaveLength(12);
  // Another mailbox is not limited with it.
  expect(await FORMS["the newsletter"]?.("somebody-else@example.com")).toBe(200);
});
