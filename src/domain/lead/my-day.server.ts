import { and, asc, count, desc, eq, isNull, lt, notInArray, or, type SQL } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { DONE_STATUSES } from "./assignment.ts";
import { leadTable } from "./lead.table.ts";

/** How many leads of each list are shown; the inbox has the others. */
const MOST_SHOWN = 8;

const isOpen = () => notInArray(leadTable.status, [...DONE_STATUSES]);

/** What waits for somebody today: each list with its number. */
export async function findMyDay(userId: string) {
  const isOwn = eq(leadTable.assignedToUserId, userId);
  const isFree = isNull(leadTable.assignedToUserId);
  const [overdue, own, free] = await Promise.all([
    // Nobody's are everybody's: somebody was promised to be contacted.
    listLeads(
      and(
        isOpen(),
        isNull(leadTable.firstContactAt),
        lt(leadTable.dueAt, now()),
        or(isOwn, isFree),
      ),
      asc(leadTable.dueAt),
    ),
    listLeads(and(isOpen(), isOwn), asc(leadTable.receivedAt)),
    listLeads(and(eq(leadTable.status, "new"), isFree), desc(leadTable.receivedAt)),
  ]);
  return { overdue, own, free };
}

async function listLeads(condition: SQL | undefined, order: SQL) {
  const [leads, [counted]] = await Promise.all([
    db()
      .select({
        reference: leadTable.reference,
        kind: leadTable.kind,
        status: leadTable.status,
        firstName: leadTable.firstName,
        lastName: leadTable.lastName,
        email: leadTable.email,
        phone: leadTable.phone,
        city: leadTable.city,
        provinceCode: leadTable.provinceCode,
        receivedAt: leadTable.receivedAt,
        dueAt: leadTable.dueAt,
      })
      .from(leadTable)
      .where(condition)
      .orderBy(order, asc(leadTable.id))
      .limit(MOST_SHOWN),
    db().select({ leads: count() }).from(leadTable).where(condition),
  ]);
  return { leads, count: counted?.leads ?? 0 };
}
