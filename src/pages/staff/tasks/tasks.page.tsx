import { useSearchParams } from "react-router";
import type { Route } from "./+types/tasks.page.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { TaskList } from "#pages/staff/lead/task-list.tsx";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TextField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { tasksPage } from "./tasks.server.ts";

export const loader = tasksPage.loader;
export const action = tasksPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.task_title(), isPrivate: true });

/** Tasks and appointments of one's own or of everybody, and the calendar that shows them. */
export default function TasksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isAll, open, done, deleted, chosen, isGone, view, presses } = loaderData;
  const action = hrefIn(isAll ? paths.staffTasksOfAll() : paths.staffTasks());
  const tabs = [
    { to: paths.staffTasks(), text: m.task_mine(), isCurrent: !isAll },
    { to: paths.staffTasksOfAll(), text: m.task_everybodys(), isCurrent: isAll },
  ];
  if (chosen) return <TaskChange {...{ chosen, actionData, presses }} />;
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <h1 className="text-page-title">{m.task_title()}</h1>
      {isGone && (
        <p className="notice notice--warn" role="status">
          {m.task_problem_ended()}
        </p>
      )}
      <nav aria-label={m.task_title()} className="flex flex-wrap gap-2">
        {tabs.map(({ to, text, isCurrent }) => (
          <Link
            key={to}
            to={to}
            className={`button button--small ${isCurrent ? "button--dark" : "button--ghost"}`}
            aria-current={isCurrent ? "page" : undefined}
          >
            {text}
          </Link>
        ))}
      </nav>
      <div className="card px-6 py-2">
        {open.length === 0 ? (
          <EmptyState title={m.task_none()}>{m.task_none_text()}</EmptyState>
        ) : (
          <TaskList tasks={open} action={action} presses={presses} />
        )}
      </div>
      {presses.task && (
        <section className="card p-6" aria-labelledby="new-task">
          <h2 id="new-task" className="mb-4 text-h3">
            {m.task_add()}
          </h2>
          <PageForm
            key={open.length}
            view={latestView(actionData, view)}
            press={presses.task}
            action={action}
            submit={m.task_save()}
            variant="dark"
          />
        </section>
      )}
      {done.length > 0 && (
        <section className="card px-6 py-4" aria-labelledby="done-tasks">
          <h2 id="done-tasks" className="text-h3">
            {m.task_done_lately()}
          </h2>
          <TaskList tasks={done} action={action} presses={presses} />
        </section>
      )}
      {deleted.length > 0 && (
        <section className="card px-6 py-4" aria-labelledby="deleted-tasks">
          <h2 id="deleted-tasks" className="text-h3">
            {m.task_deleted_lately()}
          </h2>
          <TaskList tasks={deleted} action={action} presses={presses} />
        </section>
      )}
      <Calendar {...loaderData} />
    </div>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

/** The form of one task, and the button that deletes it. */
function TaskChange(props: {
  chosen: NonNullable<Loaded["chosen"]>;
  actionData: Route.ComponentProps["actionData"];
  presses: Loaded["presses"];
}) {
  const { chosen, actionData, presses } = props;
  const { id, title, view, lead } = chosen;
  const action = hrefIn(paths.staffTask(id));
  const backTo = lead ? paths.lead(lead.reference) : paths.staffTasks();
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div className="grid gap-2">
        <Link className="small" to={backTo}>
          {lead ? lead.name : m.task_title()}
        </Link>
        <h1 className="text-page-title wrap-anywhere">{m.task_change_which({ title })}</h1>
      </div>
      {presses["change-task"] && (
        <section className="card p-6">
          <PageForm
            view={latestView(actionData, view)}
            press={presses["change-task"]}
            action={action}
            hidden={{ task: id }}
            submit={m.task_change_save()}
            variant="dark"
          />
        </section>
      )}
      <CommandForm press={presses["delete-task"]} action={action} fields={{ task: id }}>
        <p className="small muted mb-3">{m.task_delete_text()}</p>
        <Button type="submit" variant="ghost">
          {m.task_delete()}
        </Button>
      </CommandForm>
    </div>
  );
}

/** The address that a calendar program subscribes to. */
function Calendar({ feed, presses }: Pick<Loaded, "feed" | "presses">) {
  const [query] = useSearchParams();
  if (feed === null) return null;
  return (
    <section id="calendar" className="card grid gap-4 p-6" aria-labelledby="calendar-title">
      <h2 id="calendar-title" className="text-h3">
        {m.task_calendar()}
      </h2>
      <p className="muted">{m.task_calendar_text()}</p>
      {query.get("done") === "renewed" && (
        <p className="notice notice--ok" role="status">
          {m.task_calendar_renewed()}
        </p>
      )}
      <TextField name="feed" label={m.task_calendar_address()} value={feed} readOnly />
      <CommandForm press={presses["renew-calendar"]} action={hrefIn(paths.staffTasks())}>
        <Button type="submit" variant="ghost">
          {m.task_calendar_renew()}
        </Button>
      </CommandForm>
    </section>
  );
}
