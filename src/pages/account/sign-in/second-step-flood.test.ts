import { describe, expect, test } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { findHash } from "#domain/identity/password.fixture.ts";
import { storePassword } from "#domain/identity/password.server.ts";
import { browser, type TestBrowser, useAccounts } from "#pages/account/account.fixture.ts";
import { PASSWORD, signIn } from "#pages/account/member.fixture.ts";
import { appCode } from "#pages/account/security/app-code.fixture.ts";
import * as freshFactorPage from "#pages/account/security/reauthentication.page.tsx";
import { handleSecondFactor } from "#pages/account/security/second-factor.server.ts";
import { db } from "#platform/database/database.server.ts";
import * as secondStepPage from "./second-step.page.tsx";

useAccounts();

/** An account with an authenticator app, and the browser in which it was set up. */
async function storeOwner(email: string) {
  await db().insert(userTable).values({ id: email, name: "Amara", email, emailVerified: true });
  await storePassword(db(), email, await findHash(PASSWORD), new Date());
  const owner = browser({ ipAddress: "198.51.100.7" });
  await signIn(owner, email);
  const begun = await owner.post(handleSecondFactor, { form: "begin", password: PASSWORD });
  const { uri, codes } = begun.body.setup as { uri: string; codes: string };
  await owner.post(handleSecondFactor, { form: "finish", code: appCode(uri), uri, codes });
  const deviceCookie = /device=([^;]+)/.exec(owner.cookieHeader())?.[1] ?? "";
  return { owner, uri, recoveryCodes: codes.split(" "), deviceCookie };
}

const step = (visitor: TestBrowser, code: string) => visitor.post(secondStepPage.action, { code });

/** Whoever has the password guesses at the second factor, once from each of so many networks. */
async function guessFrom(networks: number, email: string) {
  let judged = 0;
  for (let network = 0; network < networks; network += 1) {
    const thief = browser({ ipAddress: `10.70.${network}.1` });
    await signIn(thief, email);
    const { status } = await step(thief, network % 2 === 0 ? "000000" : "aaaaa-aaaaa");
    if (status === 422) judged += 1;
  }
  return judged;
}

describe("wrong codes of a thief who has the password", () => {
  test("from forty networks lock nobody else out of the app's code", async () => {
    const email = "forty@example.com";
    const { uri, recoveryCodes, deviceCookie } = await storeOwner(email);
    expect(await guessFrom(40, email)).toBe(40);
    const known = browser({ ipAddress: "10.70.1.1", deviceCookie });
    await signIn(known, email);
    expect((await step(known, appCode(uri, 1))).status).toBe(303);
    const unknown = browser({ ipAddress: "198.51.101.7" });
    await signIn(unknown, email);
    expect((await step(unknown, recoveryCodes[0] ?? "")).status).toBe(303);
    expect((await unknown.who())?.user.email).toBe(email);
  });

  test("are judged a hundred an hour; then an unknown browser waits and reads which way is open", async () => {
    const email = "hundred@example.com";
    const { uri, deviceCookie } = await storeOwner(email);
    expect(await guessFrom(104, email)).toBe(100);
    const unknown = browser({ ipAddress: "198.51.102.7" });
    await signIn(unknown, email);
    const refused = await step(unknown, appCode(uri, 1));
    expect([refused.status, refused.problems[0]?.text]).toEqual([
      429,
      expect.stringMatching(/passkey.*browser where you’ve signed in before/),
    ]);
    const known = browser({ ipAddress: "10.70.1.1", deviceCookie });
    await signIn(known, email);
    expect((await step(known, appCode(uri, 1))).status).toBe(303);
  });
});

test("wrong codes in one session stop no other one from proving the factor", async () => {
  const { owner, uri, recoveryCodes, deviceCookie } = await storeOwner("session@example.com");
  const thief = browser({ ipAddress: "10.72.0.1", deviceCookie });
  await signIn(thief, "session@example.com");
  expect((await step(thief, recoveryCodes[0] ?? "")).status).toBe(303);
  const prove = (visitor: TestBrowser, code: string) =>
    visitor.post(freshFactorPage.action, { code, returnTo: "/account/security" });
  for (let count = 0; count < 12; count += 1) await prove(thief, "000000");
  expect((await prove(thief, appCode(uri, 1))).status).toBe(422);
  expect((await prove(owner, appCode(uri, 1))).status).toBe(303);
});
