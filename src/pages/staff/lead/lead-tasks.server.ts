import { redirect } from "react-router";
import { listWorkingStaff } from "#domain/lead/assign-lead.server.ts";
import { formatLeadName } from "#domain/lead/lead-words.ts";
import { taskForm } from "#domain/task/task.form.ts";
import { type TaskKind, type TaskState, TASK_TIMES, taskState } from "#domain/task/task.ts";
import {
  addTask,
  type ListedTask,
  listDoneTasks,
  listOpenTasks,
  setTaskDone,
} from "#domain/task/tasks.server.ts";
import type { FormView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import type { Press } from "#pages/command/commands.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { now, today } from "#platform/clock/clock.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { formatClock, formatDate, formatDateTime } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

export type TaskView = {
  id: string;
  title: string;
  kind: TaskKind;
  state: TaskState;
  /** When it is due, where, and whose it is. */
  meta: string;
  /** Absent on the lead's own page. */
  lead: { reference: string; name: string } | null;
};

/** The open tasks of a lead, what was done of it, and the form that adds one. */
export type LeadTasksView = { tasks: readonly TaskView[]; view: FormView };

export async function loadLeadTasks(
  leadId: string,
  locale: Locale,
  viewer: Pick<SignedInUser, "id">,
): Promise<LeadTasksView> {
  const [open, done, view] = await Promise.all([
    listOpenTasks({ leadId }),
    listDoneTasks(new Date(0), { leadId }),
    showTaskForm(locale, viewer),
  ]);
  const tasks = [...open, ...done].map((task) => ({ ...viewTask(task, locale), lead: null }));
  return { tasks, view };
}

async function makeForm(locale: Locale) {
  const times = new Map(TASK_TIMES.map((time) => [time, formatClock(time, locale)]));
  return { form: taskForm({ team: await listWorkingStaff(), times }) };
}

/** The form of a new task: for the viewer, today. */
export async function showTaskForm(locale: Locale, viewer: Pick<SignedInUser, "id">) {
  const { form } = await makeForm(locale);
  return showForm(form, { locale }, { forUser: viewer.id, dueOn: today(), reminder: "none" });
}

export function viewTask(task: ListedTask, locale: Locale): TaskView {
  const due = task.isWholeDay ? formatDate(task.dueOn, locale) : formatDateTime(task.dueAt, locale);
  const whose = task.forName ?? m.task_for_everybody({}, { locale });
  const done = task.doneAt
    ? m.task_done_at({ time: formatDateTime(task.doneAt, locale) }, { locale })
    : null;
  const { id, title, kind, reference, firstName, lastName, email, phone } = task;
  const name = formatLeadName(
    { firstName: firstName ?? "", lastName: lastName ?? "", email, phone },
    locale,
  );
  return {
    id,
    title,
    kind,
    state: taskState(task, { now: now(), today: today() }),
    meta: [due, task.place, whose, done].filter(Boolean).join(" · "),
    lead: reference === null ? null : { reference, name },
  };
}

type Adding = { by: Pick<SignedInUser, "id">; reference: string | null; redirectTo: string };

export async function handleTask({ post }: Press, { by, reference, redirectTo }: Adding) {
  const { form } = await makeForm(post.visitor.locale);
  return handleForm(form, post, async (answers): Promise<Outcome> => {
    const isAdded = await addTask(by, reference, answers);
    return isAdded
      ? { ok: true, redirectTo }
      : { ok: false, message: m.staff_problem_not_found(), status: 404 };
  });
}

/** Marks the task of the post as done or not, and stays on the page. */
export async function pressDone(
  { field }: Press,
  { by, isDone, redirectTo }: { by: Pick<SignedInUser, "id">; isDone: boolean; redirectTo: string },
): Promise<never> {
  await setTaskDone(by, field("task"), isDone);
  throw redirect(redirectTo, 303);
}
