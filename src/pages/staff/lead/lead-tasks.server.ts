import { redirect } from "react-router";
import { listWorkingStaff } from "#domain/lead/assign-lead.server.ts";
import { formatLeadName } from "#domain/lead/lead-words.ts";
import { changeTask, deleteTask, putTaskBack } from "#domain/task/change-task.server.ts";
import { taskForm } from "#domain/task/task.form.ts";
import { type TaskKind, type TaskState, TASK_TIMES, taskState } from "#domain/task/task.ts";
import {
  addTask,
  findOpenTask,
  listDeletedTasks,
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
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
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
  const [open, done, deleted, view] = await Promise.all([
    listOpenTasks({ leadId }),
    listDoneTasks(new Date(0), { leadId }),
    listDeletedTasks(new Date(0), { leadId }),
    showTaskForm(locale, viewer),
  ]);
  const tasks = [...open, ...done, ...deleted].map((task) => ({
    ...viewTask(task, locale),
    lead: null,
  }));
  return { tasks, view };
}

const DAY_MS = 24 * 60 * 60_000;

async function makeForm(locale: Locale, dueOn = today()) {
  const times = new Map(TASK_TIMES.map((time) => [time, formatClock(time, locale)]));
  const firstDay = Math.min(0, (Date.parse(dueOn) - Date.parse(today())) / DAY_MS);
  return { form: taskForm({ team: await listWorkingStaff(), times, firstDay }) };
}

/** The form of a new task: for the viewer, today. */
export async function showTaskForm(locale: Locale, viewer: Pick<SignedInUser, "id">) {
  const { form } = await makeForm(locale);
  return showForm(form, { locale }, { forUser: viewer.id, dueOn: today(), reminder: "none" });
}

/** The form of an open task; null if there is none. */
export async function showOpenTask(id: string, locale: Locale) {
  const task = await findOpenTask(id);
  if (!task) return null;
  const { form } = await makeForm(locale, task.dueOn);
  const { kind, title, place, dueOn, dueTime, forUserId, reminder } = task;
  const view = showForm(
    form,
    { locale },
    {
      taskKind: kind,
      title,
      place: place ?? undefined,
      dueOn,
      dueTime,
      forUser: forUserId ?? undefined,
      reminder,
    },
  );
  return { ...viewTask(task, locale), view };
}

export function viewTask(task: ListedTask, locale: Locale): TaskView {
  const due = task.isWholeDay ? formatDate(task.dueOn, locale) : formatDateTime(task.dueAt, locale);
  const whose = task.forName ?? m.task_for_everybody({}, { locale });
  const ended = task.doneAt
    ? m.task_done_at({ time: formatDateTime(task.doneAt, locale) }, { locale })
    : task.deletedAt
      ? m.task_deleted_at({ time: formatDateTime(task.deletedAt, locale) }, { locale })
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
    meta: [due, task.place, whose, ended].filter(Boolean).join(" · "),
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

/** Changes an open task, and goes back to where it is listed. */
export async function handleTaskChange(
  { post }: Press,
  { by, id, redirectTo }: { by: Pick<SignedInUser, "id">; id: string; redirectTo: string },
) {
  const task = await findOpenTask(id);
  const { form } = await makeForm(post.visitor.locale, task?.dueOn);
  return handleForm(form, post, async (answers): Promise<Outcome> => {
    const isChanged = await changeTask(by, id, answers);
    return isChanged
      ? { ok: true, redirectTo: task?.reference ? leadHref(task.reference) : redirectTo }
      : { ok: false, message: m.task_problem_ended(), status: 409 };
  });
}

const leadHref = (reference: string) => hrefIn(paths.lead(reference));

export async function pressDelete(
  { field }: Press,
  { by, redirectTo }: { by: Pick<SignedInUser, "id">; redirectTo: string },
): Promise<never> {
  const task = await findOpenTask(field("task"));
  await deleteTask(by, field("task"));
  throw redirect(task?.reference ? leadHref(task.reference) : redirectTo, 303);
}

export async function pressPutBack(
  { field }: Press,
  { by, redirectTo }: { by: Pick<SignedInUser, "id">; redirectTo: string },
): Promise<never> {
  await putTaskBack(by, field("task"));
  throw redirect(redirectTo, 303);
}

/** Marks the task of the post as done or not, and stays on the page. */
export async function pressDone(
  { field }: Press,
  { by, isDone, redirectTo }: { by: Pick<SignedInUser, "id">; isDone: boolean; redirectTo: string },
): Promise<never> {
  await setTaskDone(by, field("task"), isDone);
  throw redirect(redirectTo, 303);
}
