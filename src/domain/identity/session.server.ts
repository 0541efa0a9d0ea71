import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { toActor, recordAct } from "#domain/audit/record-audit.server.ts";
import { forgetPushBrowsers } from "#domain/notification/push-browsers.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { authFor, type BrowserRequest, isDemoMode } from "./auth.server.ts";
import { sessionTable, userTable } from "./identity.table.ts";
import { nameForBrowsers, rememberBrowser } from "./known-browser.server.ts";
import { accessGrantTable } from "./access-grant.table.ts";
import { roleAbilityTable } from "./role-ability.table.ts";
import type { AbilityChanges, AccessGrant } from "#values/ability.ts";
import { type Role, ROLE_RULES } from "#values/role.ts";

/** reference/security.md "Accounts": a short session ends after 15 idle minutes, and after 12 hours. */
const SHORT_IDLE_MS = 15 * 60_000;
const SHORT_WHOLE_MS = 12 * 60 * 60_000;
/** How long the proof of a second factor is fresh enough for sensitive actions. */
const FRESH_FACTOR_MS = 10 * 60_000;
/** The smallest time between two writes of "last seen": one write a minute, not one a request. */
const SESSION_TOUCH_MS = 60_000;

/** A session that is alive, and its user. */
export type LiveSession = { sessionId: string; user: SignedInUser };

/** The live session of a request's cookie; null if there is none. */
export async function findSession(request: BrowserRequest): Promise<LiveSession | null> {
  const known = knownCookies(request.origin);
  const cookies = request.headers.get("cookie") ?? "";
  const knownId = known.get(cookies);
  const session = knownId === undefined ? null : await findSessionById(knownId);
  if (session) return session;
  const sessionId = await findSessionId(request);
  if (sessionId === null || sessionId === knownId) return null;
  if (cookies.length <= LONGEST_KNOWN) known.set(cookies, sessionId);
  return findSessionById(sessionId);
}

/**
 * Most requests of a browser carry the same cookies as the request before: their signature is
 * verified once, and only whether the session is alive is checked each time. The key is the whole
 * Cookie header, so that this cache need not decide which of two cookies with one name counts.
 */
const knownBy = new WeakMap<ReturnType<typeof authFor>, LRUCache<string, string>>();
const MOST_KNOWN = 5_000;
const LONGEST_KNOWN = 1_000;

/** By the instance that verified them: an instance with another secret has verified nothing yet. */
function knownCookies(origin: string): LRUCache<string, string> {
  const auth = authFor(origin);
  const known = knownBy.get(auth) ?? new LRUCache<string, string>({ max: MOST_KNOWN });
  knownBy.set(auth, known);
  return known;
}

/** The same without the idle check, for a request whose session was just checked. */
export async function findSessionId({ headers, origin }: BrowserRequest): Promise<string | null> {
  // We refresh the session ourselves, below: the library's refresh would make an idle session look
  // active before we check it.
  const found = await authFor(origin).api.getSession({ headers, query: { disableRefresh: true } });
  return found?.session.id ?? null;
}

/**
 * A session by its id, as in an access token. A short session that was idle or alive for too long
 * is ended.
 */
export function findSessionById(sessionId: string): Promise<LiveSession | null> {
  return readSession(sessionId, { isUse: true });
}

/** The same without the session counting as used: nobody is at work because a page is open. */
export function peekSession(sessionId: string): Promise<LiveSession | null> {
  return readSession(sessionId, { isUse: false });
}

async function readSession(
  sessionId: string,
  { isUse }: { isUse: boolean },
): Promise<LiveSession | null> {
  const at = now();
  const [found] = await selectSession({ id: sessionId, at });
  if (!found || found.session.expiresAt <= at) return null;
  const { user, session } = found;
  const rules = ROLE_RULES[user.role];
  const idleMs = at.getTime() - session.updatedAt.getTime();
  const wholeMs = at.getTime() - session.createdAt.getTime();
  if (rules.session === "short" && (idleMs > SHORT_IDLE_MS || wholeMs > SHORT_WHOLE_MS)) {
    await db().delete(sessionTable).where(eq(sessionTable.id, session.id));
    return null;
  }
  if (isUse && idleMs > SESSION_TOUCH_MS) {
    await db().update(sessionTable).set({ updatedAt: at }).where(eq(sessionTable.id, session.id));
  }
  const owesFactor = rules.owesSecondFactor && !isExcusedFromFactor(user);
  const provedAt = session.secondFactorAt;
  const isFresh = provedAt !== null && at.getTime() - provedAt.getTime() < FRESH_FACTOR_MS;
  return {
    sessionId: session.id,
    user: {
      id: user.id,
      name: user.name,
      email: user.email,
      role: user.role,
      phone: user.phone,
      photo: user.image,
      locale: user.locale,
      isDemo: user.isDemo,
      abilities: found.abilities ?? {},
      grants: found.grants ?? [],
      dealership: user.role === "dealer" ? found.dealership : null,
      lacksSecondFactor: owesFactor && provedAt === null,
      lacksFreshFactor: owesFactor && !isFresh,
    },
  };
}

const selectSession = prepareQuery(
  "session_by_id",
  ["id", "at"],
  (database, { id, at }) =>
    database
      .select({
        session: {
          id: sessionTable.id,
          createdAt: sessionTable.createdAt,
          updatedAt: sessionTable.updatedAt,
          expiresAt: sessionTable.expiresAt,
          secondFactorAt: sessionTable.secondFactorAt,
        },
        user: {
          id: userTable.id,
          name: userTable.name,
          email: userTable.email,
          role: userTable.role,
          phone: userTable.phone,
          image: userTable.image,
          locale: userTable.locale,
          isDemo: userTable.isDemo,
        },
        // Read with the session, so that what was given or taken counts from the next request on.
        abilities: sql<AbilityChanges | null>`(select jsonb_object_agg(${roleAbilityTable.ability}, ${roleAbilityTable.isGiven}) from ${roleAbilityTable} where ${roleAbilityTable.role} = ${userTable.role})`,
        grants: sql<
          AccessGrant[] | null
        >`(select jsonb_agg(jsonb_build_object('ability', ${accessGrantTable.ability}, 'lead', ${accessGrantTable.leadReference})) from ${accessGrantTable} where ${accessGrantTable.userId} = ${userTable.id} and ${accessGrantTable.until} > ${at}::timestamptz)`,
        // In SQL, because the dealerships are a concept above this one.
        dealership: sql<
          SignedInUser["dealership"]
        >`(select jsonb_build_object('id', dealership_id, 'role', role) from dealership_member where user_id = ${userTable.id})`,
      })
      .from(sessionTable)
      .innerJoin(userTable, eq(userTable.id, sessionTable.userId))
      .where(eq(sessionTable.id, id)),
  // Reads the primary, so that a sign-in or sign-out has effect at once.
  { from: db },
);

/** In demo mode only, anybody may sign in to the demo accounts, so they need no second factor. */
export function isExcusedFromFactor({ isDemo = false }: { isDemo?: boolean }): boolean {
  return isDemo && isDemoMode();
}

/** Begins a session and returns its cookies. The session that the request had before ends. */
export async function startSession(
  userId: string,
  request: BrowserRequest,
  /** Whether the sign-in had two factors, as with a passkey. */
  proof: { hasSecondFactor: boolean } = { hasSecondFactor: false },
): Promise<string[]> {
  const started = await authFor(request.origin).api.startSession({
    body: { userId },
    headers: request.headers,
    returnHeaders: true,
  });
  if (proof.hasSecondFactor) {
    await db()
      .update(sessionTable)
      .set({ secondFactorAt: now() })
      .where(eq(sessionTable.id, started.response.sessionId));
  }
  await endSession(request);
  const [user] = await db()
    .select({
      id: userTable.id,
      role: userTable.role,
      browserRound: userTable.browserRound,
    })
    .from(userTable)
    .where(eq(userTable.id, userId));
  const cookies = started.headers.getSetCookie();
  if (!user) return cookies;
  await recordSignIn(user);
  return [...cookies, rememberBrowser(request, nameForBrowsers(user))];
}

/** Every kind of sign-in calls this once it is complete. */
export async function recordSignIn(
  user: { id: string; role: Role },
  ipAddress?: string,
): Promise<void> {
  const on = { kind: "account", id: user.id } as const;
  await recordAct({ by: toActor(user), action: "sign_in", on, ipAddress: ipAddress ?? null });
}

/** Ends the session of a request's cookie, if any; returns the cookies that clear it. */
export async function endSession({ headers, origin }: BrowserRequest): Promise<string[]> {
  const response = await authFor(origin).api.signOut({ headers, returnHeaders: true });
  return response.headers.getSetCookie();
}

type ActiveSession = { id: string; userAgent: string; startedAt: Date; seenAt: Date };

/** The active sessions of a person, the latest first. */
export async function listSessions(userId: string): Promise<ActiveSession[]> {
  const rows = await db()
    .select()
    .from(sessionTable)
    .where(and(eq(sessionTable.userId, userId), gt(sessionTable.expiresAt, now())))
    .orderBy(desc(sessionTable.updatedAt));
  return rows.map(({ id, userAgent, createdAt, updatedAt }) => ({
    id,
    userAgent: userAgent ?? "",
    startedAt: createdAt,
    seenAt: updatedAt,
  }));
}

/**
 * Ends one session of this person; does nothing if it is somebody else's. Which browser takes push
 * messages in that session is not known, so none does any more.
 */
export async function endSessionById(userId: string, sessionId: string): Promise<void> {
  const isTheirs = and(eq(sessionTable.userId, userId), eq(sessionTable.id, sessionId));
  const ended = await db().delete(sessionTable).where(isTheirs).returning({ id: sessionTable.id });
  if (ended.length > 0) await forgetPushBrowsers(db(), { userId });
}

/**
 * Signs a person out everywhere, except in one session if it is given. No browser takes their push
 * messages any more.
 */
export async function endSessions(
  queryable: Queryable,
  userId: string,
  exceptSessionId?: string | null,
): Promise<void> {
  await queryable
    .delete(sessionTable)
    .where(
      and(
        eq(sessionTable.userId, userId),
        exceptSessionId ? ne(sessionTable.id, exceptSessionId) : undefined,
      ),
    );
  await forgetPushBrowsers(queryable, { userId });
}
