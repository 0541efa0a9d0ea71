import { createHmac } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGoogle } from "#domain/identity/google.server.ts";
import { isTiedToGoogle } from "#domain/identity/google-account.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { findHash } from "#domain/identity/password.fixture.ts";
import { storePassword } from "#domain/identity/password.server.ts";
import { listAcceptedTerms } from "#domain/terms/accept-terms.server.ts";
import { db } from "#platform/database/database.server.ts";
import {
  browser,
  mailTo,
  ORIGIN,
  useAccounts,
  type TestBrowser,
  tokenIn,
} from "#pages/account/account.fixture.ts";
import { handleSecurity } from "#pages/account/security/security.server.ts";
import * as forgotPasswordPage from "./forgot-password.page.tsx";
import * as resetPasswordPage from "./reset-password.page.tsx";
import {
  GOOGLE_ACCESS_TOKEN,
  GOOGLE_CLIENT,
  startGoogleProvider,
} from "./google-provider.fixture.ts";
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
async function travel(visitor: TestBrowser, query = "", prefix = "") {
  const left = await visitor.get(googleSignInPage.loader, `${prefix}/login/google${query}`);
  const requested = new URL(left.location ?? "").searchParams;
  const back = new URLSearchParams({
    code: provider.giveCode(requested),
    state: requested.get("state") ?? "",
  });
  return { asked: requested, back: `/login/google/back?${back}` };
}

async function signInWithGoogle(visitor: TestBrowser, query = "", prefix = "") {
  const { back } = await travel(visitor, query, prefix);
  return visitor.get(googleBackPage.loader, back);
}

/** Where the provider sends the browser back to. */
function backFrom(location: string | null): string {
  const requested = new URL(location ?? "").searchParams;
  const code = provider.giveCode(requested);
  return `/login/google/back?${new URLSearchParams({ code, state: requested.get("state") ?? "" })}`;
}

/** Ties the account of who is signed in, with its password. */
async function tie(visitor: TestBrowser) {
  const left = await visitor.post(handleSecurity, { form: "tie-google", password: PASSWORD });
  return visitor.get(googleBackPage.loader, backFrom(left.location));
}

async function storeAccount(
  email: string,
  { emailVerified = true, twoFactorEnabled = false } = {},
) {
  await db()
    .insert(userTable)
    .values({ id: email, name: "Amara", email, emailVerified, twoFactorEnabled });
  await storePassword(db(), email, await findHash(PASSWORD), new Date());
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
  expect(await listAcceptedTerms(opened?.user.id ?? "")).toMatchObject([{ purpose: "site_terms" }]);
});

test("opens none in English in Quebec, where the terms stand in French first", async () => {
  provider.claims = { sub: "g-quebec", email: "verdun@example.com" };
  const visitor = browser({ province: "QC" });
  expect((await signInWithGoogle(visitor)).location).toBe("/login?notice=terms_in_french");
  expect(await visitor.who()).toBeNull();
  const inFrench = await signInWithGoogle(browser({ province: "QC" }), "", "/fr");
  expect(inFrench.location).not.toContain("notice");
});

test("the provider's tokens are read on the server and go nowhere", async () => {
  provider.claims = { sub: "g-tokens", email: "tokens@example.com" };
  const visitor = browser();
  const response = await signInWithGoogle(visitor);
  expect(await visitor.who()).not.toBeNull();
  const { rows } = await db().execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  expect(rows.map(({ name }) => name)).toContain("account");
  for (const token of [GOOGLE_ACCESS_TOKEN, provider.lastToken.split(".")[2] ?? ""]) {
    const notified = [response, [...response.headers], visitor.cookieHeader(), await visitor.who()];
    expect(JSON.stringify(notified)).not.toContain(token);
    for (const { name } of rows) {
      const found = await db().execute(
        sql`select 1 from ${sql.identifier(name)} as stored where stored::text like ${`%${token}%`}`,
      );
      expect([name, found.rows]).toEqual([name, []]);
    }
  }
});

test("a trip that failed leads back to where one was going", async () => {
  provider.claims = { sub: "g-failed", email: "failed@example.com", email_verified: false };
  const { location } = await signInWithGoogle(browser(), "?returnTo=/details/8/bid");
  const query = new URLSearchParams({ returnTo: "/details/8/bid", notice: "address_unverified" });
  expect(location).toBe(`/login?${query}`);
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
    expect((await tie(visitor)).location).toContain("notice=google_tied");
    await mailTo("ties@example.com", /Google account was added/);
    const later = browser();
    await signInWithGoogle(later);
    expect((await later.who())?.user.id).toBe("ties@example.com");

    await storeAccount("also@example.com");
    const other = browser();
    await signIn(other, "also@example.com");
    expect((await tie(other)).location).toContain("notice=tied_elsewhere");
  });

  test("is tied by nobody who has the session alone", async () => {
    await storeAccount("left-open@example.com");
    provider.claims = { sub: "g-thief", email: "thief@example.com" };
    const visitor = browser();
    await signIn(visitor, "left-open@example.com");
    await signInWithGoogle(visitor);
    expect((await visitor.who())?.user.email).toBe("thief@example.com");
    expect(await isTiedToGoogle("left-open@example.com")).toBe(false);

    const again = browser();
    await signIn(again, "left-open@example.com");
    expect(
      (await again.post(handleSecurity, { form: "tie-google", password: "a guess" })).status,
    ).toBe(422);
    // The trip was allowed in one session and comes back in another.
    const left = await again.post(handleSecurity, { form: "tie-google", password: PASSWORD });
    await signIn(again, "left-open@example.com");
    const back = await again.get(googleBackPage.loader, backFrom(left.location));
    expect(back.location).toContain("google_failed");
    expect(await isTiedToGoogle("left-open@example.com")).toBe(false);
  });

  test("is untied with the password, and told", async () => {
    await storeAccount("unties@example.com");
    provider.claims = { sub: "g-unties", email: "unties-google@example.com" };
    const visitor = browser();
    await signIn(visitor, "unties@example.com");
    await tie(visitor);
    const untie = (password: string) =>
      visitor.post(handleSecurity, { form: "untie-google", password });
    expect((await untie("a guess")).status).toBe(422);
    expect(await isTiedToGoogle("unties@example.com")).toBe(true);
    expect((await untie(PASSWORD)).location).toContain("notice=google_untied");
    await mailTo("unties@example.com", /Google account was removed/);
  });

  test.each(["keep", "remove"] as const)("is one of the ticked at a reset: %s", async (google) => {
    const email = `reset-${google}@example.com`;
    await storeAccount(email);
    provider.claims = { sub: `g-${google}`, email: `google-${google}@example.com` };
    const visitor = browser();
    await signIn(visitor, email);
    await tie(visitor);
    await browser().post(forgotPasswordPage.action, { email });
    const token = tokenIn(await mailTo(email, /login\/reset/), "/login/reset");
    const params = { token };
    const page = await browser().get((args) => resetPasswordPage.loader({ ...args, params }));
    const [listed] = (page.body as { waysIn: { reference: string; text: string }[] }).waysIn;
    expect(listed?.text).toMatch(/^Google, added on /);
    const reset = await browser().post((args) => resetPasswordPage.action({ ...args, params }), {
      "new-password": "river-lantern-bicycle",
      ...(google === "remove" && { remove: listed?.reference ?? "" }),
    });
    expect(reset.status).toBe(303);
    expect(await isTiedToGoogle(email)).toBe(google === "keep");
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
    await tie(visitor);
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
  const signedBySecret = (text: string) =>
    `${text}.${createHmac("sha256", GOOGLE_CLIENT.clientSecret).update(text).digest("base64url")}`;
  const otherSignature = Buffer.alloc(256, 7).toString("base64url");

  test("where Google has not verified the address", async () => {
    provider.claims = { sub: "g-2", email: "unverified@example.com", email_verified: false };
    const response = await signInWithGoogle(browser());
    expect(response.location).toBe("/login?notice=address_unverified");
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

  const headOf = (alg: string) => Buffer.from(JSON.stringify({ alg })).toString("base64url");

  test.each<[string, (head: string, claims: string, signature: string) => string]>([
    ["no signature", (_, claims) => `${headOf("none")}.${claims}.`],
    [
      "a signature by our own secret",
      (_, claims) => signedBySecret(`${headOf("HS256")}.${claims}`),
    ],
    ["a signature of another token", (head, claims) => `${head}.${claims}.${otherSignature}`],
    [
      "other claims than were signed",
      (head, claims, signature) => `${head}.${claims}x.${signature}`,
    ],
  ])("with %s under the token", async (_what, forge) => {
    provider.claims = { sub: "g-9", email: "forged@example.com" };
    provider.forge = (token) => {
      const [head = "", claims = "", signature = ""] = token.split(".");
      return forge(head, claims, signature);
    };
    const visitor = browser();
    try {
      expect((await signInWithGoogle(visitor)).location).toBe("/login?notice=google_failed");
    } finally {
      provider.forge = (token) => token;
    }
    expect(await visitor.who()).toBeNull();
    // The same, as the provider signed it, opens an account.
    expect((await signInWithGoogle(visitor)).location).not.toContain("google_failed");
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

test("a key that the provider signs with since is found", async () => {
  provider.claims = { sub: "g-10", email: "newkey@example.com" };
  expect((await signInWithGoogle(browser())).location).not.toContain("google_failed");
  provider.changeKey();
  expect((await signInWithGoogle(browser())).location).not.toContain("google_failed");
});

test("without a client id there is no such page", async () => {
  startGoogle(null);
  expect((await browser().get(googleSignInPage.loader)).status).toBe(404);
  startGoogle({ ...GOOGLE_CLIENT, standIn: provider.origin });
});
