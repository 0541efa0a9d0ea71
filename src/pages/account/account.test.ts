import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { confirmEmailChange } from "#domain/identity/change-email.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { db } from "#platform/database/database.server.ts";
import {
  listSent,
  browser,
  mailTo,
  useAccounts,
  type TestBrowser,
  tokenIn,
} from "./account.fixture.ts";
import { answerSecondFactor } from "./security/second-factor.server.ts";
import { answerSecurity } from "./security/security.server.ts";
import * as confirmEmailPage from "./sign-in/confirm-email.page.tsx";
import * as forgotPasswordPage from "./sign-in/forgot-password.page.tsx";
import * as resetPasswordPage from "./sign-in/reset-password.page.tsx";
import * as signInPage from "./sign-in/sign-in.page.tsx";
import * as signUpPage from "./sign-in/sign-up.page.tsx";
import * as cancelEmailChangePage from "./security/cancel-email-change.page.tsx";
import * as confirmNewEmailPage from "./security/confirm-new-email.page.tsx";
import * as signOutPage from "#pages/session/sign-out.page.ts";
import * as dataPage from "./my-data/data.page.tsx";

useAccounts();
const PASSWORD = "maple-canoe-thunder-9";
const OTHER_PASSWORD = "river-lantern-bicycle";

const signUp = (visitor: TestBrowser, email: string, password = PASSWORD, path = "/register") =>
  visitor.post(signUpPage.action, { name: "Amara Okafor", email, password }, path);
const confirm = (visitor: TestBrowser, token: string, password = PASSWORD) =>
  visitor.post((args) => confirmEmailPage.action({ ...args, params: { token } }), { password });
const signIn = (visitor: TestBrowser, email: string, password = PASSWORD) =>
  visitor.post(signInPage.action, { email, password });
const reset = (visitor: TestBrowser, token: string, password: string) =>
  visitor.post((args) => resetPasswordPage.action({ ...args, params: { token } }), {
    "new-password": password,
  });
const secure = (visitor: TestBrowser, fields: Record<string, string>) =>
  visitor.post(answerSecurity, fields);

/** A person with a confirmed account, signed in. */
async function member(email: string): Promise<TestBrowser> {
  const visitor = browser();
  await signUp(visitor, email);
  await confirm(visitor, tokenIn(await mailTo(email, /confirm/), "/register/confirm"));
  return visitor;
}

describe("a new account", () => {
  test("opens by the link in the mail, and only then signs in", async () => {
    const visitor = browser();
    const email = "amara@example.com";
    expect((await signUp(visitor, " Amara@Example.com")).body).toEqual({
      ok: true,
      sentTo: email,
      hasOutbox: false,
    });
    expect((await signIn(visitor, email)).status).toBe(422);
    const token = tokenIn(await mailTo(email, /confirm/), "/register/confirm");
    expect(await confirm(visitor, token)).toMatchObject({ status: 303, location: "/account" });
    expect((await visitor.who())?.user).toMatchObject({
      email,
      name: "Amara Okafor",
      role: "buyer",
    });

    const elsewhere = browser();
    expect((await signIn(elsewhere, email)).status).toBe(303);
    expect((await secure(elsewhere, { form: "end-sessions" })).location).toContain("/login");
    expect([await visitor.who(), await elsewhere.who()]).toEqual([null, null]);
  });

  test("needs the password beside the link, and the link opens it once", async () => {
    const stranger = browser();
    const email = "victim@example.com";
    await signUp(stranger, email);
    const token = tokenIn(await mailTo(email, /confirm/), "/register/confirm");
    expect((await confirm(browser(), token, "what-the-victim-guesses")).problems).toHaveLength(1);
    expect((await confirm(browser(), token)).status).toBe(303);
    expect((await confirm(browser(), token)).status).toBe(422);
  });

  test("is written in the language it was asked for in", async () => {
    await signUp(browser(), "camille@example.com", PASSWORD, "/fr/register");
    const mail = await mailTo("camille@example.com", /register\/confirm/);
    expect(mail.text).toContain("/fr/register/confirm/");
    expect(mail.subject).toContain("confirmez votre adresse");
  });

  test.each([
    ["too short", "maple-canoe-99"],
    ["the commonest", "password"],
    ["common and long", "1qaz2wsx3edc4rfv"],
    ["common and padded", "password1234567890"],
    ["one word again and again", "maplemaplemaplemaple"],
    ["a run", "abcdefghijklmnopq"],
    ["one's own address", "somebody-long@example.com"],
    ["a walk over the keyboard", "qwertyuiopasdfgh"],
    ["a word of offices with digits", "administrator12"],
    ["the site's own name", "rouvia-rouvia-26"],
    ["one's own name", "AmaraOkafor12345"],
  ])("takes no password that is %s", async (_what, password) => {
    const answer = await signUp(browser(), "somebody-long@example.com", password);
    expect(answer.status).toBe(422);
    expect(answer.problems.map(({ control }) => control)).toEqual(["password"]);
    expect(answer.typed).toEqual({
      name: "Amara Okafor",
      email: "somebody-long@example.com",
      password: "",
    });
  });

  test("says the same for an address that has one; its holder is told by mail", async () => {
    await member("known@example.com");
    const known = await signUp(browser(), "known@example.com", OTHER_PASSWORD);
    const unknown = await signUp(browser(), "unknown@example.com", OTHER_PASSWORD);
    const shape = ({ status, body }: typeof known) => [status, Object.keys(body)];
    expect(shape(known)).toEqual(shape(unknown));
    await mailTo("known@example.com", /already have one/);
    expect((await signIn(browser(), "known@example.com", OTHER_PASSWORD)).status).toBe(422);
    expect((await signIn(browser(), "known@example.com")).status).toBe(303);
  });

  test("is not a way to flood a mailbox", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => signUp(browser(), "flooded@example.com")),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.find(({ status }) => status === 429)?.headers.get("retry-after")).toBeTruthy();
  });
});

test("signing in gives a session of its own, whatever cookie was there before", async () => {
  const visitor = await member("fixed@example.com");
  const planted = visitor.cookieHeader();
  const before = (await visitor.who())?.sessionId;
  await signIn(visitor, "fixed@example.com");
  expect(visitor.cookieHeader()).not.toBe(planted);
  expect((await visitor.who())?.sessionId).not.toBe(before);
});

describe("a forgotten password", () => {
  const forgot = (email: string) => browser().post(forgotPasswordPage.action, { email });

  test("is replaced by a link that works once and signs out everywhere", async () => {
    const email = "forgetful@example.com";
    const visitor = await member(email);
    await forgot(email);
    const token = tokenIn(await mailTo(email, /new password with this link/), "/login/reset");
    expect((await reset(browser(), token, "short")).problems).toHaveLength(1);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => reset(browser(), token, OTHER_PASSWORD)),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await visitor.who()).toBeNull();
    expect((await signIn(visitor, email)).status).toBe(422);
    expect((await signIn(visitor, email, OTHER_PASSWORD)).status).toBe(303);
    await mailTo(email, /was just changed/);
  });

  test("a newer link ends the one before", async () => {
    const email = "impatient@example.com";
    await member(email);
    await forgot(email);
    const first = tokenIn(await mailTo(email, /login\/reset/), "/login/reset");
    await forgot(email);
    await mailTo(email, new RegExp(`login/reset/(?!${first})`));
    expect((await reset(browser(), first, OTHER_PASSWORD)).status).toBe(422);
  });

  test("says the same for an address without an account, which gets no mail", async () => {
    await member("has-one@example.com");
    const [known, unknown] = await Promise.all([
      forgot("has-one@example.com"),
      forgot("has-none@example.com"),
    ]);
    expect([known.status, Object.keys(known.body)]).toEqual([
      unknown.status,
      Object.keys(unknown.body),
    ]);
    await mailTo("has-one@example.com", /login\/reset/);
    expect((await listSent()).filter(({ to }) => to === "has-none@example.com")).toEqual([]);
  });
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

  test("a new address counts once its link is pressed, once; the old one is told", async () => {
    const visitor = await member("before@example.com");
    const change = { form: "change-email", email: "after@example.com", password: PASSWORD };
    expect((await secure(visitor, change)).location).toContain("notice=email_asked");
    const token = tokenIn(
      await mailTo("after@example.com", /confirm it with this link/),
      "/account/email",
    );
    expect((await visitor.who())?.user.email).toBe("before@example.com");
    const asker = (await visitor.who())?.sessionId ?? null;
    expect(await confirmEmailChange(token, asker)).toEqual({
      ok: true,
      email: "after@example.com",
    });
    expect(await confirmEmailChange(token, asker)).toEqual({ ok: false, code: "link_used_up" });
    expect((await visitor.who())?.user.email).toBe("after@example.com");
    await mailTo("before@example.com", /different e-mail address/);
  });

  describe("a change of address that waits", () => {
    const askForChange = async (visitor: TestBrowser, to: string) => {
      await secure(visitor, { form: "change-email", email: to, password: PASSWORD });
      return tokenIn(await mailTo(to, /confirm it with this link/), "/account/email");
    };
    const press = (visitor: TestBrowser, token: string) =>
      visitor.post((args) => confirmNewEmailPage.action({ ...args, params: { token } }), {
        form: "new-email",
      });
    const cancel = (visitor: TestBrowser, token: string) =>
      visitor.post((args) => cancelEmailChangePage.action({ ...args, params: { token } }), {
        form: "cancel-email-change",
      });

    test("is confirmed only in the session that asked for it", async () => {
      const email = "asks-here@example.com";
      const here = await member(email);
      const token = await askForChange(here, "wanted@example.com");
      const there = browser();
      await signIn(there, email);
      expect([(await press(browser(), token)).status, (await press(there, token)).status]).toEqual([
        403, 403,
      ]);
      expect((await press(here, token)).location).toContain("notice=email_changed");
    });

    test.each<[string, (visitor: TestBrowser, email: string) => Promise<unknown>]>([
      [
        "a reset of the password",
        async (_visitor, email) => {
          await browser().post(forgotPasswordPage.action, { email });
          const token = tokenIn(await mailTo(email, /login\/reset/), "/login/reset");
          await reset(browser(), token, OTHER_PASSWORD);
        },
      ],
      [
        "a change of the password in the same session",
        (visitor) =>
          secure(visitor, {
            form: "change-password",
            password: PASSWORD,
            "new-password": OTHER_PASSWORD,
          }),
      ],
      ["signing out everywhere", (visitor) => secure(visitor, { form: "end-sessions" })],
      ["signing out", (visitor) => visitor.post(signOutPage.action, {})],
    ])("ends with %s", async (what, end) => {
      const email = `${what.replaceAll(" ", "-")}@example.com`;
      const visitor = await member(email);
      const token = await askForChange(visitor, `new-${email}`);
      const sessionId = (await visitor.who())?.sessionId ?? null;
      await end(visitor, email);
      expect(await confirmEmailChange(token, sessionId)).toEqual({
        ok: false,
        code: "link_used_up",
      });
    });

    test("is told to the old address at once, with a link that cancels it once", async () => {
      const email = "old-address@example.com";
      const visitor = await member(email);
      const token = await askForChange(visitor, "thief@example.com");
      const told = tokenIn(
        await mailTo(email, /different e-mail address/),
        "/account/email/cancel",
      );
      expect((await cancel(browser(), told)).location).toContain("notice=email_change_cancelled");
      expect((await cancel(browser(), told)).status).toBe(422);
      expect((await press(visitor, token)).status).toBe(422);
      expect((await visitor.who())?.user.email).toBe(email);
    });
  });

  test("somebody else's address cannot be taken, and the page does not tell", async () => {
    await member("taken@example.com");
    const visitor = await member("taker@example.com");
    const change = { form: "change-email", email: "taken@example.com", password: PASSWORD };
    expect((await secure(visitor, change)).location).toContain("notice=email_asked");
    await mailTo("taken@example.com", /already have one/);
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
  const answers = [
    await secure(visitor, { form: "change-password", ...change }),
    await secure(visitor, { form: "change-email", ...change }),
    await visitor.post(answerSecondFactor, { form: "begin", password: PASSWORD }),
    await visitor.post(dataPage.action, { password: PASSWORD }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  expect((await signIn(browser(), email)).status).toBe(303);
});
