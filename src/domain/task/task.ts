/** An appointment takes place at a time, with the person of the lead; a task is done by then. */
export const TASK_KINDS = ["task", "appointment"] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** How long before it is due its reminder is mailed. */
export const REMINDERS = ["none", "at_time", "hour", "day"] as const;
export type Reminder = (typeof REMINDERS)[number];

const MINUTE_MS = 60_000;

const BEFORE_MS = {
  at_time: 0,
  hour: 60 * MINUTE_MS,
  day: 24 * 60 * MINUTE_MS,
} as const satisfies Record<Exclude<Reminder, "none">, number>;

/** When the reminder of something due then is mailed; null if nobody wants one. */
export function findReminderTime(reminder: Reminder, dueAt: Date): Date | null {
  return reminder === "none" ? null : new Date(dueAt.getTime() - BEFORE_MS[reminder]);
}

/** What a whole day's task is reminded of: the morning of that day. */
export const WHOLE_DAY_TIME = "09:00";

/** Quarter hours of a working day, `HH:MM`. */
export const TASK_TIMES: readonly string[] = Array.from({ length: 15 * 4 }, (_, quarter) => {
  const hour = 7 + Math.floor(quarter / 4);
  return `${String(hour).padStart(2, "0")}:${String((quarter % 4) * 15).padStart(2, "0")}`;
});

/** How long a deleted task can be put back. */
export const DELETED_TASK_DAYS = 30;

/** Where a task stands on the day of its viewer. */
export type TaskState = "overdue" | "today" | "later" | "done" | "deleted";

export function taskState(
  task: {
    dueAt: Date;
    dueOn: string;
    isWholeDay: boolean;
    doneAt: Date | null;
    deletedAt: Date | null;
  },
  { now, today }: { now: Date; today: string },
): TaskState {
  if (task.deletedAt) return "deleted";
  if (task.doneAt) return "done";
  const isOver = task.isWholeDay ? task.dueOn < today : task.dueAt < now;
  if (isOver) return "overdue";
  return task.dueOn === today ? "today" : "later";
}
