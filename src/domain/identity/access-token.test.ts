import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT } from "jose";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { mac, startVault } from "#platform/vault/vault.server.ts";
import { issueAccessToken } from "./access-token.server.ts";
import { callsSeenBy } from "#api/calls.fixture.ts";
import { startIdentity } from "./auth.server.ts";
import { userTable } from "./identity.table.ts";
import { endSessions, type LiveSession, findSession, startSession } from "./session.server.ts";

useTestDatabase();

let session: LiveSession;
let userCount = 0;

beforeAll(async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), "token-"));
  await startVault({ DATA_DIR, DEMO: true });
  startIdentity("a secret of the test that is long enough to sign with");
});
/** Each test has its own person, signed in. */
beforeEach(async () => {
  userCount += 1;
  const id = `person-${userCount}`;
  const email = `${id}@example.com`;
  await db().insert(userTable).values({ id, name: "Amara", email, emailVerified: true });
  const cookies = await startSession(id, { headers: new Headers(), origin: "http://site.test" });
  const cookie = cookies.map((each) => each.split(";")[0]).join("; ");
  const found = await findSession({ headers: new Headers({ cookie }), origin: "http://site.test" });
  if (!found) throw new Error("The session was not there.");
  session = found;
});

/** The calls as the server mounts them, for a visitor with this session or with none. */
const calls = (by: LiveSession | null) =>
  callsSeenBy({ user: by?.user ?? null, sessionId: by?.sessionId ?? null });

const askToken = (by: LiveSession | null, body: unknown) =>
  calls(by).request("/jwt", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const withToken = (token: string, path = "/currentUser") =>
  calls(null).request(path, { headers: { authorization: `Bearer ${token}` } });

describe("POST /jwt", () => {
  test("gives a token to the person whose e-mail it is", async () => {
    const response = await askToken(session, { email: session.user.email.toUpperCase() });
    const { token } = (await response.json()) as { token: string };
    const [header, claims] = token
      .split(".")
      .slice(0, 2)
      .map(
        (part) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>,
      );
    expect(header).toEqual({ alg: "HS256", typ: "JWT" });
    expect(claims).toMatchObject({
      sub: session.user.id,
      sid: session.sessionId,
      aud: "rouvia-calls",
    });
    expect(Number(claims?.exp) - Number(claims?.iat)).toBeLessThanOrEqual(600);
    const own = `/currentUser?${new URLSearchParams({ email: session.user.email })}`;
    expect(await (await withToken(token, own)).json()).toMatchObject({ _id: session.user.id });
  });

  test("gives one person sixty a minute, in however many tabs", async () => {
    const requested = await Promise.all(
      Array.from({ length: 62 }, async () => askToken(session, { email: session.user.email })),
    );
    expect(requested.filter(({ status }) => status === 200)).toHaveLength(60);
    const refused = requested.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test.each<[string, () => [LiveSession | null, unknown]]>([
    ["a visitor", () => [null, { email: session.user.email }]],
    ["another e-mail", () => [session, { email: "somebody@example.com" }]],
  ])("answers %s with 401", async (_who, ask) => {
    expect((await askToken(...ask())).status).toBe(401);
  });

  test.each<[string, () => unknown]>([
    ["no e-mail", () => ({})],
    ["a list", () => ({ email: [session.user.email] })],
    ["no body", () => null],
  ])("answers %s with 422", async (_what, body) => {
    expect((await askToken(session, body())).status).toBe(422);
  });
});

describe("a token", () => {
  const parts = async () =>
    (await issueAccessToken(session)).split(".") as [string, string, string];
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

  test("is refused once its session ended", async () => {
    const token = await issueAccessToken(session);
    expect((await withToken(token)).status).toBe(200);
    await endSessions(db(), session.user.id);
    expect((await withToken(token)).status).toBe(401);
  });

  test("is refused after ten minutes, also one that was taken before", async () => {
    const token = await issueAccessToken(session);
    expect((await withToken(token)).status).toBe(200);
    vi.useFakeTimers({ now: Date.now() + 10 * 60_000, toFake: ["Date"] });
    try {
      expect((await withToken(token)).status).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });

  type Forge = (header: string, claims: string, signature: string) => string;

  test.each<[string, Forge]>([
    ["without a signature", (header, claims) => `${header}.${claims}.`],
    ["of no algorithm", (_, claims) => `${encode({ alg: "none", typ: "JWT" })}.${claims}.`],
    [
      "of another algorithm",
      (_, claims, signature) => `${encode({ alg: "HS512", typ: "JWT" })}.${claims}.${signature}`,
    ],
    [
      "for somebody else",
      (header, _, signature) => `${header}.${encode({ sub: "person-1" })}.${signature}`,
    ],
    ["with a part too many", (...whole) => `${whole.join(".")}.x`],
    ["that is none", () => "token"],
  ])("%s is refused", async (_what, forge) => {
    const whole = await parts();
    // The cache of verified tokens must not accept a forged one.
    expect((await withToken(whole.join("."))).status).toBe(200);
    expect((await withToken(forge(...whole))).status).toBe(401);
  });
});

test.each<[string, { typ?: string; audience?: string | null; key?: string; session?: boolean }]>([
  ["another kind of token", { typ: "at+jwt" }],
  ["another audience", { audience: "rouvia-mail" }],
  ["no audience", { audience: null }],
  ["another purpose's key", { key: "session cookies" }],
  ["no session", { session: false }],
])("one of the site's own with %s is refused", async (_what, changed) => {
  const { typ = "JWT", audience = "rouvia-calls", key = "access tokens" } = changed;
  const make = (input: typeof changed) => {
    const token = new SignJWT(input.session === false ? {} : { sid: session.sessionId })
      .setProtectedHeader({ alg: "HS256", typ })
      .setSubject(session.user.id)
      .setIssuedAt()
      .setExpirationTime("5m");
    if (audience !== null) token.setAudience(audience);
    return token.sign(Buffer.from(mac().hmac(key, "signing key"), "base64url"));
  };
  expect((await withToken(await make(changed))).status).toBe(401);
});

test("the same made rightly is taken: what was refused above was refused for what it says", async () => {
  const token = await new SignJWT({ sid: session.sessionId })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(session.user.id)
    .setAudience("rouvia-calls")
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(Buffer.from(mac().hmac("access tokens", "signing key"), "base64url"));
  expect((await withToken(token)).status).toBe(200);
});

describe("GET /currentUser", () => {
  test("answers one's own profile, and nothing about others", async () => {
    const token = await issueAccessToken(session);
    const ask = async (email: string) =>
      (await withToken(token, `/currentUser?email=${encodeURIComponent(email)}`)).json();
    expect(await ask(session.user.email)).toEqual({
      _id: session.user.id,
      email: session.user.email,
      name: "Amara",
      photo: null,
    });
    expect(await ask("person-1@example.org")).toBeNull();
  });

  test("answers a visitor with 401", async () => {
    expect((await calls(session).request("/currentUser?email=x")).status).toBe(401);
  });
});
