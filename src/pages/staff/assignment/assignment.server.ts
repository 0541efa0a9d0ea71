import { data } from "react-router";
import { assigneeForm, assignmentMethodForm } from "#domain/lead/assignment.form.ts";
import {
  listAssignees,
  readWorkHours,
  readAssignmentMethod,
  saveAssignee,
  setAssignmentMethod,
} from "#domain/lead/assignment-settings.server.ts";
import { readMoment } from "#domain/lead/assign-by-rule.server.ts";
import {
  type AssigneeRules,
  isAbsent,
  minutesUntilWork,
  WORK_DAYS,
} from "#domain/lead/assignment.ts";
import { kindWord, languageWord } from "#domain/lead/lead-words.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isDayHours } from "#values/day-hours.ts";
import { formatDate, formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

const saved = () => `${hrefIn(paths.staffAssignment())}?done=saved`;

export const assignmentPage = definePage({
  address: "/staff/assignment",
  read: "seeTeamRules",
  async load({ request }, { visitor }) {
    const { locale } = visitor;
    const [method, assignees] = await Promise.all([readAssignmentMethod(), listAssignees()]);
    const chosen = new URL(request.url).searchParams.get("member");
    const member = assignees.find(({ id }) => id === chosen);
    return {
      methodView: showForm(assignmentMethodForm, visitor, { method }),
      team: assignees.map(({ id, name, rules }) => ({
        id,
        name,
        ...describeRules(rules, locale),
      })),
      member: member
        ? {
            id: member.id,
            name: member.name,
            view: showForm(assigneeForm, visitor, refill(member.rules)),
          }
        : null,
    };
  },
  commands: defineCommands<PageSubject>()({
    "assignment-method": {
      may: "changeTeamRules",
      run: ({ post }, { by }) =>
        handleForm(assignmentMethodForm, post, async ({ method }): Promise<Outcome> => {
          await setAssignmentMethod(by, method);
          return { ok: true, redirectTo: saved() };
        }),
    },
    assignee: {
      may: "changeTeamRules",
      run: ({ post, field }, { by }) =>
        handleForm(assigneeForm, post, async (answers): Promise<Outcome> => {
          const { absentFrom, absentUntil } = answers;
          if (absentFrom && absentUntil && absentUntil < absentFrom)
            return { ok: false, fieldErrors: [{ question: "absentUntil", code: "before" }] };
          const hours = readWorkHours(answers);
          const wrong = WORK_DAYS.filter((_, at) => !isDayHours(hours[at] ?? ""));
          if (wrong.length > 0)
            return {
              ok: false,
              fieldErrors: wrong.map((question) => ({ question, code: "hours" as const })),
            };
          if (!(await saveAssignee(by, field("member"), answers)))
            throw data({ code: "no_such_account" }, { status: 404 });
          return { ok: true, redirectTo: saved() };
        }),
    },
  }),
});

function refill(rules: AssigneeRules) {
  return {
    getsLeads: rules.getsLeads ? ("yes" as const) : ("no" as const),
    languages: rules.languages.join(","),
    provinces: rules.provinces.join(","),
    kinds: rules.kinds.join(","),
    mostOpen: rules.mostOpen ?? undefined,
    absentFrom: rules.absentFrom ?? undefined,
    absentUntil: rules.absentUntil ?? undefined,
    ...Object.fromEntries(WORK_DAYS.map((name, at) => [name, rules.workHours[at]])),
  };
}

/** What somebody gets, in one line, and whether they are away today. */
function describeRules(rules: AssigneeRules, locale: Locale) {
  const kinds = rules.kinds.map((kind) => kindWord(kind, locale));
  const languages = rules.languages.map((code) => languageWord(code, locale));
  const lists = [languages, [...rules.provinces], kinds].filter((list) => list.length > 0);
  const gets = lists.map((list) => list.join(", "));
  const limit =
    rules.mostOpen === null
      ? []
      : [m.assignment_limit({ count: formatNumber(rules.mostOpen, locale) }, { locale })];
  const parts = gets.length > 0 ? gets : [m.assignment_all_leads({}, { locale })];
  const moment = readMoment(now());
  const isAway = isAbsent(rules, moment.day);
  return {
    getsLeads: rules.getsLeads,
    isAbsent: isAway,
    isOff: !isAway && rules.getsLeads && minutesUntilWork(rules, moment) !== 0,
    gets: rules.getsLeads ? [...parts, ...limit].join(" · ") : null,
    absence: describeAbsence(rules, locale),
  };
}

function describeAbsence({ absentFrom, absentUntil }: AssigneeRules, locale: Locale) {
  const say = (day: string) => formatDate(day, locale);
  if (absentFrom && absentUntil)
    return m.assignment_absence({ from: say(absentFrom), until: say(absentUntil) }, { locale });
  if (absentFrom) return m.assignment_absence_open({ from: say(absentFrom) }, { locale });
  if (absentUntil) return m.assignment_absence_until({ until: say(absentUntil) }, { locale });
  return null;
}
