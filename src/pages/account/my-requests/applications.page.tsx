import type { Route } from "./+types/applications.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { answerWithdrawal, loadApplications, type ApplicationView } from "./applications.server.ts";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { SectionCard } from "#ui/section-card.tsx";
import { Form } from "react-router";
import { languageTag } from "#values/locale.ts";

export function loader(args: Route.LoaderArgs) {
  return loadApplications(args);
}

export function action(args: Route.ActionArgs) {
  return answerWithdrawal(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_section_applications(), isPrivate: true });

export default function ApplicationsPage({ loaderData: applications }: Route.ComponentProps) {
  if (applications.length === 0) {
    return (
      <EmptyState title={m.account_applications_none()}>
        <p className="muted">{m.account_applications_none_text()}</p>
        <Link className="button mt-4" to={paths.preApproval()}>
          {m.account_applications_start()}
        </Link>
      </EmptyState>
    );
  }
  return applications.map(({ reference, kind, page, sent, consents, views }) => (
    <SectionCard
      key={reference}
      title={kind}
      text={m.account_application_sent({ date: sent, reference })}
    >
      {page && (
        <p className="mb-4">
          <Link to={page}>{m.sale_open()}</Link>
        </p>
      )}
      <ConsentList consents={consents} />
      <ViewList views={views} />
    </SectionCard>
  ));
}

/** Who looked at the answers, and when: the person's to know. */
function ViewList({ views }: Pick<ApplicationView, "views">) {
  return (
    <details className="mt-4">
      <summary>{m.account_views_title()}</summary>
      {views.length === 0 ? (
        <p className="small muted mt-2">{m.account_views_none()}</p>
      ) : (
        <ul className="small mt-2 grid gap-1">
          {views.map(({ at, by, sealed }, index) => (
            <li key={index}>
              <b>{by}</b> {sealed && `${sealed} `}
              <span className="muted figures">{at}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

/** What was agreed to with one application, in the words that were shown, and the way back. */
export function ConsentList({ consents }: { consents: ApplicationView["consents"] }) {
  if (consents.length === 0) return <p className="muted">{m.account_consents_none()}</p>;
  return (
    <ul className="stack">
      {consents.map(({ id, purpose, text, lang, given, isWithdrawable, withdrawn }) => (
        <li key={id}>
          <b>{purpose}</b>{" "}
          {withdrawn && (
            <span className="chip">{m.account_consent_withdrawn({ date: withdrawn })}</span>
          )}
          <blockquote className="small my-1 border-l-3 border-border pl-3" lang={languageTag[lang]}>
            {text}
          </blockquote>
          <p className="small muted">{m.account_consent_given({ date: given })}</p>
          {isWithdrawable && (
            <Form method="post" reloadDocument className="mt-2">
              <button className="button button--ghost button--small" name="consent" value={id}>
                {m.account_consent_withdraw()}
                <span className="sr-only"> ({purpose})</span>
              </button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
