import { CalendarClock, CircleCheck, ListTodo, Trash2 } from "lucide-react";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import type { TaskView } from "./lead-tasks.server.ts";

export type TaskPresses = Readonly<
  Record<"task-done" | "task-undone", PressName | null> & {
    /** Where deleted ones are listed. */
    "task-put-back"?: PressName | null;
  }
>;

/** Tasks and appointments, each with the button that says it is done, or that it is not. */
export function TaskList(props: {
  tasks: readonly TaskView[];
  /** The page that the buttons post to. */
  action: string;
  presses: TaskPresses;
}) {
  const { tasks, action, presses } = props;
  return (
    <ul className="divide-y divide-border">
      {tasks.map((task) => (
        <Task key={`${task.id} ${task.state}`} task={task} action={action} presses={presses} />
      ))}
    </ul>
  );
}

const BUTTONS = {
  open: { press: "task-done", text: m.task_do, which: m.task_do_which },
  done: { press: "task-undone", text: m.task_undo, which: m.task_undo_which },
  deleted: { press: "task-put-back", text: m.task_put_back, which: m.task_put_back_which },
} as const;

function Task({ task, action, presses }: { task: TaskView; action: string; presses: TaskPresses }) {
  const { id, title, kind, state, meta, lead } = task;
  const isDeleted = state === "deleted";
  const isEnded = state === "done" || isDeleted;
  const Icon = isDeleted
    ? Trash2
    : isEnded
      ? CircleCheck
      : kind === "appointment"
        ? CalendarClock
        : ListTodo;
  const { press, text, which } = BUTTONS[isDeleted ? "deleted" : isEnded ? "done" : "open"];
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="flex min-w-0 grow basis-56 gap-3">
        <Icon className="icon mt-0.5 size-5 shrink-0" aria-hidden />
        <div className="min-w-0">
          <b className={`wrap-anywhere ${isEnded ? "line-through" : ""}`}>{title}</b>
          <span className="small muted figures block wrap-anywhere">{meta}</span>
          {lead && (
            <Link className="small" to={paths.lead(lead.reference)}>
              {lead.name}
            </Link>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {state === "overdue" && <span className="chip chip--bad">{m.task_overdue()}</span>}
        {state === "today" && <span className="chip chip--warn">{m.task_today()}</span>}
        {!isEnded && presses["task-done"] && (
          <Link
            className="button button--ghost button--small print:hidden"
            to={paths.staffTask(id)}
            aria-label={m.task_change_which({ title })}
          >
            {m.task_change()}
          </Link>
        )}
        <CommandForm
          press={presses[press] ?? null}
          action={action}
          fields={{ task: id }}
          preventScrollReset
          className="print:hidden"
        >
          <Button type="submit" variant="ghost" size="sm" aria-label={which({ title })}>
            {text()}
          </Button>
        </CommandForm>
      </div>
    </li>
  );
}
