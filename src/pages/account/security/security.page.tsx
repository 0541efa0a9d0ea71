import { Form } from "react-router";
import type { Route } from "./+types/security.page.ts";
import type { FormView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { latestView } from "#pages/form/page-form.tsx";
import { type PageArgs, privateHeaders } from "#pages/session/guards.server.ts";
import { SharedComputerForm } from "#pages/session/shared-computer-form.tsx";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { SectionCard } from "#ui/section-card.tsx";
import { handleSecurity, loadSecurity } from "./security.server.ts";

export function loader(args: PageArgs) {
  return loadSecurity(args);
}

export function action(args: PageArgs) {
  return handleSecurity(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_section_security(), isPrivate: true });

export default function SecurityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasPassword, hasSecondFactor, mustSetUpSecondFactor, google } = loaderData;
  const { changePassword, changeEmail, tieGoogle, untieGoogle, endSessions } = loaderData.forms;
  return (
    <>
      <SectionCard title={m.account_second_factor()} text={m.account_second_factor_text()}>
        {mustSetUpSecondFactor && (
          <p className="notice notice--warn mb-4">{m.account_second_factor_required()}</p>
        )}
        <p>
          <span className={`chip ${hasSecondFactor ? "chip--ok" : ""}`}>
            {hasSecondFactor ? m.account_on() : m.account_off()}
          </span>
        </p>
        <Link className="button button--ghost mt-4" to={paths.secondFactor()}>
          {hasSecondFactor ? m.account_second_factor_manage() : m.account_second_factor_set_up()}
        </Link>
      </SectionCard>
      {hasPassword ? (
        <SectionCard title={m.account_password_change_title()}>
          <AccountForm
            view={latestView(actionData, changePassword)}
            email={email}
            submit={m.account_password_change()}
          />
        </SectionCard>
      ) : (
        <SectionCard title={m.account_password_label()} text={m.account_password_none()}>
          <Link className="button button--ghost" to={paths.forgotPassword()}>
            {m.account_password_set()}
          </Link>
        </SectionCard>
      )}
      <SectionCard title={m.account_email_change_title()} text={m.account_email_change_text()}>
        <p className="mb-4 wrap-anywhere">{m.account_email_now({ email })}</p>
        <AccountForm
          view={latestView(actionData, changeEmail)}
          email={email}
          submit={m.account_email_change()}
        />
      </SectionCard>
      {google && (
        <SectionCard title={m.account_google_title()} text={m.account_google_text()}>
          {google.isTied ? (
            <AccountForm
              view={latestView(actionData, untieGoogle)}
              email={email}
              variant="ghost"
              submit={m.account_google_untie()}
            />
          ) : (
            <AccountForm
              view={latestView(actionData, tieGoogle)}
              email={email}
              variant="ghost"
              submit={m.account_google_tie()}
            />
          )}
        </SectionCard>
      )}
      <SectionCard title={m.account_sessions()} text={m.account_sessions_text()}>
        <SessionList sessions={loaderData.sessions} endAll={endSessions} />
      </SectionCard>
      <SectionCard title={m.shared_computer_title()} text={m.shared_computer_text()}>
        <SharedComputerForm />
      </SectionCard>
    </>
  );
}

type SessionView = { id: string; browser: string | null; seen: string; isThis: boolean };

/** The sessions of the account, each with a button to end it, and one for all. */
function SessionList(props: { sessions: readonly SessionView[]; endAll: FormView }) {
  return (
    <>
      <ul className="mb-6">
        {props.sessions.map(({ id, browser, seen, isThis }) => (
          <li
            key={id}
            className="flex items-center justify-between flex-wrap gap-3 border-b border-border py-3"
          >
            <div>
              <b>{browser ?? m.account_session_unknown()}</b>{" "}
              {isThis && <span className="chip chip--ok">{m.account_session_this()}</span>}
              <p className="small muted">{m.account_session_seen({ when: seen })}</p>
            </div>
            <Form method="post" reloadDocument>
              <input type="hidden" name="form" value="end-session" />
              <button className="button button--ghost button--small" name="session" value={id}>
                {m.account_session_end()}
                <span className="sr-only"> ({browser ?? m.account_session_unknown()})</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
      <AccountForm view={props.endAll} variant="ghost" submit={m.account_sessions_end_all()} />
    </>
  );
}
