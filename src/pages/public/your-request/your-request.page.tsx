import { isRouteErrorResponse } from "react-router";
import { m } from "#messages/messages.js";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { ErrorPage, speakableText } from "#pages/public/layout/error-page.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { NoticeLine } from "#ui/notice-line.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/your-request.page.ts";
import { handleYourRequest, openYourRequest, type YourRequest } from "./your-request.server.ts";
import stylesheet from "../form-journey/forms.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader(args: Route.LoaderArgs) {
  return openYourRequest(args);
}

export function action(args: Route.ActionArgs) {
  return handleYourRequest(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.own_request_title(), isPrivate: true });

/**
 * A request, and its sender's privacy rights on it: a copy, a correction, a withdrawal, its
 * deletion.
 */
export default function YourRequestPage({ loaderData: own, actionData }: Route.ComponentProps) {
  if (own.state === "erased") return <Erased reference={own.reference} on={own.on} />;
  const { reference, kind, sent, isBid, done } = own;
  const notice = actionData ? undefined : NOTICES.get(done ?? "");
  return (
    <div className="page page-width">
      <div className="page-head">
        <h1>{m.own_request_title()}</h1>
        <p>{m.own_request_lead({ kind, reference, date: sent })}</p>
      </div>
      <NoticeLine notice={notice ? { text: notice(), isError: false } : null} />
      <Download own={own} />
      <Correct own={own} result={actionData} />
      {isBid ? (
        <Section id="withdraw" title={m.own_request_withdraw()} text={m.own_request_bid()}>
          <Link className={buttonClass({ variant: "ghost" })} to={paths.myBids()}>
            {m.request_open_bids()}
          </Link>
        </Section>
      ) : (
        <>
          <Withdraw own={own} result={actionData} />
          <Erase own={own} result={actionData} />
        </>
      )}
      <p className="muted mt-9 max-w-190">
        {m.own_request_otherwise({ email: site.privacyOfficer.email })}
      </p>
    </div>
  );
}

const NOTICES: ReadonlyMap<string, () => string> = new Map([
  ["corrected", m.own_request_corrected],
  ["withdrawn", m.own_request_withdrawn],
  ["erasure-asked", m.own_request_erasure_asked],
]);

function Section(props: { id: string; title: string; text: string; children?: React.ReactNode }) {
  const { id, title, text, children } = props;
  return (
    <section id={id} className="card mb-6 max-w-190 p-6" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-h3">
        {title}
      </h2>
      <p className="muted mt-1">{text}</p>
      {children && <div className="mt-4">{children}</div>}
    </section>
  );
}

function Download({ own: { exports, isMasked } }: { own: YourRequest }) {
  return (
    <Section
      id="download"
      title={m.own_request_download()}
      text={isMasked ? m.own_request_download_masked() : m.own_request_download_text()}
    >
      <p className="flex flex-wrap gap-3">
        <a className={buttonClass({ variant: "ghost" })} href={exports.json} download>
          {m.account_export_json()}
        </a>
        <a className={buttonClass({ variant: "ghost" })} href={exports.csv} download>
          {m.account_export_csv()}
        </a>
      </p>
    </Section>
  );
}

type RequestCardProps = { own: YourRequest; result: Route.ComponentProps["actionData"] };

function Correct({ own: { corrections, correctionView }, result }: RequestCardProps) {
  return (
    <Section id="correct" title={m.own_request_correct()} text={m.own_request_correct_text()}>
      {corrections.length > 0 && (
        <ul className="mb-5 grid gap-3">
          {corrections.map(({ id, when, reason, isOpen, outcome }) => (
            <li key={id} className="border-l-3 border-border pl-3">
              <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
              <p className="small muted">{isOpen ? when : m.own_request_correction_settled()}</p>
              {outcome && <p className="small wrap-anywhere">{outcome}</p>}
            </li>
          ))}
        </ul>
      )}
      <PageForm
        view={latestView(result, correctionView)}
        submit={m.own_request_correct_send()}
        variant="dark"
      />
    </Section>
  );
}

function Withdraw({ own: { withdrawn, withdrawalView }, result }: RequestCardProps) {
  if (withdrawn)
    return (
      <Section
        id="withdraw"
        title={m.own_request_withdraw()}
        text={m.own_request_withdrawn_on({ date: withdrawn })}
      />
    );
  return (
    <Section id="withdraw" title={m.own_request_withdraw()} text={m.own_request_withdraw_text()}>
      <PageForm
        view={latestView(result, withdrawalView)}
        submit={m.own_request_withdraw_send()}
        variant="ghost"
        reloadDocument
      />
    </Section>
  );
}

function Erase({ own: { hold, isErasureAsked, erasureView }, result }: RequestCardProps) {
  return (
    <Section id="delete" title={m.own_request_erase()} text={m.own_request_erase_text()}>
      <p className="mb-4">{m.own_request_erase_kept()}</p>
      {hold && <p className="notice notice--warn mb-4">{hold}</p>}
      {isErasureAsked ? (
        <p>{m.own_request_erasure_asked()}</p>
      ) : (
        <PageForm
          view={latestView(result, erasureView)}
          submit={m.own_request_erase_send()}
          variant="ghost"
          reloadDocument
        />
      )}
    </Section>
  );
}

function Erased({ reference, on }: { reference: string; on: string }) {
  return (
    <div className="page page-width">
      <div className="page-head">
        <h1>{m.own_request_erased_title()}</h1>
        <p>{m.own_request_erased_text({ reference, date: on })}</p>
      </div>
      <p className="max-w-190">{m.own_request_erase_kept()}</p>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404)
    return <ErrorPage text={speakableText(error)} />;
  return (
    <div className="page page-width">
      <div className="page-head">
        <h1>{m.own_request_unknown_title()}</h1>
        <p>{m.own_request_unknown_text()}</p>
      </div>
      <Link className={buttonClass({ variant: "ghost" })} to={paths.accountApplications()}>
        {m.request_mine_title()}
      </Link>
    </div>
  );
}
