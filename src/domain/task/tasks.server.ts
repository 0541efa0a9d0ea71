import { and, asc, desc, eq, gte, isNull, type SQL } from "drizzle-orm";
import { instantOf, wallClock } from "#domain/first-contact/due-time.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { WORKING_ROLES } from "#domain/lead/assign-by-rule.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import type { CompleteAnswersOf } from "#forms/define-form.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { DEFAULT_TIME_ZONE } from "#values/format.ts";
import type { Role } from "#values/role.ts";
import { isUuid } from "#values/uuid.ts";
import type { taskForm } from "./task.form.ts";
import { taskTable } from "./task.table.ts";
import { findReminderTime, type Reminder, REMINDERS, TASK_KINDS, WHOLE_DAY_TIME } from "./task.ts";

export type TaskAnswers = CompleteAnswersOf<ReturnType<typeof taskForm>>;

/** Stores a task of a lead, or a free one. False if there is no such lead. */
export async function addTask(
  by: { id: string },
  reference: string | null,
  answers: TaskAnswers,
): Promise<boolean> {
  return db().transaction(async (transaction) => {
    const leadId = reference === null ? null : await findLeadId(transaction, reference);
    if (leadId === undefined) return false;
    await transaction
      .insert(taskTable)
      .values({ ...toColumns(answers), leadId, byUserId: by.id, createdAt: now() });
    return true;
  });
}

/** What was typed, as it is stored. */
export function toColumns(answers: TaskAnswers) {
  const { title, place, dueOn, dueTime, forUser } = answers;
  const reminder = REMINDERS.find((each) => each === answers.reminder) ?? "none";
  const dueAt = instantOf(`${dueOn} ${dueTime ?? WHOLE_DAY_TIME}`, DEFAULT_TIME_ZONE);
  return {
    kind: TASK_KINDS.find((each) => each === answers.taskKind) ?? "task",
    title,
    place: place ?? null,
    forUserId: forUser,
    dueOn,
    dueAt,
    isWholeDay: dueTime === undefined,
    reminder,
    remindAt: findComingReminder({ reminder, dueAt }),
  };
}

/** What is due sooner than its reminder was just typed: nobody has to be reminded of it. */
export function findComingReminder({ reminder, dueAt }: { reminder: Reminder; dueAt: Date }) {
  const remindAt = findReminderTime(reminder, dueAt);
  return remindAt && remindAt > now() ? remindAt : null;
}

async function findLeadId(transaction: Transaction, reference: string) {
  const [lead] = await transaction
    .select({ id: leadTable.id })
    .from(leadTable)
    .where(eq(leadTable.reference, reference))
    .for("key share");
  return lead?.id;
}

/** Marks a task as done, or as not done after all. A second press changes nothing. */
export async function setTaskDone(
  by: { id: string },
  id: string,
  isDone: boolean,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  return db().transaction(async (transaction) => {
    const [task] = await transaction
      .select()
      .from(taskTable)
      .where(and(eq(taskTable.id, id), isNull(taskTable.deletedAt)))
      .for("update");
    if (!task) return false;
    if ((task.doneAt !== null) === isDone) return true;
    const at = now();
    await transaction
      .update(taskTable)
      .set(
        isDone
          ? { doneAt: at, doneByUserId: by.id, remindAt: null }
          : { doneAt: null, doneByUserId: null, remindAt: findComingReminder(task) },
      )
      .where(eq(taskTable.id, id));
    return true;
  });
}

/** Leaves the open tasks of somebody who may no longer work leads to everybody. */
export async function freeTasksOf(
  transaction: Transaction,
  user: { id: string; role: Role },
): Promise<void> {
  if (WORKING_ROLES.includes(user.role)) return;
  await transaction
    .update(taskTable)
    .set({ forUserId: null, remindAt: null })
    .where(and(eq(taskTable.forUserId, user.id), isNull(taskTable.doneAt)));
}

const MOST_LISTED = 100;

export type ListedTask = Awaited<ReturnType<typeof listTasks>>[number];

/** Tasks that are still open, the most urgent first. */
export function listOpenTasks(which: { leadId?: string; forUserId?: string }) {
  return listTasks(
    [isNull(taskTable.doneAt), isNull(taskTable.deletedAt), ...filter(which)],
    [asc(taskTable.dueAt), asc(taskTable.id)],
  );
}

/** What was done since then, the last first. */
export function listDoneTasks(since: Date, which: { leadId?: string; forUserId?: string }) {
  return listTasks(
    [gte(taskTable.doneAt, since), isNull(taskTable.deletedAt), ...filter(which)],
    [desc(taskTable.doneAt), desc(taskTable.id)],
  );
}

/** What was deleted since then and can be put back, the last first. */
export function listDeletedTasks(since: Date, which: { leadId?: string; forUserId?: string }) {
  return listTasks(
    [gte(taskTable.deletedAt, since), ...filter(which)],
    [desc(taskTable.deletedAt), desc(taskTable.id)],
  );
}

/** A task that can be changed: neither done nor deleted. Its time is absent of a whole day's. */
export async function findOpenTask(
  id: string,
): Promise<(ListedTask & { dueTime: string | undefined }) | null> {
  if (!isUuid(id)) return null;
  const open = [eq(taskTable.id, id), isNull(taskTable.doneAt), isNull(taskTable.deletedAt)];
  const [task] = await listTasks(open, [asc(taskTable.id)]);
  if (!task) return null;
  const time = wallClock(task.dueAt, DEFAULT_TIME_ZONE).slice(-5);
  return { ...task, dueTime: task.isWholeDay ? undefined : time };
}

function filter({ leadId, forUserId }: { leadId?: string; forUserId?: string }) {
  return [
    leadId === undefined ? undefined : eq(taskTable.leadId, leadId),
    forUserId === undefined ? undefined : eq(taskTable.forUserId, forUserId),
  ];
}

function listTasks(conditions: readonly (SQL | undefined)[], order: readonly SQL[]) {
  return db()
    .select({
      id: taskTable.id,
      kind: taskTable.kind,
      title: taskTable.title,
      place: taskTable.place,
      dueOn: taskTable.dueOn,
      dueAt: taskTable.dueAt,
      isWholeDay: taskTable.isWholeDay,
      reminder: taskTable.reminder,
      doneAt: taskTable.doneAt,
      deletedAt: taskTable.deletedAt,
      revision: taskTable.revision,
      changedAt: taskTable.changedAt,
      createdAt: taskTable.createdAt,
      forUserId: taskTable.forUserId,
      forName: userTable.name,
      reference: leadTable.reference,
      firstName: leadTable.firstName,
      lastName: leadTable.lastName,
      email: leadTable.email,
      phone: leadTable.phone,
    })
    .from(taskTable)
    .leftJoin(leadTable, eq(leadTable.id, taskTable.leadId))
    .leftJoin(userTable, eq(userTable.id, taskTable.forUserId))
    .where(and(...conditions))
    .orderBy(...order)
    .limit(MOST_LISTED);
}
