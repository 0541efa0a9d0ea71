import { useSearchParams } from "react-router";
import { m } from "#messages/messages.js";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/roles.page.ts";
import { rolesPage } from "./roles.server.ts";

export const loader = rolesPage.loader;
export const action = rolesPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.access_title(), isPrivate: true });

type Loaded = Route.ComponentProps["loaderData"];

/** What each role of the staff may do. */
export default function RolesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { roles, chosen, history, presses, seesPeople } = loaderData;
  const [query] = useSearchParams();
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.access_title()}</h1>
        <p className="muted mt-2">{m.access_text()}</p>
        <p className="muted mt-2">{m.access_fresh_factor()}</p>
        <p className="mt-2 flex flex-wrap gap-4">
          {seesPeople && <Link to={paths.staffPeople()}>{m.access_people_link()}</Link>}
          <Link to={paths.staffAccess()}>{m.access_day_title()}</Link>
        </p>
      </div>
      {query.get("done") === "saved" && !actionData && (
        <p className="notice notice--ok" role="status">
          {m.access_saved()}
        </p>
      )}
      {chosen && presses["role-abilities"] && (
        <section className="card p-6" aria-labelledby="chosen-role">
          <h2 id="chosen-role" className="mb-4 text-h3">
            {chosen.name}
          </h2>
          <PageForm
            key={chosen.role}
            view={latestView(actionData, chosen.view)}
            press={presses["role-abilities"]}
            action={hrefIn(paths.staffRole(chosen.role))}
            hidden={{ role: chosen.role }}
            submit={m.access_save()}
            variant="dark"
          />
        </section>
      )}
      {roles.map(({ role, name, people, onlyReads, mayChange, abilities }) => (
        <section key={role} id={role} className="card p-6" aria-labelledby={`${role}-title`}>
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div>
              <h2 id={`${role}-title`} className="text-h3">
                {name}
              </h2>
              <p className="small muted">{people}</p>
            </div>
            {mayChange && (
              <Link
                className="button button--ghost button--small"
                to={paths.staffRole(role)}
                aria-label={m.access_change_whose({ name })}
              >
                {m.access_change()}
              </Link>
            )}
          </div>
          {onlyReads && <p className="muted mt-2">{m.access_only_reads()}</p>}
          {abilities.length > 0 && (
            <ul className="mt-3 list-disc pl-5">
              {abilities.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
      <History history={history} />
    </div>
  );
}

function History({ history }: Pick<Loaded, "history">) {
  return (
    <section className="card p-6" aria-labelledby="history-title">
      <h2 id="history-title" className="text-h3">
        {m.access_history()}
      </h2>
      {history.length === 0 && <p className="muted mt-2">{m.access_history_none()}</p>}
      <ul className="divide-y divide-border">
        {history.map(({ position, role, name, given, taken, who }) => (
          <li key={`${position} ${role}`} className="grid gap-1 py-3">
            <b>{name}</b>
            {given && <span>{m.access_history_given({ list: given })}</span>}
            {taken && <span>{m.access_history_taken({ list: taken })}</span>}
            <span className="small muted">{who}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
