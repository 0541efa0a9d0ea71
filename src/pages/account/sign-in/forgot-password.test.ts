import { describe, expect, test } from "vitest";
import { browser, listSent, mailTo, tokenIn, useAccounts } from "../account.fixture.ts";
import { member, OTHER_PASSWORD, reset, signIn } from "../member.fixture.ts";
import * as forgotPasswordPage from "./forgot-password.page.tsx";

useAccounts();

describe("a forgotten password", () => {
  const forgot = (email: string) => browser().post(forgotPasswordPage.action, { email });

  test("is replaced by a link that works once and signs out everywhere", async () => {
    const email = "forgetful@example.com";
    const visitor = await member(email);
    await forgot(email);
    const token = tokenIn(await mailTo(email, /new password with this link/), "/login/reset");
    expect((await reset(browser(), token, "short")).problems).toHaveLength(1);
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => reset(browser(), token, OTHER_PASSWORD)),
    );
    expect(responses.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await visitor.who()).toBeNull();
    expect((await signIn(visitor, email)).status).toBe(422);
    expect((await signIn(visitor, email, OTHER_PASSWORD)).status).toBe(303);
    await mailTo(email, /was just changed/);
  });

  // It was ended by the newer one, so that whoever asked on and on kept its holder from using any.
  test("a link goes on working when another is asked for, until one is used", async () => {
    const email = "impatient@example.com";
    await member(email);
    await forgot(email);
    const first = tokenIn(await mailTo(email, /login\/reset/), "/login/reset");
    await forgot(email);
    const second = tokenIn(
      await mailTo(email, new RegExp(`login/reset/(?!${first})`)),
      "/login/reset",
    );
    expect((await reset(browser(), first, OTHER_PASSWORD)).status).toBe(303);
    expect((await reset(browser(), second, "maple-lantern-bicycle")).status).toBe(422);
  });

  test("a link is there for its owner whatever strangers ask for, and the mailbox is not flooded", async () => {
    const email = "reset-flooded@example.com";
    await member(email);
    for (let index = 0; index < 150; index += 1) {
      const stranger = browser({ ipAddress: `10.40.${index % 50}.1` });
      expect((await stranger.post(forgotPasswordPage.action, { email })).status).toBe(200);
    }
    const owner = browser({ ipAddress: "198.51.100.7" });
    expect((await owner.post(forgotPasswordPage.action, { email })).status).toBe(200);
    const mails = (await listSent()).filter(({ text }) => text.includes("/login/reset"));
    const own = mails.filter(({ to }) => to === email);
    expect(own.length).toBeLessThanOrEqual(41);
    const token = tokenIn(own[0]!, "/login/reset");
    expect((await reset(owner, token, OTHER_PASSWORD)).status).toBe(303);
    // With every link gone, the next one to be asked for goes out.
    await owner.post(forgotPasswordPage.action, { email });
    const after = (await listSent()).filter(
      ({ to, text }) => to === email && text.includes("/login/reset"),
    );
    expect(after).toHaveLength(own.length + 1);
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
