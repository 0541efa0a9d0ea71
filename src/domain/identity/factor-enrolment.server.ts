import { and, eq, gt } from "drizzle-orm";
import type { AuditActor } from "#domain/audit/audit.ts";
import { recordAct } from "#domain/audit/record-audit.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import { type Role, ROLE_RULES } from "#values/role.ts";
import { sessionTable } from "./identity.table.ts";
import { findLink, issueLink, redeemLink } from "./one-time-link.server.ts";
import { hasSecondFactor } from "./second-factor.server.ts";
import { isExcusedFromFactor } from "./session.server.ts";

/**
 * Anybody who knew the password of a new staff account could give it a second factor of their own.
 * So the first second factor of a role that must have one can be set up only with a link from an
 * administrator, or from the operator of `npm run role`. It is never sent by mail, because access
 * to a mailbox alone is enough to sign in.
 */
const ENROLMENT_MS = 30 * 60_000;

/** The path of a link with which this account can set up its first second factor, once. */
export async function issueEnrolmentPath(
  user: { id: string; email: string },
  /** The administrator who asks; absent if it is the operator. */
  by?: AuditActor,
): Promise<string> {
  const path = await makeEnrolmentPath(user);
  const on = { kind: "account", id: user.id } as const;
  await recordAct({ ...(by && { by }), action: "first_factor_link_given", on });
  return path;
}

/** The same, for callers that write the audit record themselves. */
export async function makeEnrolmentPath(user: { id: string; email: string }): Promise<string> {
  const token = await issueLink("enrol_factor", { userId: user.id, email: user.email });
  return paths.enrolFactor(token);
}

type Enrolling = { id: string; role: Role; isDemo?: boolean };

/** Whether this session may set up a second factor while the account has none. */
export async function mayEnrolFactor(user: Enrolling, sessionId: string | null): Promise<boolean> {
  if (!ROLE_RULES[user.role].owesSecondFactor || isExcusedFromFactor(user)) return true;
  if (await hasSecondFactor(user.id)) return true;
  if (sessionId === null) return false;
  const [session] = await db()
    .select({ id: sessionTable.id })
    .from(sessionTable)
    .where(and(eq(sessionTable.id, sessionId), gt(sessionTable.enrolmentUntil, now())));
  return session !== undefined;
}

/** Whether the link is valid, and belongs to this person. */
export async function isOwnEnrolment(token: string, userId: string): Promise<boolean> {
  return (await findLink("enrol_factor", token))?.userId === userId;
}

/** Uses up the link: for half an hour this session may set up a second factor. */
export async function beginEnrolment(
  token: string,
  session: { userId: string; sessionId: string },
): Promise<{ ok: true } | { ok: false; code: "link_used_up" }> {
  const refused = { ok: false, code: "link_used_up" } as const;
  if (!(await isOwnEnrolment(token, session.userId))) return refused;
  return db().transaction(async (transaction) => {
    if (!(await redeemLink(transaction, "enrol_factor", token))) return refused;
    await letEnrolFactor(transaction, session.sessionId);
    return { ok: true };
  });
}

/** For half an hour the session may set up a first second factor. */
export async function letEnrolFactor(transaction: Transaction, sessionId: string): Promise<void> {
  await transaction
    .update(sessionTable)
    .set({ enrolmentUntil: new Date(now().getTime() + ENROLMENT_MS) })
    .where(eq(sessionTable.id, sessionId));
}
