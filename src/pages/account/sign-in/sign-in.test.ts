import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { startIdentity } from "#domain/identity/auth.server.ts";
import { findHash } from "#domain/identity/password.fixture.ts";
import { findSession } from "#domain/identity/session.server.ts";
import { accountTable, sessionTable, userTable } from "#domain/identity/identity.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { Role } from "#values/role.ts";
import { draftTable } from "#domain/draft/draft.table.ts";
import { recogniseBrowser } from "#domain/identity/known-browser.server.ts";
import { offerDemoAccounts } from "#domain/identity/demo-accounts.server.ts";
import { listSent, problemsIn, typedIn } from "#pages/account/account.fixture.ts";
import * as signInPage from "./sign-in.page.tsx";
import * as signOutPage from "#pages/session/sign-out.page.ts";

useSite();

const PASSWORD = "a-long-enough-password";

beforeAll(async () => {
  startIdentity("a secret of the test that is long enough to sign with");
  await storeAccount("camille@example.com", "staff");
  await storeAccount("amara@example.com", "buyer");
  await storeAccount("unverified@example.com", "buyer", { emailVerified: false });
});
async function storeAccount(email: string, role: Role, { emailVerified = true } = {}) {
  await db().insert(userTable).values({ id: email, name: email, email, role, emailVerified });
  await db()
    .insert(accountTable)
    .values({
      id: email,
      accountId: email,
      userId: email,
      providerId: "credential",
      password: await findHash(PASSWORD),
    });
}

async function post(
  fields: Record<string, string>,
  { cookie = "", origin = "http://site.test", ipAddress = "192.0.2.1" } = {},
) {
  const request = new Request(`${origin}/login`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { cookie },
  });
  try {
    const { data, init } = await signInPage.action({
      request,
      context: makeContext({ origin, ipAddress }),
    });
    return {
      status: init?.status,
      headers: new Headers(init?.headers),
      problems: problemsIn(data),
      typed: typedIn(data),
    };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    const { status, headers } = thrown;
    return { status, headers, location: headers.get("location"), problems: [], typed: {} };
  }
}

const readSession = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .join("; ");

const whoIs = (cookie: string) =>
  findSession({ headers: new Headers({ cookie }), origin: "http://site.test" });

describe("the right password", () => {
  test.each([
    ["camille@example.com", "/staff/leads"],
    ["CAMILLE@example.com ", "/staff/leads"],
    ["amara@example.com", "/"],
  ])("signs %j in and leads to %s", async (email, location) => {
    const response = await post({ email, password: PASSWORD });
    expect(response).toMatchObject({ status: 303, location });
    expect((await whoIs(readSession(response.headers)))?.user.email).toBe(
      email.trim().toLowerCase(),
    );
  });

  test.each([
    ["/staff/leads/ABCD2345?status=new", "/staff/leads/ABCD2345?status=new"],
    ["/fr/staff/leads", "/fr/staff/leads"],
    ["https://elsewhere.test/", "/staff/leads"],
    ["//elsewhere.test", "/staff/leads"],
    ["/\\elsewhere.test", "/staff/leads"],
    ["javascript:alert(1)", "/staff/leads"],
  ])("with returnTo %j leads to %s", async (returnTo, location) => {
    const response = await post({ email: "camille@example.com", password: PASSWORD, returnTo });
    expect(response.location).toBe(location);
  });

  test("gives a cookie that script cannot read, with the __Host- prefix over https", async () => {
    const fields = { email: "camille@example.com", password: PASSWORD };
    const [http] = (await post(fields)).headers.getSetCookie();
    expect(http).toMatch(/^session=.*; HttpOnly/);
    expect(http).not.toMatch(/; Secure/);
    const [https] = (await post(fields, { origin: "https://site.test" })).headers.getSetCookie();
    expect(https).toMatch(/^__Host-session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax/);
  });

  test("ends the session that was there before", async () => {
    const fields = { email: "camille@example.com", password: PASSWORD };
    const older = readSession((await post(fields)).headers);
    const newer = readSession((await post(fields, { cookie: older })).headers);
    expect(await whoIs(older)).toBeNull();
    expect(await whoIs(newer)).not.toBeNull();
  });
});

describe("a refusal", () => {
  test.each<[Record<string, string>, string[]]>([
    [{ email: "", password: "" }, ["email missing", "password missing"]],
    [{ email: "camille", password: PASSWORD }, ["email not_an_email"]],
    [{ email: "camille\u0000@example.com", password: PASSWORD }, ["email unaccepted_character"]],
    [{ email: "camille@example.com", password: "" }, ["password missing"]],
    [{ email: "camille@example.com", password: "not-this-password" }, ["null refused"]],
    [{ email: "camille@example.com", password: "\u0000" }, ["password unaccepted_character"]],
    [{ email: "camille@example.com", password: "x".repeat(10_000) }, ["null refused"]],
    [{ email: "nobody@example.com", password: PASSWORD }, ["null refused"]],
    [{ email: "unverified@example.com", password: PASSWORD }, ["null refused"]],
    [{ demo: "camille@example.com" }, ["email missing", "password missing"]],
  ])("of %j says what is wrong and keeps the e-mail only", async (fields, codes) => {
    const response = await post(fields);
    expect(response.status).toBe(422);
    expect(response.problems.map(({ control, code }) => `${control} ${code}`)).toEqual(codes);
    expect(response.typed).toEqual({
      email: (fields.email ?? "").replace("\u0000", ""),
      password: "",
    });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(JSON.stringify(response.problems)).not.toContain(PASSWORD);
  });
});

describe("limits", () => {
  test.each(["amara@example.com", "unknown@example.com"])(
    "after five wrong tries %s must wait, also with the right password and in parallel",
    async (email) => {
      const tries = await Promise.all(
        Array.from({ length: 12 }, () => post({ email, password: "not-this-password" })),
      );
      expect(tries.filter(({ status }) => status === 422)).toHaveLength(5);
      const refused = await post({ email: email.toUpperCase(), password: PASSWORD });
      expect(refused.status).toBe(429);
      expect(refused.problems[0]?.text).toContain("paused");
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(200);
    },
  );

  /** Wrong passwords, each from the address that `addressOf` says. Answers how many were judged. */
  async function guess(email: string, times: number, addressOf: (index: number) => string) {
    let judged = 0;
    for (let index = 0; index < times; index += 1) {
      const fields = { email, password: "not-this-password" };
      const { status } = await post(fields, { ipAddress: addressOf(index) });
      if (status === 422) judged += 1;
    }
    return judged;
  }
  const owner = (email: string, ipAddress: string, cookie = "") =>
    post({ email, password: PASSWORD }, { ipAddress, cookie });

  test.each([
    ["one address", () => "203.0.113.9"],
    ["the addresses of a /24", (index: number) => `203.0.113.${index}`],
    ["the /64s of a /48", (index: number) => `2001:db8:7:${index.toString(16)}::1`],
    ["ten networks", (index: number) => `10.20.${index % 10}.${index}`],
    ["forty networks", (index: number) => `10.21.${index % 40}.${index}`],
  ])("wrong tries from %s lock nobody else out", async (name, addressOf) => {
    const email = `${name.replaceAll(/\W/g, "-")}@example.com`;
    await storeAccount(email, "buyer");
    expect(await guess(email, 120, addressOf)).toBeLessThanOrEqual(50);
    expect((await owner(email, "198.51.100.7")).status).toBe(303);
  });

  test("a known browser gets in while a hundred networks guess; an unknown one waits, and learns how else", async () => {
    const email = "flooded@example.com";
    await storeAccount(email, "buyer");
    const known = readSession((await owner(email, "198.51.100.8")).headers);
    expect(await guess(email, 240, (index) => `10.22.${index % 120}.1`)).toBe(100);
    const unknown = await owner(email, "198.51.100.9");
    expect(unknown.status).toBe(429);
    expect(unknown.problems[0]?.text).toMatch(/code by email.*passkey/);
    // From an address where strangers have used up what addresses have, too.
    expect((await owner(email, "10.22.1.1", known)).status).toBe(303);
  });

  test("an address without an account is counted and answered alike", async () => {
    const email = "nobody-flooded@example.com";
    expect(await guess(email, 130, (index) => `10.23.${index}.1`)).toBe(100);
    const late = await owner(email, "198.51.100.9");
    expect([late.status, late.problems[0]?.text]).toEqual([
      429,
      expect.stringMatching(/code by email.*passkey/),
    ]);
  });

  test("the owner and the administrators are told of a flood, once", async () => {
    await storeAccount("boss@example.com", "admin");
    const email = "told@example.com";
    await storeAccount(email, "staff");
    await guess(email, 130, (index) => `10.24.${index}.1`);
    await guess("not-an-account@example.com", 130, (index) => `10.25.${index}.1`);
    const sent = await listSent();
    const heard = (to: string) => sent.filter((mail) => mail.to === to).map((mail) => mail.subject);
    expect(heard(email)).toEqual([expect.stringContaining("many tries to sign in")]);
    expect(heard("not-an-account@example.com")).toEqual([]);
    // Of both accounts that were flooded in this file.
    expect(heard("boss@example.com")).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining("under attack")),
    );
  });

  test("a known browser is known for its own account only, and cannot be made up", async () => {
    const camille = { email: "camille@example.com", password: PASSWORD };
    const known = readSession((await post(camille, { ipAddress: "198.51.100.10" })).headers);
    const device = /device=[^;]+/.exec(known)?.[0] ?? "";
    const request = (cookie: string) => ({
      headers: new Headers({ cookie }),
      origin: "http://site.test",
    });
    expect(recogniseBrowser(request(device), "camille@example.com")).toMatch(/^[\w-]{22}$/);
    expect(recogniseBrowser(request(device), "amara@example.com")).toBeNull();
    const forged = device.replace(/=[\w-]{22}/, `=${"A".repeat(22)}`);
    expect(recogniseBrowser(request(forged), "camille@example.com")).toBeNull();
  });

  test("a right password forgets the wrong tries before it", async () => {
    await storeAccount("forgetful@example.com", "buyer");
    for (let round = 0; round < 3; round += 1) {
      for (let wrong = 0; wrong < 4; wrong += 1) {
        await post({ email: "forgetful@example.com", password: "not-this-password" });
      }
      const right = await post({ email: "forgetful@example.com", password: PASSWORD });
      expect(right.status).toBe(303);
    }
  });
});

test("a demonstration's account signs in at one press, once it was offered", async () => {
  offerDemoAccounts([
    { role: "staff", name: "Camille", email: "camille@example.com", password: PASSWORD },
  ]);
  expect(await post({ demo: "camille@example.com" })).toMatchObject({
    status: 303,
    location: "/staff/leads",
  });
  // Nobody reads its mail: who asks for a code hears of the button at once.
  const requested = await post({ email: "camille@example.com", mail: "1" });
  expect([requested.status, requested.problems[0]?.text]).toEqual([
    422,
    expect.stringContaining("own button"),
  ]);
  offerDemoAccounts([]);
});

test("signing out leaves no draft and no visitor for whoever comes next", async () => {
  const visitorHash = "a".repeat(64);
  const draft = (hash: string) => ({
    id: randomUUID(),
    visitorHash: hash,
    formName: "pre-approval",
    formVersion: 1,
    sealedContent: Buffer.from("sealed"),
    expiresAt: new Date(Date.now() + 60_000),
  });
  await db()
    .insert(draftTable)
    .values([draft(visitorHash), draft("b".repeat(64))]);
  const response = await signOutPage.action({
    request: new Request("http://site.test/logout", {
      method: "POST",
      body: new URLSearchParams({}),
    }),
    context: makeContext({ visitorHash }),
  });
  expect(response.headers.getSetCookie().join()).toMatch(/visitor=;[^,]*Max-Age=0/);
  const left = await db().select({ of: draftTable.visitorHash }).from(draftTable);
  expect(left).toEqual([{ of: "b".repeat(64) }]);
});

test("signing out ends the session and clears its cookie", async () => {
  const signedIn = await post({ email: "camille@example.com", password: PASSWORD });
  const cookie = readSession(signedIn.headers);
  const response = await signOutPage.action({
    request: new Request("http://site.test/logout", {
      method: "POST",
      body: new URLSearchParams({ returnTo: "/login" }),
      headers: { cookie },
    }),
    context: makeContext({}),
  });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/login"]);
  expect(response.headers.getSetCookie().join()).toMatch(/^session=;.*Max-Age=0/);
  expect(await whoIs(cookie)).toBeNull();
  const sessions = await db()
    .select()
    .from(sessionTable)
    .where(eq(sessionTable.userId, "camille@example.com"));
  expect(sessions.map(({ token }) => cookie.includes(token))).not.toContain(true);
});
