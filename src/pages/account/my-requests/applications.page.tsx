import type { Route } from "./+types/applications.page.ts";
import type { RequestStatus } from "#domain/lead/request-status.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { isOffered } from "#site/site.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { handleWithdrawal, loadApplications, type ApplicationView } from "./applications.server.ts";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { Form } from "react-router";
import { languageTag } from "#values/locale.ts";

export function loader(args: Route.LoaderArgs) {
  return loadApplications(args);
}

export function action(args: Route.ActionArgs) {
  return handleWithdrawal(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.request_mine_title(), isPrivate: true });

/** A person's requests, the status of each, and the next step. */
export default function ApplicationsPage({ loaderData: requests }: Route.ComponentProps) {
  if (requests.length === 0) {
    return (
      <EmptyState title={m.request_none_title()}>
        <p className="muted">{m.account_applications_none_text()}</p>
        {isOffered("pre_approval") && (
          <Link className="button mt-4" to={paths.preApproval()}>
            {m.account_applications_start()}
          </Link>
        )}
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="my-requests">
      <h2 id="my-requests" className="mb-4 text-h3">
        {m.request_mine_title()}
      </h2>
      <ul className="grid max-w-190 gap-4">
        {requests.map((request) => (
          <RequestCard key={request.reference} request={request} />
        ))}
      </ul>
    </section>
  );
}

const TONES: Record<RequestStatus, string> = {
  received: "chip--info",
  contacted: "chip--warn",
  documents: "chip--warn",
  in_review: "chip--info",
  approved: "chip--ok",
  agreed: "chip--ok",
  completed: "chip--ok",
  closed: "",
  withdrawn: "",
};

function RequestCard({ request }: { request: ApplicationView }) {
  const { reference, title, about, page, isBid, sent, status, statusText, changed, next } = request;
  return (
    <li className="card p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="text-lg">{title}</h3>
          {about !== "" && <p className="wrap-anywhere">{about}</p>}
          <p className="small muted figures">{m.request_sent({ date: sent, reference })}</p>
        </div>
        <p className="small muted flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className={`chip ${TONES[status]}`}>{statusText}</span>
          {changed && m.request_changed({ date: changed })}
        </p>
      </div>
      <p className="mt-3">
        <b>{m.request_next()}</b> <span className="block">{next}</span>
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        {(page ?? isBid) && (
          <Link className="button button--ghost button--small" to={page ?? paths.myBids()}>
            {isBid ? m.request_open_bids() : m.request_open()}
            <span className="sr-only"> ({reference})</span>
          </Link>
        )}
        <Link className="button button--ghost button--small" to={paths.ownRequest(reference)}>
          {m.request_rights()}
          <span className="sr-only"> ({reference})</span>
        </Link>
      </p>
      <details className="mt-4">
        <summary>{m.request_consents()}</summary>
        <div className="mt-3">
          <ConsentList consents={request.consents} />
        </div>
      </details>
      <ViewList views={request.views} />
    </li>
  );
}

/** Who opened the answers, and when. */
function ViewList({ views }: Pick<ApplicationView, "views">) {
  return (
    <details className="mt-2">
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

/** The consents of one application, with their text as shown, and a button to withdraw each. */
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
