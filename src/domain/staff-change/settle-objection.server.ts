import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { isUuid } from "#values/uuid.ts";
import { type Owner, recordStaffChange } from "./record-staff-change.server.ts";
import type { StaffMember } from "./staff-change.ts";
import { staffChangeTable } from "./staff-change.table.ts";

/**
 * Settles an objection, with who and when, and notifies its owner. An owner without an account sees
 * it on the page.
 */
export async function settleObjection(changeId: string, by: StaffMember): Promise<boolean> {
  if (!isUuid(changeId)) return false;
  return db().transaction(async (transaction) => {
    const [settled] = await transaction
      .update(staffChangeTable)
      .set({ settledAt: now(), settledByUserId: by.id })
      .where(
        and(
          eq(staffChangeTable.id, changeId),
          isNotNull(staffChangeTable.objection),
          isNull(staffChangeTable.settledAt),
        ),
      )
      .returning();
    if (!settled) return false;
    const { ownerUserId, thingName } = settled;
    const owners = ownerUserId
      ? await transaction.select().from(userTable).where(eq(userTable.id, ownerUserId))
      : [];
    await recordStaffChange(transaction, {
      kind: "report_settled",
      by,
      thingId: changeId,
      before: { isSettled: false },
      after: { isSettled: true },
      owners: owners.map(({ id: userId, email, name, locale }): Owner => ({
        userId,
        email,
        name,
        locale,
        thingName,
      })),
    });
    return true;
  });
}
