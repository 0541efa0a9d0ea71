import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeDraft, findDraft } from "#domain/draft/draft.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { APPLICANT } from "#domain/pre-approval/pre-approval-answers.fixture.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { storeSellRequest } from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { browser, mailTo, type TestBrowser, useAccounts } from "#pages/account/account.fixture.ts";
import { member, PASSWORD, signIn } from "#pages/account/member.fixture.ts";
import * as signOutPage from "#pages/session/sign-out.page.ts";
import { db } from "#platform/database/database.server.ts";
import { hashVisitorSecret, makeVisitorSecret } from "#platform/request/visitor-cookie.server.ts";
import * as emailCodePage from "./email-code.page.tsx";
import * as signInPage from "./sign-in.page.tsx";

useAccounts();

/** A browser whose visitor has begun a form without an account. */
async function visitorWithDraft() {
  const before = makeVisitorSecret();
  const { answers } = readForm(preApprovalForm, rawFields(APPLICANT), {
    now: new Date(),
    locale: "en",
  });
  await changeDraft(hashVisitorSecret(before), preApprovalForm, (_none, save) =>
    save({ answers, consents: [] }),
  );
  return { before, answers, visitor: browser({ visitorCookie: before }) };
}

const findDraftOf = (secret: string | undefined) =>
  findDraft(hashVisitorSecret(secret ?? ""), preApprovalForm);

const WAYS_IN: Record<string, (visitor: TestBrowser, email: string) => Promise<unknown>> = {
  "a password": (visitor, email) => signIn(visitor, email, PASSWORD),
  async "a code by e-mail"(visitor, email) {
    await visitor.post(signInPage.action, { email, mail: "1" });
    const { text } = await mailTo(email, /sign-in code|Your code is/);
    const code = /\d{4}\s?\d{4}/.exec(text)?.[0] ?? "";
    return visitor.post(emailCodePage.action, { code });
  },
};

test.each(Object.entries(WAYS_IN))(
  "signing in by %s changes the visitor's cookie; what was begun goes on, and the old one opens nothing",
  async (way, enter) => {
    const email = `${way.replaceAll(/\W/g, "-")}@example.com`;
    await member(email);
    const { before, answers, visitor } = await visitorWithDraft();
    const { submissionId } = await storeSellRequest({ visitorHash: hashVisitorSecret(before) });
    await enter(visitor, email);
    expect((await visitor.who())?.user.email).toBe(email);
    expect(visitor.visitorCookie()).toMatch(/^[\w-]{32}$/);
    expect(visitor.visitorCookie()).not.toBe(before);
    expect(await findDraftOf(before)).toBeNull();
    expect((await findDraftOf(visitor.visitorCookie()))?.answers).toEqual(answers);
    const [submission] = await db()
      .select()
      .from(submissionTable)
      .where(eq(submissionTable.id, submissionId));
    expect(submission?.visitorHash).toBe(hashVisitorSecret(visitor.visitorCookie() ?? ""));
  },
);

test("a wrong password changes nothing", async () => {
  await member("wrong@example.com");
  const { before, visitor } = await visitorWithDraft();
  await signIn(visitor, "wrong@example.com", "not-the-password-1");
  expect(visitor.visitorCookie()).toBe(before);
  expect(await findDraftOf(before)).not.toBeNull();
});

test("signing out leaves no cookie, and no draft that the one before would open", async () => {
  await member("leaves@example.com");
  const { visitor } = await visitorWithDraft();
  await signIn(visitor, "leaves@example.com", PASSWORD);
  const during = visitor.visitorCookie();
  await visitor.post(signOutPage.action, { returnTo: "/" });
  expect(visitor.visitorCookie()).toBeUndefined();
  expect(await findDraftOf(during)).toBeNull();
});
