import { and, eq, inArray, ne, notInArray, sql } from "drizzle-orm";
import { STAFF_ROLES, may } from "#domain/identity/permission.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { wallClock } from "#domain/first-contact/due-time.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { chooseAssignee, DONE_STATUSES, type Moment } from "./assignment.ts";
import { assigneeTable, assignmentRuleTable } from "./assignment.table.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";

/** The roles whose members may have leads. */
export const WORKING_ROLES = STAFF_ROLES.filter((role) => may({ role }, "workLeads"));

/** The new lead of the transaction that stores it. */
type NewLead = Pick<typeof leadTable.$inferSelect, "id" | "locale" | "kind"> & {
  provinceCode: (typeof leadTable.$inferSelect)["provinceCode"];
};

/**
 * Gives a new lead to somebody, if the site has a rule for that and somebody may get it. The rule's
 * row is locked until the lead is committed: the next lead counts this one.
 */
export async function assignByRule(transaction: Transaction, lead: NewLead): Promise<void> {
  const [rule] = await transaction
    .select({ method: assignmentRuleTable.method })
    .from(assignmentRuleTable)
    .where(ne(assignmentRuleTable.method, "by_hand"))
    .for("update");
  if (!rule) return;
  const at = now();
  const candidates = await listCandidates(transaction);
  const userId = chooseAssignee(rule.method, candidates, lead, readMoment(at));
  if (userId === null) return;
  await transaction
    .update(leadTable)
    .set({ assignedToUserId: userId })
    .where(eq(leadTable.id, lead.id));
  await transaction
    .update(assigneeTable)
    .set({ lastGivenAt: at })
    .where(eq(assigneeTable.userId, userId));
  await transaction
    .insert(leadEventTable)
    .values({ leadId: lead.id, kind: "assigned", toUserId: userId, at });
}

/** What the clocks of the business show. */
export function readMoment(at: Date): Moment {
  const [day = "", clock = ""] = wallClock(at).split(" ");
  return { day, clock };
}

/** With their accounts locked, so that nobody gets a lead while their role is taken away. */
function listCandidates(transaction: Transaction) {
  const openLeads = transaction.$count(
    leadTable,
    and(
      eq(leadTable.assignedToUserId, assigneeTable.userId),
      notInArray(leadTable.status, [...DONE_STATUSES]),
    ),
  );
  return transaction
    .select({
      userId: assigneeTable.userId,
      getsLeads: assigneeTable.getsLeads,
      languages: assigneeTable.languages,
      provinces: assigneeTable.provinces,
      kinds: assigneeTable.kinds,
      mostOpen: assigneeTable.mostOpen,
      absentFrom: assigneeTable.absentFrom,
      absentUntil: assigneeTable.absentUntil,
      workHours: assigneeTable.workHours,
      lastGivenAt: assigneeTable.lastGivenAt,
      openLeads: sql<number>`${openLeads}`.mapWith(Number),
    })
    .from(assigneeTable)
    .innerJoin(userTable, eq(userTable.id, assigneeTable.userId))
    .where(and(eq(assigneeTable.getsLeads, true), inArray(userTable.role, WORKING_ROLES)))
    .orderBy(assigneeTable.userId)
    .for("key share", { of: userTable });
}
