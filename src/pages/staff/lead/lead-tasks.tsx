import type { FormResult } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import type { PressName } from "#pages/command/press.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import type { LeadTasksView } from "./lead-tasks.server.ts";
import { TaskList, type TaskPresses } from "./task-list.tsx";

/** What is to be done about the lead, and the form that adds more. */
export function LeadTasks(props: {
  tasks: LeadTasksView;
  action: string;
  presses: TaskPresses & Readonly<Record<"task", PressName | null>>;
  result: FormResult | undefined;
}) {
  const { tasks, action, presses, result } = props;
  const view = latestView(result, tasks.view);
  return (
    <div className="grid gap-3">
      {tasks.tasks.length === 0 ? (
        <p className="small muted">{m.task_none_of_lead()}</p>
      ) : (
        <TaskList tasks={tasks.tasks} action={action} presses={presses} />
      )}
      {presses.task && (
        <details
          key={tasks.tasks.length}
          open={view !== tasks.view}
          className="rounded-md border border-border px-4 py-2 print:hidden"
        >
          <summary className="min-h-11 cursor-pointer content-center font-bold">
            {m.task_add()}
          </summary>
          <PageForm
            view={view}
            press={presses.task}
            action={action}
            submit={m.task_save()}
            variant="dark"
            className="pt-2 pb-3"
            preventScrollReset
          />
        </details>
      )}
    </div>
  );
}
