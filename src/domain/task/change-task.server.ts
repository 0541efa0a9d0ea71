import { eq, lt, sql } from "drizzle-orm";
import { wallClock } from "#domain/first-contact/due-time.server.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { type ExpiredData, expiredRows } from "#platform/database/expired-rows.server.ts";
import { DEFAULT_TIME_ZONE } from "#values/format.ts";
import { isUuid } from "#values/uuid.ts";
import { taskTable } from "./task.table.ts";
import { DELETED_TASK_DAYS } from "./task.ts";
import { findComingReminder, type TaskAnswers, toColumns } from "./tasks.server.ts";

type Task = typeof taskTable.$inferSelect;
type By = { id: string };

/** Changes an open task. False if it is done or deleted meanwhile, or if there is none. */
export function changeTask(by: By, id: string, answers: TaskAnswers): Promise<boolean> {
  return change(by, id, "task_changed", (task) => (isOpen(task) ? toColumns(answers) : null));
}

/** Deletes an open task, which can be put back for some time. */
export function deleteTask(by: By, id: string): Promise<boolean> {
  return change(by, id, "task_deleted", (task) =>
    isOpen(task) ? { deletedAt: now(), remindAt: null } : null,
  );
}

export function putTaskBack(by: By, id: string): Promise<boolean> {
  return change(by, id, "task_put_back", (task) =>
    task.deletedAt ? { deletedAt: null, remindAt: findComingReminder(task) } : null,
  );
}

const isOpen = (task: Task) => task.doneAt === null && task.deletedAt === null;

/** Stores what `next` says, and notes in the lead's history what the task was before. */
async function change(
  by: By,
  id: string,
  kind: "task_changed" | "task_deleted" | "task_put_back",
  next: (task: Task) => Partial<Task> | null,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  return db().transaction(async (transaction) => {
    const task = await lockTask(transaction, id);
    const values = task && next(task);
    if (!values) return false;
    const at = now();
    await transaction
      .update(taskTable)
      .set({ ...values, revision: sql`${taskTable.revision} + 1`, changedAt: at })
      .where(eq(taskTable.id, id));
    if (task.leadId !== null)
      await transaction.insert(leadEventTable).values({
        leadId: task.leadId,
        kind,
        note: describeTask(task),
        byUserId: by.id,
        at,
      });
    return true;
  });
}

/** The lead first, as whoever erases it does. */
async function lockTask(transaction: Transaction, id: string): Promise<Task | undefined> {
  await transaction
    .select({ id: leadTable.id })
    .from(leadTable)
    .innerJoin(taskTable, eq(taskTable.leadId, leadTable.id))
    .where(eq(taskTable.id, id))
    .for("key share", { of: leadTable });
  const [task] = await transaction
    .select()
    .from(taskTable)
    .where(eq(taskTable.id, id))
    .for("update");
  return task;
}

/** In words of neither language, because the history is read in both. */
function describeTask({ title, place, dueOn, dueAt, isWholeDay }: Task): string {
  const due = isWholeDay ? dueOn : wallClock(dueAt, DEFAULT_TIME_ZONE);
  return [title, [due, place].filter(Boolean).join(" · ")].join("\n");
}

/** Tasks that were deleted so long ago that nobody puts them back. */
export const deletedTasks: ExpiredData = expiredRows(taskTable, (at) =>
  lt(taskTable.deletedAt, new Date(at.getTime() - DELETED_TASK_DAYS * 24 * 60 * 60_000)),
);
