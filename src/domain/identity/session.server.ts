import { and, desc, eq, gt, ne } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { toActor, recordAct } from "#domain/audit/record-audit.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { authFor, type BrowserRequest, isDemoMode } from "./auth.server.ts";
import { sessionTable, userTable } from "./identity.table.ts";
import { nameForBrowsers, rememberBrowser } from "./known-browser.server.ts";
import { type Role, ROLE_RULES } from "#values/role.ts";

/** reference/security.md "Accounts": a short session ends after 15 idle minutes, and after 12 hours. */
const SHORT_IDLE_MS = 15 * 60_000;
const SHORT_WHOLE_MS = 12 * 60 * 60_000;
/** How long a second factor stands for what is sensitive. */
const FRESH_FACTOR_MS = 10 * 60_000;
/** How stale "last seen" may get before it is written again: one write a minute, not one a request. */
const SESSION_TOUCH_MS = 60_000;

/** A session that is alive, and whose. */
export type LiveSession = { sessionId: string; user: SignedInUser };

/** The session that a request's cookie names, or null. */
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
 * Most requests of a browser bring the cookies of the one before: their signature is checked once, and
 * whether the session lives is asked for each time. All cookies are the key, so that nobody else has to
 * say which of two of a name counts.
 */
const knownBy = new WeakMap<ReturnType<typeof authFor>, LRUCache<string, string>>();
const MOST_KNOWN = 5_000;
const LONGEST_KNOWN = 1_000;

/** By what verified them: whatever knows another secret has verified nothing yet. */
function knownCookies(origin: string): LRUCache<string, string> {
  const auth = authFor(origin);
  const known = knownBy.get(auth) ?? new LRUCache<string, string>({ max: MOST_KNOWN });
  knownBy.set(auth, known);
  return known;
}

/** The same without a look at whether it idled, for a request that has just been let in. */
export async function findSessionId({ headers, origin }: BrowserRequest): Promise<string | null> {
  // The refresh is ours, below: the library's would make an idle session look busy before we look.
  const found = await authFor(origin).api.getSession({ headers, query: { disableRefresh: true } });
  return found?.session.id ?? null;
}

/** A session by its id, as a token carries it. A short one that idled or grew old is ended. */
export async function findSessionById(sessionId: string): Promise<LiveSession | null> {
  const at = now();
  const [found] = await selectSession({ id: sessionId });
  if (!found || found.session.expiresAt <= at) return null;
  const { user, session } = found;
  const rules = ROLE_RULES[user.role];
  const idleMs = at.getTime() - session.updatedAt.getTime();
  const wholeMs = at.getTime() - session.createdAt.getTime();
  if (rules.session === "short" && (idleMs > SHORT_IDLE_MS || wholeMs > SHORT_WHOLE_MS)) {
    await db().delete(sessionTable).where(eq(sessionTable.id, session.id));
    return null;
  }
  if (idleMs > SESSION_TOUCH_MS) {
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
      lacksSecondFactor: owesFactor && provedAt === null,
      lacksFreshFactor: owesFactor && !isFresh,
    },
  };
}

const selectSession = prepareQuery(
  "session_by_id",
  ["id"],
  (database, { id }) =>
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
      })
      .from(sessionTable)
      .innerJoin(userTable, eq(userTable.id, sessionTable.userId))
      .where(eq(sessionTable.id, id)),
  // Who has just signed in, or out, is known here at once.
  { from: db },
);

/** The demonstration's accounts are everybody's, in demo mode only. */
export function isExcusedFromFactor({ isDemo = false }: { isDemo?: boolean }): boolean {
  return isDemo && isDemoMode();
}

/** Begins a session; answers the cookies that carry it. A session that was there before ends. */
export async function startSession(
  userId: string,
  request: BrowserRequest,
  /** Whether the way in was two factors, as a passkey is. */
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

/** Every way in ends here, once it is complete. */
export async function recordSignIn(
  user: { id: string; role: Role },
  ipAddress?: string,
): Promise<void> {
  const on = { kind: "account", id: user.id } as const;
  await recordAct({ by: toActor(user), action: "sign_in", on, ipAddress: ipAddress ?? null });
}

/** Ends the session that a request's cookie names, if any; answers the cookies that clear it. */
export async function endSession({ headers, origin }: BrowserRequest): Promise<string[]> {
  const response = await authFor(origin).api.signOut({ headers, returnHeaders: true });
  return response.headers.getSetCookie();
}

type ActiveSession = { id: string; userAgent: string; startedAt: Date; seenAt: Date };

/** Where a person is signed in, the latest first. */
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

/** Ends one session of this person; somebody else's it does not touch. */
export async function endSessionById(userId: string, sessionId: string): Promise<void> {
  await db()
    .delete(sessionTable)
    .where(and(eq(sessionTable.userId, userId), eq(sessionTable.id, sessionId)));
}

/** Signs a person out everywhere, but for one session where it is given. */
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
}
