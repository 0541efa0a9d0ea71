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
