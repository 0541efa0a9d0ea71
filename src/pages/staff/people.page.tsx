import { useSearchParams } from "react-router";
import type { Route } from "./+types/people.page.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { latestView } from "#pages/form/page-form.tsx";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDateTime, formatNumber } from "#values/format.ts";
import { peoplePage, type PeopleView } from "./people.server.ts";
import { EndEverybodysSessions, EndSessions } from "./end-sessions.tsx";
import { FindByEmail } from "./find-by-email.tsx";
import { PersonLink } from "./person-link.tsx";
import { RoleForm } from "./role-form.tsx";

export const loader = peoplePage.loader;
export const action = peoplePage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.people_title(), isPrivate: true });

/** The roles of accounts: an administrator finds an account by its e-mail and changes its role. */
export default function PeoplePage({ loaderData, actionData }: Route.ComponentProps) {
  const { found, obstacle, roleView, needsEnrolment, team, changes } = loaderData;
  const { acceptedTerms, sessions, endSessionsView, endEverybodysView, presses } = loaderData;
  const [query] = useSearchParams();
  const nobody = actionData && "email" in actionData ? actionData.email : null;
  const link = actionData && "link" in actionData ? actionData.link : null;
  const result = actionData && "ok" in actionData ? actionData : undefined;
  const done = describeDone(query);
  const email = nobody ?? found?.email ?? "";
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.people_title()}</h1>
        <p className="muted mt-2">{m.people_text()}</p>
        <p className="mt-2">
          <Link to={paths.staffRoles()}>{m.people_roles_link()}</Link>
        </p>
      </div>
      {done !== null && !actionData && (
        <p className="notice notice--ok" role="status">
          {done}
        </p>
      )}
      <FindByEmail
        key={email}
        id="find-person"
        title={m.people_find()}
        action={hrefIn(paths.staffPeople())}
        button={m.people_find_button()}
        type="email"
        label={m.people_email()}
        defaultValue={email}
      />
      {nobody && <p className="notice notice--warn">{m.people_none({ email: nobody })}</p>}
      {found && !nobody && (
        <RoleForm
          key={`${found.id} ${found.role}`}
          person={found}
          obstacle={obstacle}
          view={roleView && latestView(result, roleView)}
          press={presses.role}
        />
      )}
      {found && !nobody && <AcceptedTerms lines={acceptedTerms} />}
      {found && !nobody && needsEnrolment && presses.enrol && (
        <Enrolment userId={found.id} link={link} press={presses.enrol} />
      )}
      {found && !nobody && presses["end-sessions"] && (
        <EndSessions
          key={`sessions ${found.id}`}
          userId={found.id}
          count={sessions}
          view={latestView(result, endSessionsView)}
          press={presses["end-sessions"]}
        />
      )}
      <Team team={team} />
      <Changes changes={changes} />
      {presses["end-all-sessions"] && (
        <EndEverybodysSessions
          view={latestView(result, endEverybodysView)}
          press={presses["end-all-sessions"]}
          isOpen={result?.ok === false && result.view.form === endEverybodysView.form}
        />
      )}
    </div>
  );
}

/** What was done before the redirect to this page; null if nothing was. */
function describeDone(query: URLSearchParams): string | null {
  const accounts = Number(query.get("accounts") ?? 0);
  switch (query.get("done")) {
    case "changed":
      return m.people_changed();
    case "signed_out":
      return m.people_end_sessions_done();
    case "all_signed_out":
      return m.people_end_all_done({ accounts: formatNumber(accounts, getLocale()) });
    default:
      return null;
  }
}

function AcceptedTerms({ lines }: { lines: readonly string[] }) {
  return (
    <section className="card p-6" aria-labelledby="accepted-terms">
      <h2 id="accepted-terms" className="text-h3">
        {m.terms_accepted_by_person()}
      </h2>
      <ul className="mt-2">
        {(lines.length > 0 ? lines : [m.terms_accepted_none()]).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The link is only in the response to the post: anybody who has it can set up this person's factor.
 */
function Enrolment(props: { userId: string; link: string | null; press: PressName }) {
  const { userId, link, press } = props;
  return (
    <section className="card p-6" aria-labelledby="enrolment">
      <h2 id="enrolment" className="text-h3">
        {m.people_enrolment()}
      </h2>
      <p className="muted mt-2">{m.people_enrolment_text()}</p>
      {link === null ? (
        <CommandForm press={press} fields={{ userId }} className="mt-4">
          <Button type="submit" variant="dark">
            {m.people_enrolment_button()}
          </Button>
        </CommandForm>
      ) : (
        <div role="status" className="notice notice--ok mt-4 block">
          <p>{m.people_enrolment_made()}</p>
          <p className="mt-2 font-mono wrap-anywhere">{link}</p>
        </div>
      )}
    </section>
  );
}

function Team({ team }: Pick<PeopleView, "team">) {
  return (
    <section className="card p-6" aria-labelledby="team">
      <h2 id="team" className="text-h3">
        {m.people_team()}
      </h2>
      <ul className="divide-y divide-border">
        {team.map(({ id, name, email, roleName, hasSecondFactor }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <PersonLink id={id} name={name} email={email} />
            <p className="flex flex-wrap gap-2">
              <span className="chip chip--info">{roleName}</span>
              <span className={`chip ${hasSecondFactor ? "chip--ok" : "chip--warn"}`}>
                {hasSecondFactor ? m.people_second_factor_on() : m.people_second_factor_off()}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Changes({ changes }: Pick<PeopleView, "changes">) {
  const locale = getLocale();
  return (
    <section className="card p-6" aria-labelledby="role-changes">
      <h2 id="role-changes" className="text-h3">
        {m.people_changes()}
      </h2>
      {changes.length === 0 && <p className="muted mt-2">{m.people_changes_none()}</p>}
      <ul className="divide-y divide-border">
        {changes.map(
          ({ id, at, name, email, fromRoleName, toRoleName, dealershipName, reason, byName }) => (
            <li key={id} className="py-3">
              <b>{name}</b> <span className="small muted wrap-anywhere">{email}</span>
              <p className="small">
                {m.people_change({ from: fromRoleName, to: toRoleName })}
                {dealershipName && ` (${dealershipName})`}
              </p>
              {reason && <p className="small wrap-anywhere">{reason}</p>}
              <p className="small muted">
                {byName
                  ? m.people_change_by({ time: formatDateTime(at, locale), name: byName })
                  : m.people_change_by_operator({ time: formatDateTime(at, locale) })}
              </p>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
