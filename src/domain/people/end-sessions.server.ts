import { and, asc, eq, gt } from "drizzle-orm";
import { sessionTable, userTable } from "#domain/identity/identity.table.ts";
import { endSessions } from "#domain/identity/session.server.ts";
import { recordStaffChange } from "#domain/staff-change/record-staff-change.server.ts";
import {
  findStaffChangeRefusal,
  type StaffChangeRefusal,
  type StaffMember,
} from "#domain/staff-change/staff-change.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";

export type SessionsEnding = {
  /** The administrator who does it. */
  by: StaffMember;
  /** The administrator's own session, which does not end, so that they can continue their work. */
  bySessionId: string | null;
  /** As the account's holder reads it. */
  reason: string;
};

type Refused = { ok: false; code: StaffChangeRefusal | "no_session" };

/** Signs an account out everywhere, when an administrator asks for it; its holder is notified. */
export async function endSessionsByStaff(
  userId: string,
  ending: SessionsEnding,
): Promise<{ ok: true } | Refused> {
  const refusal = findStaffChangeRefusal("sessions_ended", ending.by, ending.reason);
  if (refusal) return { ok: false, code: refusal };
  return (await endOf(userId, ending)) ? { ok: true } : { ok: false, code: "no_session" };
}

/**
 * Signs everybody out except the administrator's own session. Each account has its own transaction,
 * with its audit record and its e-mail: if one fails, the accounts before it stay signed out, and
 * doing it again continues with the others.
 */
export async function endEverybodysSessions(
  ending: SessionsEnding,
): Promise<{ ok: true; accounts: number } | Refused> {
  const refusal = findStaffChangeRefusal("sessions_ended", ending.by, ending.reason);
  if (refusal) return { ok: false, code: refusal };
  const signedIn = await db()
    .selectDistinct({ userId: sessionTable.userId })
    .from(sessionTable)
    .orderBy(asc(sessionTable.userId));
  let accounts = 0;
  for (const { userId } of signedIn) if (await endOf(userId, ending)) accounts += 1;
  return { ok: true, accounts };
}

/**
 * Returns false if nobody was signed in. An expired session is deleted with the others, but not
 * counted.
 */
async function endOf(
  userId: string,
  { by, bySessionId, reason }: SessionsEnding,
): Promise<boolean> {
  return db().transaction(async (transaction) => {
    const [user] = await transaction
      .select()
      .from(userTable)
      .where(eq(userTable.id, userId))
      .for("update");
    if (!user) return false;
    const isAlive = and(eq(sessionTable.userId, userId), gt(sessionTable.expiresAt, now()));
    const before = await transaction.$count(sessionTable, isAlive);
    await endSessions(transaction, userId, bySessionId);
    const after = await transaction.$count(sessionTable, isAlive);
    if (after === before) return false;
    const { email, name, locale } = user;
    await recordStaffChange(transaction, {
      kind: "sessions_ended",
      by,
      thingId: userId,
      before: { sessions: before },
      after: { sessions: after },
      owners: [{ userId, email, name, locale, thingName: email }],
      reason,
    });
    return true;
  });
}
