import { and, eq, gt } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { sessionTable } from "./identity.table.ts";
import { hasPassword } from "./password.server.ts";
import { hasSecondFactor } from "./second-factor.server.ts";

// Before a credential is added or removed, the person proves again that the account is theirs: by
// the second factor if there is one, else by the password in the form itself, else by a code to the
// mailbox. A recent sign-in is no such proof: the session may have been left open, or stolen.

/**
 * How long a sign-in replaces the password for an account that has none, if no credential changes.
 */
const FRESH_SIGN_IN_MS = 10 * 60_000;

/** Whether the person has just signed in, in this session. */
export async function isFreshSignIn(sessionId: string | null): Promise<boolean> {
  if (sessionId === null) return false;
  const since = new Date(now().getTime() - FRESH_SIGN_IN_MS);
  const [session] = await db()
    .select({ id: sessionTable.id })
    .from(sessionTable)
    .where(and(eq(sessionTable.id, sessionId), gt(sessionTable.createdAt, since)));
  return session !== undefined;
}

/** How long a proof is valid for the one change that it is for. */
const CONFIRMED_MS = 10 * 60_000;

/** Whether the proof is asked for on its own page: a form can ask for a password only. */
export async function needsReauthentication(userId: string): Promise<boolean> {
  return (await hasSecondFactor(userId)) || !(await hasPassword(userId));
}

/** Records that the person has just proved, in this session, that the account is theirs. */
export async function recordReauthentication(sessionId: string): Promise<void> {
  await db().update(sessionTable).set({ confirmedAt: now() }).where(eq(sessionTable.id, sessionId));
}

/** Whether this session has a proof that is not used up. */
export async function isReauthenticated(sessionId: string | null): Promise<boolean> {
  if (sessionId === null) return false;
  const [session] = await db()
    .select({ id: sessionTable.id })
    .from(sessionTable)
    .where(isConfirmedSession(sessionId));
  return session !== undefined;
}

/** Uses up the proof. If several changes run at once, one gets true; the others get false. */
export async function endReauthentication(sessionId: string | null): Promise<boolean> {
  if (sessionId === null) return false;
  const used = await db()
    .update(sessionTable)
    .set({ confirmedAt: null })
    .where(isConfirmedSession(sessionId))
    .returning({ id: sessionTable.id });
  return used.length > 0;
}

function isConfirmedSession(sessionId: string) {
  const since = new Date(now().getTime() - CONFIRMED_MS);
  return and(eq(sessionTable.id, sessionId), gt(sessionTable.confirmedAt, since));
}
