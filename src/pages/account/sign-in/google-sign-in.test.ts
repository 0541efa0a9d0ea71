import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGoogle } from "#domain/identity/google.server.ts";
import { isTiedToGoogle } from "#domain/identity/google-account.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { hashPassword, storePassword } from "#domain/identity/password.server.ts";
import { db } from "#platform/database/database.server.ts";
import { browser, ORIGIN, useAccounts, type TestBrowser } from "#pages/account/account.fixture.ts";
import { GOOGLE_CLIENT, startGoogleProvider } from "./google-provider.fixture.ts";
import * as signInPage from "./sign-in.page.tsx";
import * as googleSignInPage from "./google-sign-in.page.ts";
import * as googleBackPage from "./google-back.page.ts";

const PASSWORD = "maple-canoe-thunder-9";

let provider: Awaited<ReturnType<typeof startGoogleProvider>>;

useAccounts();
beforeAll(async () => {
  provider = await startGoogleProvider();
  startGoogle({ ...GOOGLE_CLIENT, standIn: provider.origin });
});
afterAll(async () => {
  startGoogle(null);
  await provider.close();
});

/** Leaves for the provider, agrees there, and comes back with a code and the state. */
async function travel(visitor: TestBrowser, query = "") {
  const left = await visitor.get(googleSignInPage.loader, `/login/google${query}`);
  const asked = new URL(left.location ?? "").searchParams;
  const back = new URLSearchParams({
    code: provider.giveCode(asked),
    state: asked.get("state") ?? "",
  });
  return { asked, back: `/login/google/back?${back}` };
}

async function signInWithGoogle(visitor: TestBrowser, query = "") {
  const { back } = await travel(visitor, query);
  return visitor.get(googleBackPage.loader, back);
}

async function storeAccount(
  email: string,
  { emailVerified = true, twoFactorEnabled = false } = {},
) {
  await db()
    .insert(userTable)
    .values({ id: email, name: "Amara", email, emailVerified, twoFactorEnabled });
  await storePassword(db(), email, await hashPassword(PASSWORD), new Date());
}

const signIn = (visitor: TestBrowser, email: string) =>
  visitor.post(signInPage.action, {
    email,
    password: PASSWORD,
  });

test("asks for no more than who one is, with state, nonce and PKCE", async () => {
  const { asked } = await travel(browser());
  expect(Object.fromEntries(asked)).toMatchObject({
    client_id: GOOGLE_CLIENT.clientId,
    redirect_uri: `${ORIGIN}/login/google/back`,
    scope: "openid email profile",
    code_challenge_method: "S256",
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
});

test("opens a new account, and the same one the next time, and leads to where one was", async () => {
  provider.claims = { sub: "g-1", email: "New@Example.com" };
  const first = browser();
  expect((await signInWithGoogle(first, "?returnTo=/cars")).location).toBe("/cars");
  const opened = await first.who();
  expect(opened?.user).toMatchObject({ email: "new@example.com", name: "Amara Okafor" });
  const second = browser();
  await signInWithGoogle(second);
  expect((await second.who())?.user.id).toBe(opened?.user.id);
});

test("in a popup ends on the page that tells the other one and closes", async () => {
  provider.claims = { sub: "g-popup", email: "popup@example.com" };
  const { location } = await signInWithGoogle(browser(), "?popup=1&returnTo=/cars");
  expect(location).toBe("/login/google/done?to=%2Fcars");
});

describe("an account with the same address", () => {
  test("is not tied to Google by the address alone", async () => {
    await storeAccount("holder@example.com");
    provider.claims = { sub: "g-holder", email: "holder@example.com" };
    const visitor = browser();
    expect((await signInWithGoogle(visitor)).location).toBe("/login?notice=address_known");
    expect(await visitor.who()).toBeNull();
    expect(await isTiedToGoogle("holder@example.com")).toBe(false);
  });

  test("is tied by its holder, who signed in before", async () => {
    await storeAccount("ties@example.com");
    provider.claims = { sub: "g-ties", email: "elsewhere@example.com" };
    const visitor = browser();
    await signIn(visitor, "ties@example.com");
    await signInWithGoogle(visitor);
    const later = browser();
    await signInWithGoogle(later);
    expect((await later.who())?.user.id).toBe("ties@example.com");

    await storeAccount("also@example.com");
    const other = browser();
    await signIn(other, "also@example.com");
    expect((await signInWithGoogle(other)).location).toContain("notice=tied_elsewhere");
  });

  test("that nobody confirmed gives way, with the password somebody gave it", async () => {
    await storeAccount("planted@example.com", { emailVerified: false });
    provider.claims = { sub: "g-planted", email: "planted@example.com" };
    const visitor = browser();
    await signInWithGoogle(visitor);
    expect((await visitor.who())?.user.email).toBe("planted@example.com");
    expect((await signIn(browser(), "planted@example.com")).status).toBe(422);
  });

  test("keeps its second factor", async () => {
    await storeAccount("factor@example.com");
    provider.claims = { sub: "g-factor", email: "x@example.com" };
    const visitor = browser();
    await signIn(visitor, "factor@example.com");
    await signInWithGoogle(visitor);
    await db()
      .update(userTable)
      .set({ twoFactorEnabled: true })
      .where(eq(userTable.id, "factor@example.com"));
    const later = browser();
    expect((await signInWithGoogle(later)).location).toContain("notice=needs_second_factor");
    expect(await later.who()).toBeNull();
  });
});

describe("is refused", () => {
  test("where Google has not verified the address", async () => {
    provider.claims = { sub: "g-2", email: "unverified@example.com", email_verified: false };
    const answer = await signInWithGoogle(browser());
    expect(answer.location).toBe("/login?notice=address_unverified");
  });

  test.each<[string, Record<string, unknown>]>([
    ["a token for another site", { aud: "another-client" }],
    ["a token of another provider", { iss: "https://elsewhere.test" }],
    ["a token of another trip", { nonce: "another" }],
    ["an old token", { exp: 1 }],
    ["a token that names nobody", { sub: "" }],
  ])("with %s", async (_what, wrong) => {
    provider.claims = { sub: "g-3", email: "fraud@example.com", ...wrong };
    const visitor = browser();
    expect((await signInWithGoogle(visitor)).location).toBe("/login?notice=google_failed");
    expect(await visitor.who()).toBeNull();
  });

  test("with a state that came back before, or to another browser", async () => {
    provider.claims = { sub: "g-4", email: "replay@example.com" };
    const visitor = browser();
    const { back } = await travel(visitor);
    expect((await browser().get(googleBackPage.loader, back)).location).toContain("google_failed");
    const remembered = visitor.cookieHeader();
    await visitor.get(googleBackPage.loader, back);
    const replayed = await browser().get(
      (args) =>
        googleBackPage.loader({
          ...args,
          request: new Request(args.request, { headers: { cookie: remembered } }),
        }),
      back,
    );
    expect(replayed.location).toContain("google_failed");
  });
});

test("without a client id there is no such page", async () => {
  startGoogle(null);
  expect((await browser().get(googleSignInPage.loader)).status).toBe(404);
  startGoogle({ ...GOOGLE_CLIENT, standIn: provider.origin });
});
