import { beforeEach, describe, expect, test } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { findHash } from "#domain/identity/password.fixture.ts";
import { storePassword } from "#domain/identity/password.server.ts";
import {
  browser,
  mailTo,
  ORIGIN,
  type TestBrowser,
  useAccounts,
} from "#pages/account/account.fixture.ts";
import { PASSWORD, signIn } from "#pages/account/member.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import * as freshFactorPage from "#pages/account/security/reauthentication.page.tsx";
import * as emailCodePage from "./email-code.page.tsx";
import * as passkeyChallengePage from "./passkey-challenge.page.ts";
import * as secondStepPage from "./second-step.page.tsx";
import * as signInPage from "./sign-in.page.tsx";
import { storeSoftwarePasskey } from "./software-passkey.fixture.ts";

useAccounts();

/** Where the strangers are, and the owner too: an office, a school, a telephone company. */
const SHARED_ADDRESS = "203.0.113.50";
const here = (more = {}) => browser({ ipAddress: SHARED_ADDRESS, ...more });

const ask = (visitor: TestBrowser, email: string) =>
  visitor.post(signInPage.action, { email, password: "", mail: "1" });

async function codeTo(email: string) {
  const { text } = await mailTo(email, /Your code is/);
  return /\d{4}\s\d{4}/.exec(text)?.[0] ?? "";
}

/** Strangers use up what an address may do in a minute, by passwords and by asking for codes. */
async function flood() {
  for (const press of [
    (count: number) => signIn(here(), `nobody-${count}@example.com`, "not-the-password-1"),
    (count: number) => ask(here(), `nobody-${count}@example.com`),
  ]) {
    for (let count = 0; count < 124; count += 1) await press(count);
    expect((await press(124)).status).toBe(429);
  }
}

/** Asks for a challenge as the page's script does; null where it was refused. */
async function challenge(visitor: TestBrowser) {
  let options: { challenge: string } | undefined;
  const { status } = await visitor.post(async (args) => {
    const response = await passkeyChallengePage.action(args);
    options = (await response.clone().json()) as { challenge: string };
    return response;
  }, {});
  return { status, challenge: options?.challenge ?? "" };
}

let accounts = 0;
let email: string;
beforeEach(async () => {
  accounts += 1;
  email = `owner-${accounts}@example.com`;
  await db().insert(userTable).values({ id: email, name: "Amara", email, emailVerified: true });
  await storePassword(db(), email, await findHash(PASSWORD), new Date());
});

describe("where strangers at the same address have used up every other way", () => {
  test("a passkey signs in, and a wrong one is refused as wrong, however often", async () => {
    const answerTo = await storeSoftwarePasskey(email, ORIGIN);
    await flood();
    const stranger = here();
    for (let count = 0; count < 125; count += 1) {
      const requested = await challenge(stranger);
      const forged = answerTo(requested.challenge).replace(
        /"signature":"..../,
        '"signature":"AAAA',
      );
      const { status } = await stranger.post(signInPage.action, { response: forged });
      expect([requested.status, status]).toEqual([200, 422]);
    }
    const owner = here();
    const response = answerTo((await challenge(owner)).challenge);
    expect((await owner.post(signInPage.action, { response })).status).toBe(303);
    expect((await owner.who())?.user.email).toBe(email);
  });

  test("a known browser signs in by its password and by a code, a passkey is its second step", async () => {
    const known = browser();
    await signIn(known, email);
    const deviceCookie = /device=([^;]+)/.exec(known.cookieHeader())?.[1] ?? "";
    await flood();
    const byPassword = here({ deviceCookie });
    expect((await signIn(byPassword, email)).status).toBe(303);
    const byCode = here({ deviceCookie });
    expect((await ask(byCode, email)).location).toBe("/login/code");
    await byCode.post(emailCodePage.action, { code: await codeTo(email) });
    expect((await byCode.who())?.user.email).toBe(email);

    const answerTo = await storeSoftwarePasskey(email, ORIGIN);
    const twoSteps = here({ deviceCookie });
    expect((await signIn(twoSteps, email)).location).toBe("/login/second-step");
    const step = {
      form: "passkey-step",
      response: answerTo((await challenge(twoSteps)).challenge),
    };
    expect((await twoSteps.post(secondStepPage.action, step)).status).toBe(303);
    const again = {
      form: "passkey-again",
      response: answerTo((await challenge(twoSteps)).challenge),
    };
    expect((await twoSteps.post(freshFactorPage.action, again)).status).toBe(303);
    expect((await twoSteps.who())?.user.email).toBe(email);
  });
});
