import { definePageForm } from "#forms/define-form.ts";
import { REMINDERS, TASK_KINDS, TASK_TIMES } from "./task.ts";

type Named = { id: string; name: string };

/** A task or an appointment, of a lead or free. `times` are named in the reader's language. */
export const taskForm = ({
  team,
  times,
  firstDay = 0,
}: {
  team: readonly Named[];
  times: ReadonlyMap<string, string>;
  /** The earliest day, counted from today: that of an overdue task may stay. */
  firstDay?: number;
}) =>
  definePageForm({
    name: "task",
    messagePrefix: "task",
    questions: [
      { kind: "select", name: "taskKind", options: TASK_KINDS, emptyEntry: "none" },
      { kind: "text", name: "title", maxLength: 200 },
      { kind: "day", name: "dueOn", firstDay, lastDay: 731, row: "due" },
      {
        kind: "select",
        name: "dueTime",
        options: TASK_TIMES,
        optionWords: times,
        emptyEntry: "own",
        row: "due",
        optional: true,
      },
      { kind: "text", name: "place", maxLength: 200, optional: true },
      {
        kind: "select",
        name: "forUser",
        options: team.map(({ id }) => id),
        optionWords: new Map(team.map(({ id, name }) => [id, name])),
        emptyEntry: "none",
      },
      { kind: "select", name: "reminder", options: REMINDERS, emptyEntry: "none" },
    ],
  });
