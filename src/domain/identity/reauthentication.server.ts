import { and, eq, gt } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { sessionTable } from "./identity.table.ts";
import { hasPassword } from "./password.server.ts";
import { hasSecondFactor } from "./second-factor.server.ts";

// Before a way in is added or removed, its person proves anew that the account is theirs: by the second
// factor where there is one, else by the password in the form itself, else by a code to the mailbox.
// That they signed in just now is no such proof: the session may have been left open, or stolen.

/** How long a sign-in stands for the password of an account that has none, where no way in changes. */
const FRESH_SIGN_IN_MS = 10 * 60_000;

/** Whether the person has signed in just now, in this very session. */
export async function isFreshSignIn(sessionId: string | null): Promise<boolean> {
  if (sessionId === null) return false;
  const since = new Date(now().getTime() - FRESH_SIGN_IN_MS);
  const [session] = await db()
    .select({ id: sessionTable.id })
    .from(sessionTable)
    .where(and(eq(sessionTable.id, sessionId), gt(sessionTable.createdAt, since)));
  return session !== undefined;
}

/** How long a proof waits for the one change that it is for. */
const CONFIRMED_MS = 10 * 60_000;

/** Whether the proof is asked for on a page of its own: a form can ask for a password, and no more. */
export async function needsReauthentication(userId: string): Promise<boolean> {
  return (await hasSecondFactor(userId)) || !(await hasPassword(userId));
}

/** The person has just proved, in this session, that the account is theirs. */
export async function recordReauthentication(sessionId: string): Promise<void> {
  await db().update(sessionTable).set({ confirmedAt: now() }).where(eq(sessionTable.id, sessionId));
}

/** Whether a proof waits in this session for the change that it is for. */
export async function isReauthenticated(sessionId: string | null): Promise<boolean> {
  if (sessionId === null) return false;
  const [session] = await db()
    .select({ id: sessionTable.id })
    .from(sessionTable)
    .where(isConfirmedSession(sessionId));
  return session !== undefined;
}

/** Uses the proof up. Of any number of changes at once, one gets it; the others get false. */
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
