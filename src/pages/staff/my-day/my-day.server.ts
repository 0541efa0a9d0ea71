import { may } from "#domain/identity/permission.ts";
import { findMyDay } from "#domain/lead/my-day.server.ts";
import { formatLeadName, formatLocation, kindWord, statusWord } from "#domain/lead/lead-words.ts";
import { listDoneTasks, listOpenTasks } from "#domain/task/tasks.server.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { listSteps } from "#pages/staff/check-list/check-list.server.ts";
import { pressDone, viewTask } from "#pages/staff/lead/lead-tasks.server.ts";
import { now, today } from "#platform/clock/clock.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { calendarDay, formatDateTime, formatNumber, formatTimeAgo } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

type FoundLeads = Awaited<ReturnType<typeof findMyDay>>["own"];

const DAY_MS = 24 * 60 * 60_000;

export const myDayPage = definePage({
  address: "/staff",
  read: "seeLeads",
  async load(_args, { user, visitor }) {
    const { locale } = visitor;
    const forUserId = user.id;
    const seesCheckList = may(user, "seeSettings");
    const [day, open, done, steps] = await Promise.all([
      findMyDay(user.id),
      listOpenTasks({ forUserId }),
      listDoneTasks(new Date(now().getTime() - DAY_MS), { forUserId }),
      seesCheckList ? listSteps(visitor) : [],
    ]);
    return {
      /** Until everything is ready for the first customer. */
      stepsLeft: steps.filter(({ isDone }) => !isDone).length,
      firstName: user.name.split(" ")[0] ?? user.name,
      overdue: viewLeads(day.overdue, locale, "due"),
      own: viewLeads(day.own, locale, "stage"),
      free: viewLeads(day.free, locale, "age"),
      due: open.map((task) => viewTask(task, locale)).filter(({ state }) => state !== "later"),
      done: done
        .filter(({ doneAt }) => doneAt && calendarDay(doneAt) === today())
        .map((task) => viewTask(task, locale)),
    };
  },
  commands: defineCommands<PageSubject>()({
    "task-done": {
      may: "workLeads",
      run: (press, { by }) =>
        pressDone(press, { by, isDone: true, redirectTo: hrefIn(paths.staff()) }),
    },
    "task-undone": {
      may: "workLeads",
      run: (press, { by }) =>
        pressDone(press, { by, isDone: false, redirectTo: hrefIn(paths.staff()) }),
    },
  }),
});

/** A short list of leads, with what counts in it said beside each. */
function viewLeads({ leads, count }: FoundLeads, locale: Locale, beside: "due" | "stage" | "age") {
  const at = now();
  const say = (lead: FoundLeads["leads"][number]) => {
    if (beside === "due" && lead.dueAt)
      return m.day_was_due({ time: formatDateTime(lead.dueAt, locale) }, { locale });
    if (beside === "stage") return statusWord(lead.status, locale);
    return m.day_age({ ago: formatTimeAgo(lead.receivedAt, at, locale) }, { locale });
  };
  return {
    count: formatNumber(count, locale),
    leads: leads.map((lead) => ({
      reference: lead.reference,
      name: formatLeadName(lead, locale),
      text: [kindWord(lead.kind, locale), formatLocation(lead)].filter(Boolean).join(" · "),
      beside: say(lead),
    })),
  };
}
