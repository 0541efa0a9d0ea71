import type { Route } from "./+types/team.page.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { paths } from "#site/paths.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDate, formatDateTime } from "#values/format.ts";
import { teamPage } from "./team.server.ts";

export const loader = teamPage.loader;
export const action = teamPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.dealer_team_title(), isPrivate: true });

type Loaded = Route.ComponentProps["loaderData"];

/** Who works for the dealership, as what; its owner invites, changes and removes. */
export default function TeamPage({ loaderData, actionData }: Route.ComponentProps) {
  const { dealership, done, team, chosen, invitations, inviteView, presses } = loaderData;
  const made = actionData && "link" in actionData ? actionData : null;
  const result = actionData && "ok" in actionData ? actionData : undefined;
  const doneText = actionData ? undefined : DONE.get(done ?? "");
  return (
    <div className="grid gap-6">
      <div>
        <h1 className="text-page-title">{m.dealer_team_title()}</h1>
        <p className="muted mt-2">{m.dealer_team_text({ dealership })}</p>
      </div>
      {doneText && (
        <p className="notice notice--ok" role="status">
          {doneText()}
        </p>
      )}
      {made && (
        <div role="status" className="notice notice--ok block">
          <p>
            {made.code === "invited" ? m.dealer_team_invited() : m.dealer_team_enrolment_made()}
          </p>
          <p className="mt-2 font-mono wrap-anywhere">{made.link}</p>
        </div>
      )}
      <Roster team={team} mayChange={presses["colleague-role"] !== null} />
      {chosen && presses["colleague-role"] && (
        <section className="card grid gap-6 p-6" aria-labelledby="colleague">
          <h2 id="colleague" className="text-h3 wrap-anywhere">
            {m.dealer_team_change({ name: chosen.name })}
          </h2>
          <PageForm
            key={`role ${chosen.id}`}
            view={latestView(result, chosen.roleView)}
            press={presses["colleague-role"]}
            action={hrefIn(paths.dealerColleague(chosen.id))}
            hidden={{ colleague: chosen.id }}
            submit={m.dealer_team_role_save()}
            variant="dark"
          />
          {chosen.needsFactor && (
            <CommandForm
              press={presses.enrol}
              action={hrefIn(paths.dealerColleague(chosen.id))}
              fields={{ colleague: chosen.id }}
              className="border-t border-border pt-5"
            >
              <p className="muted mb-3">{m.dealer_team_enrolment_text()}</p>
              <Button type="submit" variant="ghost">
                {m.dealer_team_enrolment()}
              </Button>
            </CommandForm>
          )}
          <div className="border-t border-border pt-5">
            <h3 className="mb-3 text-lead">{m.dealer_team_remove_title()}</h3>
            <PageForm
              key={`remove ${chosen.id}`}
              view={latestView(result, chosen.removeView)}
              press={presses["remove-colleague"]}
              action={hrefIn(paths.dealerColleague(chosen.id))}
              hidden={{ colleague: chosen.id }}
              submit={m.dealer_team_remove()}
              variant="ghost"
            />
          </div>
        </section>
      )}
      {presses["invite-colleague"] && (
        <section className="card p-6" aria-labelledby="invite">
          <h2 id="invite" className="text-h3">
            {m.dealer_team_invite_title()}
          </h2>
          <p className="muted mt-2 mb-4">{m.dealer_team_invite_text()}</p>
          <PageForm
            view={latestView(result, inviteView)}
            press={presses["invite-colleague"]}
            action={hrefIn(paths.dealerTeam())}
            submit={m.dealer_team_invite()}
            variant="dark"
          />
        </section>
      )}
      <Invitations invitations={invitations} press={presses.revoke} />
      <section className="card p-6" aria-labelledby="team-roles">
        <h2 id="team-roles" className="text-h3">
          {m.dealer_team_roles_title()}
        </h2>
        <dl className="mt-3 grid gap-2 sm:grid-cols-[10rem_1fr]">
          {loaderData.roles.map(({ role, name, may }) => (
            <div key={role} className="contents">
              <dt className="font-bold">{name}</dt>
              <dd className="muted">{may}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

const DONE: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    role: m.dealer_team_role_saved,
    removed: m.dealer_team_removed,
    revoked: m.dealer_team_revoked,
    not_open: m.dealer_team_not_open,
  }),
);

function Roster({ team, mayChange }: Pick<Loaded, "team"> & { mayChange: boolean }) {
  const locale = getLocale();
  return (
    <ul className="card divide-y divide-border px-6">
      {team.map(({ id, name, email, roleName, isSelf, joinedAt, listings, hasSecondFactor }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-4">
          <div className="min-w-0">
            <b className="wrap-anywhere">{name}</b>{" "}
            {isSelf && <span className="muted">{m.dealer_team_self()}</span>}
            <p className="small muted wrap-anywhere">{email}</p>
            <p className="fine-print muted">
              {m.dealer_team_since({ date: formatDate(joinedAt, locale) })}
              {" · "}
              {listings === 1
                ? m.dealer_team_one_listing()
                : m.dealer_team_listings({ count: listings })}
            </p>
          </div>
          <p className="flex flex-wrap items-center gap-2">
            <span className="chip chip--info">{roleName}</span>
            {!hasSecondFactor && (
              <span className="chip chip--warn">{m.people_second_factor_off()}</span>
            )}
            {mayChange && !isSelf && (
              <Link
                className={buttonClass({ variant: "ghost", size: "sm" })}
                to={paths.dealerColleague(id)}
                aria-label={m.dealer_team_change({ name })}
              >
                {m.dealer_team_edit()}
              </Link>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Invitations({
  invitations,
  press,
}: Pick<Loaded, "invitations"> & { press: Loaded["presses"]["revoke"] }) {
  const locale = getLocale();
  if (invitations.length === 0) return null;
  return (
    <section className="card px-6 pt-6" aria-labelledby="invitations">
      <h2 id="invitations" className="text-h3">
        {m.dealer_team_open_title()}
      </h2>
      <ul className="divide-y divide-border">
        {invitations.map(({ id, name, roleName, byName, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-4">
            <div className="min-w-0">
              <b className="wrap-anywhere">{name}</b> <span className="chip">{roleName}</span>
              <p className="small muted">
                {m.dealer_team_open_until({
                  time: formatDateTime(expiresAt, locale),
                  name: byName ?? "",
                })}
              </p>
            </div>
            <CommandForm
              press={press}
              action={hrefIn(paths.dealerTeam())}
              fields={{ invitation: id }}
            >
              <Button
                type="submit"
                variant="ghost"
                size="sm"
                aria-label={m.dealer_team_revoke_which({ name })}
              >
                {m.dealer_team_revoke()}
              </Button>
            </CommandForm>
          </li>
        ))}
      </ul>
    </section>
  );
}
