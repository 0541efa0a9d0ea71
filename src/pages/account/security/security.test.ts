import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { browser, mailTo, useAccounts } from "../account.fixture.ts";
import { member, OTHER_PASSWORD, PASSWORD, secure, signIn } from "../member.fixture.ts";
import * as dataPage from "../my-data/data.page.tsx";
import { handleSecondFactor } from "./second-factor.server.ts";

useAccounts();

test("signing in gives a session of its own, whatever cookie was there before", async () => {
  const visitor = await member("fixed@example.com");
  const planted = visitor.cookieHeader();
  const before = (await visitor.who())?.sessionId;
  await signIn(visitor, "fixed@example.com");
  expect(visitor.cookieHeader()).not.toBe(planted);
  expect((await visitor.who())?.sessionId).not.toBe(before);
});

describe("what asks for the password", () => {
  test("a new password ends the other sessions and keeps this one", async () => {
    const email = "changes@example.com";
    const here = await member(email);
    const there = browser();
    await signIn(there, email);
    const wrong = { form: "change-password", password: OTHER_PASSWORD };
    const refused = await secure(here, { ...wrong, "new-password": "another-long-password" });
    expect(refused.problems.map(({ control }) => control)).toEqual(["password"]);
    const change = { form: "change-password", password: PASSWORD, "new-password": OTHER_PASSWORD };
    expect((await secure(here, change)).location).toContain("notice=password_changed");
    expect(await here.who()).not.toBeNull();
    expect(await there.who()).toBeNull();
  });

  test("guesses at the password in an open session are counted", async () => {
    const visitor = await member("left-open@example.com");
    const guess = { form: "change-password", password: "a guess", "new-password": OTHER_PASSWORD };
    const statuses: number[] = [];
    for (let index = 0; index < 9; index += 1) statuses.push((await secure(visitor, guess)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  test("deleting the account ends it, with its sessions", async () => {
    const email = "leaves@example.com";
    const visitor = await member(email);
    expect((await visitor.post(dataPage.action, { password: "no" })).status).toBe(422);
    const gone = await visitor.post(dataPage.action, { password: PASSWORD });
    expect(gone.location).toContain("notice=account_deleted");
    expect(await visitor.who()).toBeNull();
    expect((await signIn(visitor, email)).status).toBe(422);
    await mailTo(email, /have been deleted/);
  });
});

test("one of several sessions can be ended, and nobody else's", async () => {
  const here = await member("two-places@example.com");
  const there = browser();
  await signIn(there, "two-places@example.com");
  const stranger = await member("stranger@example.com");
  const session = (await there.who())?.sessionId ?? "";
  await secure(stranger, { form: "end-session", session });
  expect(await there.who()).not.toBeNull();
  await secure(here, { form: "end-session", session });
  expect([(await here.who()) === null, (await there.who()) === null]).toEqual([false, true]);
});

test("an account of the demonstration cannot be taken from the others who share it", async () => {
  const email = "shared@example.com";
  const visitor = await member(email);
  await db().update(userTable).set({ isDemo: true }).where(eq(userTable.email, email));
  const change = { password: PASSWORD, "new-password": OTHER_PASSWORD, email: "mine@example.com" };
  const responses = [
    await secure(visitor, { form: "change-password", ...change }),
    await secure(visitor, { form: "change-email", ...change }),
    await visitor.post(handleSecondFactor, { form: "begin", password: PASSWORD }),
    await visitor.post(dataPage.action, { password: PASSWORD }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  expect((await signIn(browser(), email)).status).toBe(303);
});
