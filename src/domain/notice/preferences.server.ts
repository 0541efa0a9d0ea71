import { and, asc, eq, gte, inArray, lte } from "drizzle-orm";
import { may, STAFF_ROLES } from "#domain/identity/permission.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { listPushAccounts } from "#domain/notification/push-browsers.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { ROLES } from "#values/role.ts";
import { DEFAULT_PREFERENCE, mondayOf, type NoticePreference } from "./notice.ts";
import { noticePreferenceTable, onCallWeekTable } from "./notice.table.ts";

/** The roles that work on leads; an auditor, who only reads, is told of nothing. */
const WORKING_ROLES = STAFF_ROLES.filter((role) => may({ role }, "workLeads"));
/** The roles that are told when the team did not act. */
export const LAST_RESORT = ROLES.filter((role) => may({ role }, "changeSettings"));

type Row = typeof noticePreferenceTable.$inferSelect;

function readRow(row: Row | null): NoticePreference {
  if (!row) return DEFAULT_PREFERENCE;
  const { newLead, answer, deliveryFailed, overdue, hasDigest, quietFrom, quietTo } = row;
  return {
    ways: { new_lead: newLead, answer, delivery_failed: deliveryFailed, overdue },
    quiet: quietFrom && quietTo ? { from: quietFrom, to: quietTo } : null,
    hasDigest,
    isOwnOnly: false,
  };
}

export async function readPreference(userId: string): Promise<NoticePreference> {
  const [row] = await db()
    .select()
    .from(noticePreferenceTable)
    .where(eq(noticePreferenceTable.userId, userId));
  return readRow(row ?? null);
}

export async function savePreference(
  userId: string,
  chosen: Omit<NoticePreference, "isOwnOnly">,
): Promise<void> {
  const { ways, quiet, hasDigest } = chosen;
  const columns = {
    newLead: ways.new_lead,
    answer: ways.answer,
    deliveryFailed: ways.delivery_failed,
    overdue: ways.overdue,
    hasDigest,
    quietFrom: quiet?.from ?? null,
    quietTo: quiet?.to ?? null,
  };
  await db()
    .insert(noticePreferenceTable)
    .values({ userId, ...columns })
    .onConflictDoUpdate({ target: noticePreferenceTable.userId, set: columns });
}

/** Everybody who works on leads, by name, with how they want to and can be told. */
export async function listTeam() {
  const rows = await db()
    .select({ user: userTable, preference: noticePreferenceTable })
    .from(userTable)
    .leftJoin(noticePreferenceTable, eq(noticePreferenceTable.userId, userTable.id))
    .where(inArray(userTable.role, WORKING_ROLES))
    .orderBy(asc(userTable.name), asc(userTable.id));
  const withBrowser = await listPushAccounts();
  return rows.map(({ user, preference }) => ({
    ...user,
    preference: readRow(preference),
    hasBrowser: withBrowser.has(user.id),
  }));
}

export type TeamMember = Awaited<ReturnType<typeof listTeam>>[number];

/** A number that the person has proved to hold; an SMS to another would reach a stranger. */
export function findProvedPhone({ phone, phoneVerifiedAt }: TeamMember): string | null {
  return phoneVerifiedAt ? phone : null;
}

/** Who is on call in the week of this day; null if nobody is. */
export async function findOnCall(day: string): Promise<string | null> {
  const [week] = await db()
    .select({ userId: onCallWeekTable.userId })
    .from(onCallWeekTable)
    .where(eq(onCallWeekTable.monday, mondayOf(day)));
  return week?.userId ?? null;
}

/** Who is on call from one Monday to another, by the Monday. */
export async function listOnCall(from: string, to: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db()
    .select()
    .from(onCallWeekTable)
    .where(and(gte(onCallWeekTable.monday, from), lte(onCallWeekTable.monday, to)))
    .orderBy(asc(onCallWeekTable.monday));
  return new Map(rows.map(({ monday, userId }) => [monday, userId]));
}

/** Puts somebody of the team on call for each of these weeks; null for nobody. */
export async function setOnCall(
  queryable: Queryable,
  weeks: ReadonlyMap<string, string | null>,
): Promise<void> {
  for (const [monday, userId] of weeks) {
    if (userId === null)
      await queryable.delete(onCallWeekTable).where(eq(onCallWeekTable.monday, monday));
    else
      await queryable
        .insert(onCallWeekTable)
        .values({ monday, userId })
        .onConflictDoUpdate({ target: onCallWeekTable.monday, set: { userId } });
  }
}
