import { expect, test } from "vitest";
import { eq, sql } from "drizzle-orm";
import { sessionTable, userTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { findHash } from "#domain/identity/password.fixture.ts";
import { storePassword } from "#domain/identity/password.server.ts";
import { db } from "#platform/database/database.server.ts";
import { requireFreshFactor, requirePermission } from "#pages/session/guards.server.ts";
import type { Role } from "#values/role.ts";
import {
  browser,
  mailTo,
  useAccounts,
  type TestBrowser,
  tokenIn,
} from "#pages/account/account.fixture.ts";
import * as forgotPasswordPage from "#pages/account/sign-in/forgot-password.page.tsx";
import * as resetPasswordPage from "#pages/account/sign-in/reset-password.page.tsx";
import { issueEnrolmentPath } from "#domain/identity/factor-enrolment.server.ts";
import { appCode } from "./app-code.fixture.ts";
import * as enrolFactorPage from "./enrol-factor.page.tsx";
import * as freshFactorPage from "./reauthentication.page.tsx";
import { handleSecondFactor } from "./second-factor.server.ts";
import { handleSecurity } from "./security.server.ts";
import * as signInPage from "#pages/account/sign-in/sign-in.page.tsx";
import * as secondStepPage from "#pages/account/sign-in/second-step.page.tsx";

const site = useAccounts({ isDemoMode: true });
const PASSWORD = "maple-canoe-thunder-9";

const signIn = (visitor: TestBrowser, email: string) =>
  visitor.post(signInPage.action, {
    email,
    password: PASSWORD,
  });
const step = (visitor: TestBrowser, code: string) => visitor.post(secondStepPage.action, { code });
const secure = (visitor: TestBrowser, fields: Record<string, string>) =>
  visitor.post(handleSecurity, fields);
const factor = (visitor: TestBrowser, fields: Record<string, string>) =>
  visitor.post(handleSecondFactor, fields);

async function account(email: string, role: Role = "buyer", { isDemo = false } = {}) {
  await db()
    .insert(userTable)
    .values({ id: email, name: "Amara", email, role, isDemo, emailVerified: true });
  await storePassword(db(), email, await findHash(PASSWORD), new Date());
  const visitor = browser();
  await signIn(visitor, email);
  return visitor;
}

// Each code is good once and for half a minute more, either side: turned on with the one of now, and
// signed in with the next, neither goes stale while the test is at work.
/** What an administrator hands over, opened by whoever it is for. */
async function enrol(visitor: TestBrowser, email: string) {
  const token = (await issueEnrolmentPath({ id: email, email })).split("/").at(-1) ?? "";
  return visitor.post((args) => enrolFactorPage.action({ ...args, params: { token } }), {
    form: "enrol-factor",
  });
}

async function turnOn(visitor: TestBrowser) {
  const begun = await factor(visitor, { form: "begin", password: PASSWORD });
  const { uri, codes } = begun.body.setup as { uri: string; codes: string };
  const finished = await factor(visitor, { form: "finish", code: appCode(uri), uri, codes });
  expect(finished.location).toContain("notice=second_factor_on");
  return { uri, codes: codes.split(" ") };
}

test("begun while the account is being deleted, it leads to the sign-in and is no fault", async () => {
  const email = "leaving@example.com";
  const here = await account(email);
  await site.asOwner(async (owner) => {
    await owner.execute(sql`create function leave() returns trigger language plpgsql as
      $$ begin delete from "user" where id = new.user_id; return new; end $$`);
    await owner.execute(sql`create trigger leave before insert on two_factor
      for each row when (new.user_id = 'leaving@example.com') execute function leave()`);
  });
  const begun = factor(here, { form: "begin", password: PASSWORD });
  await expect(begun).resolves.toMatchObject({ status: 303, location: "/login" });
  await site.asOwner((owner) => owner.execute(sql`drop function leave cascade`));
});

test("sign-in asks for a code of the app, each good once", async () => {
  const email = "careful@example.com";
  const here = await account(email);
  const { uri } = await turnOn(here);
  expect((await here.who())?.user.email).toBe(email);
  await mailTo(email, /asked for a second factor/);

  const there = browser();
  expect((await signIn(there, email)).location).toBe("/login/second-step");
  expect(await there.who()).toBeNull();
  expect((await step(there, "000000")).status).toBe(422);
  const code = appCode(uri, 1);
  expect((await step(there, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(303);
  expect((await there.who())?.user.email).toBe(email);

  const again = browser();
  await signIn(again, email);
  expect((await step(again, code)).status).toBe(422);
  expect(await again.who()).toBeNull();
});

const prove = (visitor: TestBrowser, code: string) =>
  visitor.post(freshFactorPage.action, { code, returnTo: "/account/security" });

test("asked for again within a session, a code of the app is good once", async () => {
  const here = await account("proves-twice@example.com");
  const { uri } = await turnOn(here);
  const code = appCode(uri, 1);
  expect((await prove(here, code)).status).toBe(303);
  expect((await prove(here, code)).status).toBe(422);
});

test("asked for again within a session, ten codes are judged in five minutes, of either kind", async () => {
  const here = await account("guesses@example.com");
  const { uri, codes } = await turnOn(here);
  for (let tries = 1; tries <= 10; tries++) await prove(here, "000000");
  expect((await prove(here, appCode(uri, 1))).status).toBe(422);
  expect((await prove(here, codes[0] ?? "")).status).toBe(422);
});

test("a new password by mail leaves the second factor, which the next sign-in asks for", async () => {
  const email = "forgetful@example.com";
  const { uri } = await turnOn(await account(email));
  await browser().post(forgotPasswordPage.action, { email });
  const token = tokenIn(await mailTo(email, /login\/reset/), "/login/reset");
  const password = "river-lantern-copper-4";
  const there = browser();
  const reset = await there.post(
    (args) => resetPasswordPage.action({ ...args, params: { token } }),
    { "new-password": password },
  );
  expect(reset.status).toBe(303);
  expect(await there.who()).toBeNull();
  const result = await there.post(signInPage.action, { email, password });
  expect(result.location).toBe("/login/second-step");
  expect(await there.who()).toBeNull();
  expect((await step(there, appCode(uri, 1))).status).toBe(303);
  expect((await there.who())?.user.email).toBe(email);
});

test("a recovery code signs in once", async () => {
  const email = "lost-phone@example.com";
  const { codes } = await turnOn(await account(email));
  const there = browser();
  await signIn(there, email);
  expect((await step(there, codes[0] ?? "")).status).toBe(303);
  const again = browser();
  await signIn(again, email);
  expect((await step(again, codes[0] ?? "")).status).toBe(422);
  expect((await step(again, codes[1] ?? "")).status).toBe(303);
});

test("after five wrong codes the password must be entered again", async () => {
  const email = "guessed@example.com";
  const { uri } = await turnOn(await account(email));
  const there = browser();
  await signIn(there, email);
  for (let guess = 0; guess < 5; guess += 1) await step(there, `00000${guess}`);
  expect((await step(there, appCode(uri, 1))).location).toContain("notice=step_expired");
  expect(await there.who()).toBeNull();
});

test("turning it on needs the password and a right code, and ends the other sessions", async () => {
  const email = "two-doors@example.com";
  const here = await account(email);
  const there = browser();
  await signIn(there, email);
  expect((await factor(here, { form: "begin", password: "not it" })).status).toBe(422);
  const begun = await factor(here, { form: "begin", password: PASSWORD });
  const { uri, codes } = begun.body.setup as { uri: string; codes: string };
  const wrong = await factor(here, { form: "finish", code: "000000", uri, codes });
  expect(wrong.body.setup).toEqual({ uri, codes });
  // No other link, and none that its square could not hold.
  for (const planted of ["javascript:alert(1)", `otpauth://totp/${"x".repeat(600)}`]) {
    const result = await factor(here, { form: "finish", code: "0", uri: planted, codes });
    expect(result.body.setup).toEqual({ uri: "", codes });
  }
  expect((await signIn(browser(), email)).location).toBe("/");
  await turnOn(here);
  expect(await there.who()).toBeNull();
});

/** The second factor anew, before a change of what opens the account. */
test("a short password will do beside it, and must be long before it is turned off", async () => {
  const email = "short@example.com";
  const here = await account(email);
  const { codes } = await turnOn(here);
  const short = { form: "change-password", password: PASSWORD, "new-password": "kayak-97" };
  await prove(here, codes[0] ?? "");
  expect((await here.post(handleSecurity, short)).status).toBe(303);
  await prove(here, codes[1] ?? "");
  const refused = await factor(here, { form: "end", password: "kayak-97" });
  expect(refused.problems[0]?.text).toContain("15");
  const long = { form: "change-password", password: "kayak-97", "new-password": PASSWORD };
  expect((await here.post(handleSecurity, long)).status).toBe(303);
  await prove(here, codes[2] ?? "");
  expect((await factor(here, { form: "end", password: PASSWORD })).status).toBe(303);
  expect((await signIn(browser(), email)).location).toBe("/");
});

/** What the door of the back office answers: null where it opens. */
const door = async (visitor: TestBrowser) =>
  (await visitor.get((args) => (requirePermission(args, "seeLeads"), "open"), "/staff/leads"))
    .location;

test.each(["staff", "auditor", "admin"] as const)(
  "%s work only with a second factor",
  async (role) => {
    const email = `${role}@example.com`;
    const visitor = await account(email, role);
    const user = (await visitor.who())?.user ?? null;
    expect([user?.lacksSecondFactor, may(user, "seeLeads"), may(user, "saveListing")]).toEqual([
      true,
      false,
      true,
    ]);
    expect(await door(visitor)).toBe("/account/security");
    await enrol(visitor, email);
    await turnOn(visitor);
    expect(may((await visitor.who())?.user ?? null, "seeLeads")).toBe(true);
    expect(await door(visitor)).toBeNull();
  },
);

test.each(["staff", "auditor", "admin", "dealer"] as const)(
  "the first factor of a %s needs an administrator's link, not the password alone",
  async (role) => {
    const email = `first-${role}@example.com`;
    const visitor = await account(email, role);
    for (const form of ["begin", "begin-passkey"]) {
      const result = await factor(visitor, { form, password: PASSWORD });
      expect(result.location).toContain("notice=enrolment_needed");
    }
    const other = await account(`other-${role}@example.com`, role);
    const token = (await issueEnrolmentPath({ id: email, email })).split("/").at(-1) ?? "";
    const open = (who: TestBrowser) =>
      who.post((args) => enrolFactorPage.action({ ...args, params: { token } }), {
        form: "enrol-factor",
      });
    expect((await open(other)).status).toBe(422);
    expect((await open(visitor)).location).toBe("/account/second-factor");
    expect((await open(visitor)).status).toBe(422);
    await turnOn(visitor);
    expect((await visitor.who())?.user.lacksSecondFactor).toBe(false);
  },
);

test("what is sensitive asks for the second factor again after ten minutes", async () => {
  const email = "stale@example.com";
  const visitor = await account(email, "admin");
  await enrol(visitor, email);
  const { codes } = await turnOn(visitor);
  const guard = async () =>
    (await visitor.get((args) => (requireFreshFactor(args), "open"), "/staff/people?person=1"))
      .location;
  expect(await guard()).toBeNull();
  await db()
    .update(sessionTable)
    .set({ secondFactorAt: new Date(Date.now() - 11 * 60_000) })
    .where(eq(sessionTable.userId, email));
  expect(await door(visitor)).toBeNull();
  expect(await guard()).toBe("/account/confirm?returnTo=%2Fstaff%2Fpeople%3Fperson%3D1");
  for (const post of [
    secure(visitor, { form: "change-password", password: PASSWORD, "new-password": "x" }),
    secure(visitor, { form: "change-email", email: "x@example.com", password: PASSWORD }),
    factor(visitor, { form: "end", password: PASSWORD }),
    factor(visitor, { form: "begin-passkey", password: PASSWORD }),
  ]) {
    expect((await post).location).toContain("/account/confirm");
  }
  const prove = (code: string) =>
    visitor.post(freshFactorPage.action, { code, returnTo: "/staff/people" });
  expect((await prove("000000")).status).toBe(422);
  expect((await prove(codes[0] ?? "")).location).toBe("/staff/people");
  expect(await guard()).toBeNull();
});

test("dealers owe a second factor, outside demo mode even the demo's own", async () => {
  const visitor = await account("dealer@example.com", "dealer", { isDemo: true });
  const dealers = async () => may((await visitor.who())?.user ?? null, "answerSellRequests");
  expect(await dealers()).toBe(true);
  await db().update(userTable).set({ isDemo: false }).where(eq(userTable.id, "dealer@example.com"));
  expect(await dealers()).toBe(false);
});

test("the demo's own staff may do without in demo mode, and nobody else", async () => {
  const visitor = await account("demo-staff@example.com", "staff", { isDemo: true });
  expect(await door(visitor)).toBeNull();
  await db().update(userTable).set({ isDemo: false }).where(eq(userTable.role, "staff"));
  expect(await door(visitor)).toBe("/account/security");
});
