import { CalendarClock, CircleCheck, ListTodo } from "lucide-react";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import type { TaskView } from "./lead-tasks.server.ts";

export type TaskPresses = Readonly<Record<"task-done" | "task-undone", PressName | null>>;

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

function Task({ task, action, presses }: { task: TaskView; action: string; presses: TaskPresses }) {
  const { id, title, kind, state, meta, lead } = task;
  const isDone = state === "done";
  const Icon = isDone ? CircleCheck : kind === "appointment" ? CalendarClock : ListTodo;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="flex min-w-0 flex-1 gap-3">
        <Icon className="icon mt-0.5 size-5 shrink-0" aria-hidden />
        <div className="min-w-0">
          <b className={`wrap-anywhere ${isDone ? "line-through" : ""}`}>{title}</b>
          <span className="small muted figures block wrap-anywhere">{meta}</span>
          {lead && (
            <Link className="small" to={paths.lead(lead.reference)}>
              {lead.name}
            </Link>
          )}
        </div>
      </div>
      <div className="flex items-center gap-3">
        {state === "overdue" && <span className="chip chip--bad">{m.task_overdue()}</span>}
        {state === "today" && <span className="chip chip--warn">{m.task_today()}</span>}
        <CommandForm
          press={isDone ? presses["task-undone"] : presses["task-done"]}
          action={action}
          fields={{ task: id }}
          preventScrollReset
          className="print:hidden"
        >
          <Button
            type="submit"
            variant="ghost"
            size="sm"
            aria-label={isDone ? m.task_undo_which({ title }) : m.task_do_which({ title })}
          >
            {isDone ? m.task_undo() : m.task_do()}
          </Button>
        </CommandForm>
      </div>
    </li>
  );
}
