import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { WORKING_ROLES } from "#domain/lead/assign-by-rule.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { taskTable } from "./task.table.ts";

/** Mails each reminder that is due, once, to the person whose task it is. */
export async function mailReminders(): Promise<void> {
  await db().transaction(async (transaction) => {
    const due = await transaction
      .select({ task: taskTable, user: userTable, reference: leadTable.reference })
      .from(taskTable)
      .innerJoin(userTable, eq(userTable.id, taskTable.forUserId))
      .leftJoin(leadTable, eq(leadTable.id, taskTable.leadId))
      .where(and(lte(taskTable.remindAt, now()), inArray(userTable.role, WORKING_ROLES)))
      .orderBy(asc(taskTable.remindAt), asc(taskTable.id))
      .limit(200)
      .for("update", { of: taskTable, skipLocked: true });
    for (const { task, user, reference } of due) {
      const { id, title, place, dueOn, dueAt, isWholeDay } = task;
      await notify(transaction, {
        event: "task_reminder",
        key: `task_reminder:${id}:${task.remindAt?.toISOString()}`,
        to: user.email,
        locale: user.locale,
        userId: user.id,
        params: {
          name: user.name,
          title,
          place,
          dueOn,
          dueAt: isWholeDay ? null : dueAt.toISOString(),
          reference,
        },
      });
      await transaction.update(taskTable).set({ remindAt: null }).where(eq(taskTable.id, id));
    }
  });
}
