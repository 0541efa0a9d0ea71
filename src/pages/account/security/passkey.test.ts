import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { userTable, passkeyTable } from "#domain/identity/identity.table.ts";
import { findHash } from "#domain/identity/password.fixture.ts";
import { storePassword } from "#domain/identity/password.server.ts";
import { recordReauthentication } from "#domain/identity/reauthentication.server.ts";
import { hasSecondFactor } from "#domain/identity/second-factor.server.ts";
import { db } from "#platform/database/database.server.ts";
import { browser, mailTo, useAccounts, type TestBrowser } from "#pages/account/account.fixture.ts";
import { handleSecondFactor } from "./second-factor.server.ts";
import * as signInPage from "#pages/account/sign-in/sign-in.page.tsx";
import * as secondStepPage from "#pages/account/sign-in/second-step.page.tsx";
import * as passkeyChallengePage from "#pages/account/sign-in/passkey-challenge.page.ts";

// What an authenticator signs is proved in a real browser (passkey.e2e.ts).

useAccounts();
const PASSWORD = "maple-canoe-thunder-9";

const factor = (visitor: TestBrowser, fields: Record<string, string>) =>
  visitor.post(handleSecondFactor, fields);

async function account(email: string, password = PASSWORD) {
  await db().insert(userTable).values({ id: email, name: "Amara", email, emailVerified: true });
  await storePassword(db(), email, await findHash(password), new Date());
  const visitor = browser();
  await visitor.post(signInPage.action, { email, password });
  return visitor;
}

/** As one that was enrolled before. */
async function storePasskey(userId: string, id: string) {
  await db()
    .insert(passkeyTable)
    .values({
      id,
      userId,
      name: "My phone",
      credentialID: `credential-${id}`,
      publicKey: "",
      counter: 0,
      deviceType: "multiDevice",
      backedUp: true,
    });
  await db().update(userTable).set({ twoFactorEnabled: true }).where(eq(userTable.id, userId));
}

const names = async (userId: string) =>
  (await db().select().from(passkeyTable).where(eq(passkeyTable.userId, userId))).map(
    ({ name }) => name,
  );

describe("adding one", () => {
  test("needs the password, and gives recovery codes with the account's first factor", async () => {
    const email = "adds@example.com";
    const here = await account(email);
    expect((await factor(here, { form: "begin-passkey", password: "not it" })).status).toBe(422);
    const begun = await factor(here, { form: "begin-passkey", password: PASSWORD });
    const { options, codes } = begun.body.passkey as { options: string; codes: string };
    expect(codes.split(" ")).toHaveLength(10);
    expect(JSON.parse(options)).toMatchObject({
      rp: { id: "site.test" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    expect(await hasSecondFactor(email)).toBe(false);
  });

  test.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["another shape", '{"id":{"$ne":null}}'],
    [
      "rubbish of the right shape",
      '{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"AA"}}',
    ],
  ])("takes %s for no passkey", async (_, response) => {
    const here = await account(`rubbish-${response.length}@example.com`);
    await factor(here, { form: "begin-passkey", password: PASSWORD });
    const finished = await factor(here, { form: "finish-passkey", name: "x", response });
    expect(finished.status).toBe(422);
    const sent = await browser().post(signInPage.action, {
      form: "sign-in",
      response,
    });
    expect(sent.status).toBe(422);
  });
});

describe("one's own", () => {
  test("are renamed and removed; somebody else's are not touched", async () => {
    const email = "mine@example.com";
    const here = await account(email);
    await account("theirs@example.com");
    await storePasskey(email, "mine");
    await storePasskey("theirs@example.com", "theirs");
    const renamed = { form: "rename-passkey-mine", name: "  Old   phone " };
    expect((await factor(here, renamed)).location).toContain("notice=passkey_renamed");
    await factor(here, { form: "rename-passkey-theirs", name: "Taken" });
    expect(await names(email)).toEqual(["Old phone"]);
    await recordReauthentication((await here.who())?.sessionId ?? "");
    await factor(here, { form: "remove-passkey-theirs", password: PASSWORD });
    expect(await names("theirs@example.com")).toEqual(["My phone"]);
    expect((await factor(here, { form: "rename-passkey-mine", name: " " })).status).toBe(422);
  });

  test("keep the second factor on until the last one goes, which needs a long password", async () => {
    const email = "last@example.com";
    const here = await account(email, "kayak-97-short");
    await storePasskey(email, "one");
    await storePasskey(email, "two");
    const remove = async (id: string, password = "kayak-97-short") => {
      // An authenticator would have to sign; what the page of the proof does is told in passkey.e2e.ts.
      await recordReauthentication((await here.who())?.sessionId ?? "");
      return factor(here, { form: `remove-passkey-${id}`, password });
    };
    expect((await remove("one")).location).toContain("notice=passkey_removed");
    expect(await hasSecondFactor(email)).toBe(true);
    await mailTo(email, /passkey was removed/);
    expect((await remove("two")).problems[0]?.text).toContain("15");
    await storePassword(db(), email, await findHash(PASSWORD), new Date());
    expect((await remove("two", PASSWORD)).location).toContain("notice=second_factor_off");
    expect(await hasSecondFactor(email)).toBe(false);
    expect((await here.who())?.user.email).toBe(email);
  });
});

describe("the second step", () => {
  test("asks for the person's own passkeys, and an answer without a challenge is refused", async () => {
    const email = "step@example.com";
    await account(email);
    await storePasskey(email, "step");
    const there = browser();
    const signedIn = await there.post(signInPage.action, {
      email,
      password: PASSWORD,
    });
    expect(signedIn.location).toBe("/login/second-step");
    const { body } = await there.get(secondStepPage.loader);
    expect(body).toMatchObject({ hasApp: false, hasPasskey: true });

    let options: unknown;
    const { status } = await there.post(async (args) => {
      const result = await passkeyChallengePage.action(args);
      options = await result.clone().json();
      return result;
    }, {});
    expect(status).toBe(200);
    expect(options).toMatchObject({
      userVerification: "required",
      allowCredentials: [{ id: "credential-step" }],
    });
    const response = JSON.stringify({
      id: "credential-step",
      rawId: "credential-step",
      type: "public-key",
      response: { clientDataJSON: "e30" },
    });
    const forged = await there.post(secondStepPage.action, { form: "passkey-step", response });
    expect(forged.status).toBe(422);
    expect(await there.who()).toBeNull();
    // Six digits are no code of an app that this account does not have.
    expect((await there.post(secondStepPage.action, { code: "123456" })).status).toBe(422);
  });

  test("is over where no password was right before", async () => {
    const result = await browser().post(secondStepPage.action, {
      form: "passkey-step",
      response: "{}",
    });
    expect(result.location).toContain("notice=step_expired");
  });
});
