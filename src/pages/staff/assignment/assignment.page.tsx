import { useSearchParams } from "react-router";
import type { Route } from "./+types/assignment.page.ts";
import { m } from "#messages/messages.js";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { paths } from "#site/paths.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { assignmentPage } from "./assignment.server.ts";

export const loader = assignmentPage.loader;
export const action = assignmentPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.assignment_title(), isPrivate: true });

/** How new leads are given out, and who gets which of them. */
export default function AssignmentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { methodView, member, presses } = loaderData;
  const [query] = useSearchParams();
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.assignment_title()}</h1>
        <p className="muted mt-2">{m.assignment_text()}</p>
      </div>
      {query.get("done") === "saved" && !actionData && (
        <p className="notice notice--ok" role="status">
          {m.assignment_saved()}
        </p>
      )}
      {member ? (
        <section className="card p-6" aria-labelledby="assignee">
          <h2 id="assignee" className="mb-4 text-h3 wrap-anywhere">
            {member.name}
          </h2>
          <PageForm
            key={member.id}
            view={latestView(actionData, member.view)}
            press={presses.assignee}
            action={hrefIn(paths.staffAssignee(member.id))}
            hidden={{ member: member.id }}
            submit={m.assignment_save()}
            variant="dark"
          />
        </section>
      ) : (
        <div className="card p-6">
          <PageForm
            view={latestView(actionData, methodView)}
            press={presses["assignment-method"]}
            submit={m.assignment_save()}
            variant="dark"
          />
        </div>
      )}
      <Team {...loaderData} />
    </div>
  );
}

function Team({ team, presses }: Pick<Route.ComponentProps["loaderData"], "team" | "presses">) {
  if (team.length === 0) return <EmptyState title={m.assignment_team_none()} />;
  return (
    <section aria-labelledby="assignment-team">
      <h2 id="assignment-team" className="mb-3 text-h3">
        {m.assignment_team()}
      </h2>
      <ul className="card divide-y divide-border px-6">
        {team.map(({ id, name, getsLeads, isAbsent, isOff, gets, absence }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-4">
            <div className="min-w-0">
              <b className="wrap-anywhere">{name}</b>
              {gets && <span className="small muted block">{gets}</span>}
              {absence && <span className="small muted block">{absence}</span>}
            </div>
            <div className="flex flex-wrap items-center gap-3">
              {isAbsent && <span className="chip chip--warn">{m.assignment_state_absent()}</span>}
              {isOff && <span className="chip">{m.assignment_state_off()}</span>}
              <span className={getsLeads ? "chip chip--ok" : "chip"}>
                {getsLeads ? m.assignment_state_gets() : m.assignment_state_none()}
              </span>
              {presses.assignee && (
                <Link
                  className="button button--ghost button--small"
                  to={paths.staffAssignee(id)}
                  aria-label={m.assignment_change_whose({ name })}
                >
                  {m.assignment_change()}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
