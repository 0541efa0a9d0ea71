import type { ReactNode } from "react";
import type { Route } from "./+types/my-day.page.ts";
import { m } from "#messages/messages.js";
import { TaskList } from "#pages/staff/lead/task-list.tsx";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { myDayPage } from "./my-day.server.ts";

export const loader = myDayPage.loader;
export const action = myDayPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.day_title(), isPrivate: true });

/** What waits for the person today, the most urgent first. */
export default function MyDayPage({ loaderData }: Route.ComponentProps) {
  const { stepsLeft, firstName, overdue, due, done, own, free, presses } = loaderData;
  // Without "index" a post goes to the layout around the page.
  const action = `${hrefIn(paths.staff())}?index`;
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.day_title()}</h1>
        <p className="muted mt-2">{m.day_text({ name: firstName })}</p>
      </div>
      {stepsLeft > 0 && (
        <section className="notice block" aria-label={m.check_list_title()}>
          <h2 className="text-h3">{m.check_list_title()}</h2>
          <p className="mt-1">{m.check_list_text({ count: stepsLeft })}</p>
          <Link className="mt-2 inline-block" to={paths.staffCheckList()}>
            {m.check_list_open()}
          </Link>
        </section>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Part title={m.day_overdue()} count={overdue.count} empty={m.day_overdue_none()}>
          <LeadList list={overdue} chip="chip--bad" />
        </Part>
        <Part
          title={m.day_tasks()}
          count={String(due.length)}
          empty={m.day_tasks_none()}
          more={{ to: paths.staffTasks(), text: m.day_tasks_all() }}
        >
          {due.length > 0 && <TaskList tasks={due} action={action} presses={presses} />}
        </Part>
        <Part title={m.day_own()} count={own.count} empty={m.day_own_none()}>
          <LeadList list={own} chip="chip--info" />
        </Part>
        <Part
          title={m.day_free()}
          count={free.count}
          empty={m.day_free_none()}
          more={{ to: paths.leads(), text: m.staff_all_leads() }}
        >
          <LeadList list={free} chip="" />
        </Part>
        {done.length > 0 && (
          <Part title={m.day_done()} count={String(done.length)} empty="">
            <TaskList tasks={done} action={action} presses={presses} />
          </Part>
        )}
      </div>
    </div>
  );
}

function Part(props: {
  title: string;
  count: string;
  /** What to say if there is nothing. */
  empty: string;
  more?: { to: string; text: string };
  children: ReactNode;
}) {
  const { title, count, empty, more, children } = props;
  const isEmpty = count === "0";
  return (
    <section className="card px-6 py-5" aria-label={title}>
      <h2 className="mb-2 flex items-baseline gap-2 text-h3">
        {title}
        {!isEmpty && <span className="muted figures text-label">{count}</span>}
      </h2>
      {isEmpty ? <p className="muted">{empty}</p> : children}
      {more && (
        <Link className="small mt-3 inline-block py-1" to={more.to}>
          {more.text}
        </Link>
      )}
    </section>
  );
}

type Listed = Route.ComponentProps["loaderData"]["own"];

function LeadList({ list, chip }: { list: Listed; chip: string }) {
  return (
    <ul className="divide-y divide-border">
      {list.leads.map(({ reference, name, text, beside }) => (
        <li key={reference} className="flex flex-wrap items-center justify-between gap-x-3 py-3">
          <div className="min-w-0">
            <Link className="font-bold wrap-anywhere" to={paths.lead(reference)}>
              {name}
            </Link>
            <span className="small muted block">{text}</span>
          </div>
          <span className={`chip figures ${chip}`}>{beside}</span>
        </li>
      ))}
    </ul>
  );
}
