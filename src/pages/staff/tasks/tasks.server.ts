import { redirect } from "react-router";
import { findFeedKey, renewFeed } from "#domain/task/calendar-feed.server.ts";
import { listDeletedTasks, listDoneTasks, listOpenTasks } from "#domain/task/tasks.server.ts";
import { may } from "#domain/identity/permission.ts";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import {
  handleTask,
  handleTaskChange,
  pressDelete,
  pressDone,
  pressPutBack,
  showOpenTask,
  showTaskForm,
  viewTask,
} from "#pages/staff/lead/lead-tasks.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

const DAY_MS = 24 * 60 * 60_000;
/** How long what was done or deleted stays on the page, from where it can be undone. */
const DONE_DAYS = 7;

/** Whose tasks the address asks for. */
const isEverybodys = (request: Request) =>
  new URL(request.url).searchParams.get("of") === "everybody";

const here = (request: Request) =>
  hrefIn(isEverybodys(request) ? paths.staffTasksOfAll() : paths.staffTasks());

const commands = defineCommands<PageSubject>()({
  task: {
    may: "workLeads",
    run: (press, { by }) =>
      handleTask(press, { by, reference: null, redirectTo: here(press.args.request) }),
  },
  "change-task": {
    may: "workLeads",
    run: (press, { by }) =>
      handleTaskChange(press, {
        by,
        id: press.field("task"),
        redirectTo: here(press.args.request),
      }),
  },
  "delete-task": {
    may: "workLeads",
    run: (press, { by }) => pressDelete(press, { by, redirectTo: here(press.args.request) }),
  },
  "task-put-back": {
    may: "workLeads",
    run: (press, { by }) => pressPutBack(press, { by, redirectTo: here(press.args.request) }),
  },
  "task-done": {
    may: "workLeads",
    run: (press, { by }) =>
      pressDone(press, { by, isDone: true, redirectTo: here(press.args.request) }),
  },
  "task-undone": {
    may: "workLeads",
    run: (press, { by }) =>
      pressDone(press, { by, isDone: false, redirectTo: here(press.args.request) }),
  },
  "renew-calendar": {
    may: "workLeads",
    async run(_press, { by }) {
      await renewFeed(by.id);
      throw redirect(`${hrefIn(paths.staffTasks())}?done=renewed#calendar`, 303);
    },
  },
});

export const tasksPage = definePage({
  address: "/staff/tasks",
  read: "seeLeads",
  async load({ request }, { user, visitor }) {
    const { locale, origin } = visitor;
    const isAll = isEverybodys(request);
    const which = isAll ? {} : { forUserId: user.id };
    const since = new Date(now().getTime() - DONE_DAYS * DAY_MS);
    const chosenId = new URL(request.url).searchParams.get("task");
    const [open, done, deleted, view, chosen] = await Promise.all([
      listOpenTasks(which),
      listDoneTasks(since, which),
      listDeletedTasks(since, which),
      showTaskForm(locale, user),
      chosenId === null ? null : showOpenTask(chosenId, locale),
    ]);
    return {
      isAll,
      open: open.map((task) => viewTask(task, locale)),
      /** The task that is being changed. */
      chosen,
      isGone: chosenId !== null && chosen === null,
      deleted: deleted.map((task) => viewTask(task, locale)),
      done: done.map((task) => viewTask(task, locale)),
      view,
      feed: may(user, "workLeads") ? origin + paths.calendarFeed(await findFeedKey(user.id)) : null,
    };
  },
  commands,
});
