import { and, eq, gt } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { sessionTable } from "./identity.table.ts";

/** How long a sign-in stands for the password of an account that has none. */
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
