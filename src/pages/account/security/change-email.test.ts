import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { confirmEmailChange } from "#domain/identity/change-email.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { browser, mailTo, type TestBrowser, tokenIn, useAccounts } from "../account.fixture.ts";
import { member, OTHER_PASSWORD, PASSWORD, reset, secure, signIn } from "../member.fixture.ts";
import * as cancelEmailChangePage from "./cancel-email-change.page.tsx";
import * as confirmNewEmailPage from "./confirm-new-email.page.tsx";
import * as forgotPasswordPage from "../sign-in/forgot-password.page.tsx";
import * as signOutPage from "#pages/session/sign-out.page.ts";

useAccounts();

describe("a change of address", () => {
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
    await mailTo("before@example.com", /different email address/);
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

    test("tells the address that it takes the place of, though that is a moment old", async () => {
      const [email, newest] = ["first-of-three@example.com", "second-of-three@example.com"];
      const visitor = await member(email);
      const token = await askForChange(visitor, "third-of-three@example.com");
      const session = await visitor.who();
      const isUser = eq(userTable.id, session?.user.id ?? "");
      const [, confirmed] = await crossing(
        (transaction) => transaction.update(userTable).set({ email: newest }).where(isUser),
        () => confirmEmailChange(token, session?.sessionId ?? null),
      );
      expect(confirmed.ok).toBe(true);
      await mailTo(newest, /different email address/);
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
      const notified = tokenIn(
        await mailTo(email, /different email address/),
        "/account/email/cancel",
      );
      expect((await cancel(browser(), notified)).location).toContain(
        "notice=email_change_cancelled",
      );
      expect((await cancel(browser(), notified)).status).toBe(422);
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
});
