import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { changeDraft, findDraft } from "#domain/draft/draft.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { APPLICANT } from "#domain/pre-approval/pre-approval-answers.fixture.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { storeSellRequest } from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { browser, useAccounts } from "#pages/account/account.fixture.ts";
import { member, signIn } from "#pages/account/member.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { hashVisitorSecret, makeVisitorSecret } from "#platform/request/visitor-cookie.server.ts";
import * as sharedComputerPage from "./shared-computer.page.tsx";

useAccounts();

/** A visitor who has begun one form and sent another, with the cookie that opens both. */
async function visitorWithDraft() {
  const visitorCookie = makeVisitorSecret();
  const { answers } = readForm(preApprovalForm, rawFields(APPLICANT), {
    now: new Date(),
    locale: "en",
  });
  await changeDraft(hashVisitorSecret(visitorCookie), preApprovalForm, (_none, save) =>
    save({ answers, consents: [] }),
  );
  return browser({ visitorCookie });
}

const findDraftOf = (secret = "") => findDraft(hashVisitorSecret(secret), preApprovalForm);

const press = (visitor: ReturnType<typeof browser>, path?: string) =>
  visitor.post(sharedComputerPage.action, {}, path);

describe("this is a shared computer", () => {
  test("one press ends the session, and the old visitor cookie opens no draft and nothing that was sent", async () => {
    const email = "library@example.com";
    await member(email);
    const visitor = await visitorWithDraft();
    await signIn(visitor, email);
    const before = visitor.visitorCookie();
    const oldHash = hashVisitorSecret(before ?? "");
    const { submissionId } = await storeSellRequest({ visitorHash: oldHash });
    expect(await findDraftOf(before)).not.toBeNull();

    const response = await press(visitor);
    expect([response.status, response.location]).toEqual([303, "/shared-computer?done=1"]);
    expect(response.headers.get("clear-site-data")).toBe('"cache", "storage"');
    expect(await visitor.who()).toBeNull();
    expect(visitor.cookieHeader()).toBe("");
    expect(await findDraftOf(before)).toBeNull();
    const [sent] = await db()
      .select()
      .from(submissionTable)
      .where(eq(submissionTable.id, submissionId));
    expect(sent?.visitorHash).toMatch(/^[0-9a-f]{64}$/);
    expect(sent?.visitorHash).not.toBe(oldHash);
    expect((await visitor.get(sharedComputerPage.loader, response.location ?? "")).body).toEqual({
      isDone: true,
    });
  });

  test("the browser is known for no account any more, and keeps its look and language", async () => {
    const email = "known-here@example.com";
    await member(email);
    const visitor = browser();
    await signIn(visitor, email);
    expect(visitor.cookieHeader()).toContain("device=");
    const cookies = (await press(visitor)).headers.getSetCookie().join("\n");
    for (const name of ["session", "visitor", "device", "second-step", "email-sign-in"])
      expect(cookies).toMatch(new RegExp(`^${name}=;.*Max-Age=0`, "m"));
    expect(cookies).not.toMatch(/^(theme|language)=/m);
  });

  test("without an account too, and nobody else's is touched", async () => {
    const [visitor, other] = [await visitorWithDraft(), await visitorWithDraft()];
    const before = visitor.visitorCookie();
    expect((await press(visitor, "/fr/shared-computer")).status).toBe(303);
    expect(visitor.visitorCookie()).toBeUndefined();
    expect(await findDraftOf(before)).toBeNull();
    expect(await findDraftOf(other.visitorCookie())).not.toBeNull();
  });

  test("looking at the page forgets nothing", async () => {
    const visitor = await visitorWithDraft();
    const { body } = await visitor.get(sharedComputerPage.loader, "/shared-computer");
    expect(body).toEqual({ isDone: false });
    expect(await findDraftOf(visitor.visitorCookie())).not.toBeNull();
  });
});
