import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import type { Role } from "#values/role.ts";
import { COOKIE_SECONDS } from "#values/cookies.ts";
import { countQueries } from "#platform/database/count-queries.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { useMessages } from "#domain/notification/notification.fixture.ts";
import { startIdentity } from "./auth.server.ts";
import { sessionTable } from "./identity.table.ts";
import { endSession, findSession, findSessionById, startSession } from "./session.server.ts";

useMessages();
afterEach(() => vi.useRealTimers());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

async function signIn(role: Role) {
  startIdentity("a secret of the test that is long enough to sign with");
  const { id } = await storePerson(`Sessions ${role} ${randomUUID()}`, { role });
  const origin = "http://site.test";
  await startSession(id, { headers: new Headers(), origin });
  const [session] = await db().select().from(sessionTable).where(eq(sessionTable.userId, id));
  if (!session) throw new Error("No session began.");
  return session;
}

const at = (start: number, laterMs: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: start + laterMs });

test("a staff session ends after 15 minutes without a request, and is gone then", async () => {
  for (const role of ["staff", "auditor", "admin"] as const) {
    const { id } = await signIn(role);
    const start = Date.now();
    at(start, 14 * MINUTE_MS);
    expect(await findSessionById(id), role).not.toBeNull();
    at(start, 28 * MINUTE_MS);
    expect(await findSessionById(id), role).not.toBeNull();
    at(start, 44 * MINUTE_MS);
    expect(await findSessionById(id), role).toBeNull();
    // The session has ended: an earlier time does not bring it back.
    at(start, 29 * MINUTE_MS);
    expect(await findSessionById(id), role).toBeNull();
    vi.useRealTimers();
  }
});

test("a staff session ends after twelve hours, however busy", async () => {
  const { id } = await signIn("staff");
  const start = Date.now();
  for (let minutes = 10; minutes <= 12 * 60; minutes += 10) {
    at(start, minutes * MINUTE_MS - 1_000);
    expect(await findSessionById(id), `after ${minutes} minutes`).not.toBeNull();
  }
  at(start, 12 * HOUR_MS + MINUTE_MS);
  expect(await findSessionById(id)).toBeNull();
});

test("a member's session ends with its cookie", async () => {
  const { id } = await signIn("buyer");
  const start = Date.now();
  at(start, COOKIE_SECONDS.session * 1_000 - HOUR_MS);
  expect(await findSessionById(id)).not.toBeNull();
  at(start, COOKIE_SECONDS.session * 1_000 + MINUTE_MS);
  expect(await findSessionById(id)).toBeNull();
});

const ORIGIN = "http://site.test";

/** A request function of a browser that has just signed in. */
async function signInWithCookie() {
  startIdentity("a secret of the test that is long enough to sign with");
  const { id } = await storePerson(`Cookies ${randomUUID()}`);
  const cookies = await startSession(id, { headers: new Headers(), origin: ORIGIN });
  const cookie = cookies.map((each) => each.split(";")[0]).join("; ");
  return { id, cookie, request: { headers: new Headers({ cookie }), origin: ORIGIN } };
}

test("a cookie that was verified before is one query, and none once its session has ended", async () => {
  const { id, request } = await signInWithCookie();
  const find = () => findSession(request);
  expect((await find())?.user.id).toBe(id);
  expect(await countQueries(find)).toBe(1);
  expect((await find())?.user.id).toBe(id);
  await endSession(request);
  expect(await find()).toBeNull();
  expect(await find()).toBeNull();
});

test("a cookie whose signature is another's opens nothing, also beside one that was verified", async () => {
  const { cookie, request } = await signInWithCookie();
  expect(await findSession(request)).not.toBeNull();
  const [name = "", value = ""] = (/(session)=([^;]+)/.exec(cookie) ?? []).slice(1);
  const forged = value.replace(/\.[^.]*$/, `.${Buffer.alloc(32).toString("base64")}`);
  const ask = (sent: string) =>
    findSession({ headers: new Headers({ cookie: sent }), origin: ORIGIN });
  expect(await ask(`${name}=${forged}`)).toBeNull();
  expect(await ask(`${name}=${value.split(".")[0]}`)).toBeNull();
  // The instance with another secret has never verified it.
  startIdentity("another secret of the test that is long enough to sign with");
  expect(await ask(cookie)).toBeNull();
});

test("sessions are told apart by long random tokens", async () => {
  const tokens: string[] = [];
  for (let count = 0; count < 3; count += 1) tokens.push((await signIn("buyer")).token);
  expect(new Set(tokens).size).toBe(3);
  // 32 letters and digits are 190 bits.
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{32,}$/);
});
