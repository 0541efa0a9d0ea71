import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGoogle } from "#backoffice/identity/google/google.server.ts";
import { isTiedToGoogle } from "#backoffice/identity/google/google-account.server.ts";
import { userTable } from "#backoffice/identity/identity.table.ts";
import { hashPassword, storePassword } from "#backoffice/identity/password/password.server.ts";
import { db } from "#platform/database/database.server.ts";
import { startHttpPeer } from "#platform/outgoing/http-peer.fixture.ts";
import { browser, ORIGIN, startAccountHouse, type TestBrowser } from "./account.fixture.ts";
import { comeBackFromGoogle, leaveForGoogleSignIn } from "./google-sign-in.server.ts";
import { answerSignInPost } from "./sign-in-post.server.ts";

const CLIENT = { clientId: "our-client", clientSecret: "our-secret" };
const PASSWORD = "maple-canoe-thunder-9";

let close: () => Promise<void>;
let peer: Awaited<ReturnType<typeof startHttpPeer>>;
/** What the provider says of the person who comes next, over what it would say by itself. */
let claims: Record<string, unknown>;
/** The codes that the provider gave out, each with what the browser was sent there with. */
const codes = new Map<string, URLSearchParams>();

beforeAll(async () => {
  close = await startAccountHouse();
  peer = await startHttpPeer(answerToken);
  startGoogle({ ...CLIENT, standIn: peer.baseUrl });
});
afterAll(async () => {
  startGoogle(null);
  await peer.close();
  await close();
});
beforeEach(() => {
  claims = {};
});

/** The token endpoint of RFC 6749 §4.1.3 with PKCE (RFC 7636 §4.6): each code once, for its sender. */
async function answerToken(request: IncomingMessage, response: ServerResponse) {
  const form = new URLSearchParams(await text(request));
  const asked = codes.get(form.get("code") ?? "");
  codes.delete(form.get("code") ?? "");
  const challenge = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  const isGood =
    request.url === "/token" &&
    asked !== undefined &&
    form.get("client_secret") === CLIENT.clientSecret &&
    form.get("redirect_uri") === asked.get("redirect_uri") &&
    challenge === asked.get("code_challenge");
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const idToken = [
    part({ alg: "RS256" }),
    part({
      iss: peer.baseUrl,
      aud: CLIENT.clientId,
      exp: Math.floor(Date.now() / 1000) + 60,
      nonce: asked?.get("nonce"),
      email_verified: true,
      name: "Amara Okafor",
      ...claims,
    }),
    "signature",
  ].join(".");
  response.writeHead(isGood ? 200 : 400, { "content-type": "application/json" });
  response.end(JSON.stringify(isGood ? { id_token: idToken } : { error: "invalid_grant" }));
}

/** Leaves for the provider, agrees there, and comes back with a code and the state. */
async function travel(visitor: TestBrowser, query = "") {
  const left = await visitor.get(leaveForGoogleSignIn, `/login/google${query}`);
  const asked = new URL(left.location ?? "").searchParams;
  const code = `code-${codes.size}-${asked.get("state")}`;
  codes.set(code, asked);
  const back = new URLSearchParams({ code, state: asked.get("state") ?? "" });
  return { asked, back: `/login/google/back?${back}` };
}

async function signInWithGoogle(visitor: TestBrowser, query = "") {
  const { back } = await travel(visitor, query);
  return visitor.get(comeBackFromGoogle, back);
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
  visitor.post((args) => answerSignInPost(args.request, args.context), {
    email,
    password: PASSWORD,
  });

test("asks for no more than who one is, with state, nonce and PKCE", async () => {
  const { asked } = await travel(browser());
  expect(Object.fromEntries(asked)).toMatchObject({
    client_id: CLIENT.clientId,
    redirect_uri: `${ORIGIN}/login/google/back`,
    scope: "openid email profile",
    code_challenge_method: "S256",
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
});

test("opens a new account, and the same one the next time, and leads to where one was", async () => {
  claims = { sub: "g-1", email: "New@Example.com" };
  const first = browser();
  expect((await signInWithGoogle(first, "?returnTo=/cars")).location).toBe("/cars");
  const opened = await first.who();
  expect(opened?.user).toMatchObject({ email: "new@example.com", name: "Amara Okafor" });
  const second = browser();
  await signInWithGoogle(second);
  expect((await second.who())?.user.id).toBe(opened?.user.id);
});

test("in a popup ends on the page that tells the other one and closes", async () => {
  claims = { sub: "g-popup", email: "popup@example.com" };
  const { location } = await signInWithGoogle(browser(), "?popup=1&returnTo=/cars");
  expect(location).toBe("/login/google/done?to=%2Fcars");
});

describe("an account with the same address", () => {
  test("is not tied to Google by the address alone", async () => {
    await storeAccount("holder@example.com");
    claims = { sub: "g-holder", email: "holder@example.com" };
    const visitor = browser();
    expect((await signInWithGoogle(visitor)).location).toBe("/login?notice=address_known");
    expect(await visitor.who()).toBeNull();
    expect(await isTiedToGoogle("holder@example.com")).toBe(false);
  });

  test("is tied by its holder, who signed in before", async () => {
    await storeAccount("ties@example.com");
    claims = { sub: "g-ties", email: "elsewhere@example.com" };
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
    claims = { sub: "g-planted", email: "planted@example.com" };
    const visitor = browser();
    await signInWithGoogle(visitor);
    expect((await visitor.who())?.user.email).toBe("planted@example.com");
    expect((await signIn(browser(), "planted@example.com")).status).toBe(422);
  });

  test("keeps its second factor", async () => {
    await storeAccount("factor@example.com");
    claims = { sub: "g-factor", email: "x@example.com" };
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
    claims = { sub: "g-2", email: "unverified@example.com", email_verified: false };
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
    claims = { sub: "g-3", email: "fraud@example.com", ...wrong };
    const visitor = browser();
    expect((await signInWithGoogle(visitor)).location).toBe("/login?notice=google_failed");
    expect(await visitor.who()).toBeNull();
  });

  test("with a state that came back before, or to another browser", async () => {
    claims = { sub: "g-4", email: "replay@example.com" };
    const visitor = browser();
    const { back } = await travel(visitor);
    expect((await browser().get(comeBackFromGoogle, back)).location).toContain("google_failed");
    const remembered = visitor.cookieHeader();
    await visitor.get(comeBackFromGoogle, back);
    const replayed = await browser().get(
      (args) =>
        comeBackFromGoogle({
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
  expect((await browser().get(leaveForGoogleSignIn)).status).toBe(404);
  startGoogle({ ...CLIENT, standIn: peer.baseUrl });
});
