import { createHash } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { setEnv, env } from "#platform/env/env.server.ts";
import { startHttpPeer } from "#platform/outgoing/http-peer.fixture.ts";
import { browser, mailTo, tokenIn, useAccounts } from "#pages/account/account.fixture.ts";
import { member, OTHER_PASSWORD, PASSWORD, reset, secure, signUp } from "../member.fixture.ts";
import * as forgotPasswordPage from "./forgot-password.page.tsx";

useAccounts();

const BREACHED = "lantern bicycle river moss";
const DIGEST = createHash("sha1").update(BREACHED).digest("hex").toUpperCase();

const peers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  setEnv({ ...env(), PASSWORD_RANGE_URL: undefined });
  await Promise.all(peers.splice(0).map((peer) => peer.close()));
});

/** A provider that knows the one password; answers how many were asked about. */
async function useProvider() {
  const requested: string[] = [];
  const peer = await startHttpPeer(({ url = "" }, response) => {
    requested.push(url);
    response.end(url === `/range/${DIGEST.slice(0, 5)}` ? `${DIGEST.slice(5)}:37` : "");
  });
  peers.push(peer);
  setEnv({ ...env(), PASSWORD_RANGE_URL: peer.baseUrl });
  return { asked: requested, peer };
}

const isBreached = {
  status: 422,
  problems: [
    expect.objectContaining({ code: "password_breached", text: expect.stringMatching(/breach/) }),
  ],
};

test("a password that is known from a breach opens no account", async () => {
  const { asked } = await useProvider();
  expect(await signUp(browser(), "breached@example.com", BREACHED)).toMatchObject(isBreached);
  expect((await signUp(browser(), "breached@example.com", PASSWORD)).status).toBe(200);
  // What the rules refuse is nobody else's business.
  expect((await signUp(browser(), "breached@example.com", "short")).status).toBe(422);
  expect(asked).toHaveLength(2);
});

test("nor does it take the place of another one, by a change or a reset", async () => {
  const email = "has-another@example.com";
  const visitor = await member(email);
  await useProvider();
  const change = (next: string) =>
    secure(visitor, { form: "change-password", password: PASSWORD, "new-password": next });
  expect(await change(BREACHED)).toMatchObject(isBreached);
  expect((await change(OTHER_PASSWORD)).status).toBe(303);
  await browser().post(forgotPasswordPage.action, { email });
  const token = tokenIn(await mailTo(email, /login\/reset/), "/login/reset");
  expect(await reset(browser(), token, BREACHED)).toMatchObject(isBreached);
  expect((await reset(browser(), token, PASSWORD)).status).toBe(303);
});

test("where the provider is away, or there is none, a password is taken by the rules alone", async () => {
  const { peer } = await useProvider();
  await peer.close();
  peers.length = 0;
  expect((await signUp(browser(), "away@example.com", BREACHED)).status).toBe(200);
  setEnv({ ...env(), PASSWORD_RANGE_URL: undefined });
  expect((await signUp(browser(), "none@example.com", BREACHED)).status).toBe(200);
  expect((await signUp(browser(), "none@example.com", "password1234567")).status).toBe(422);
});
