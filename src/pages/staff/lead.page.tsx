import { ArrowLeft, ArrowRight } from "lucide-react";
import { isRouteErrorResponse, useOutletContext } from "react-router";
import { statusWord } from "#domain/lead/lead-words.ts";
import { getLocale } from "#messages/runtime.js";
import type { Route } from "./+types/lead.page.ts";
import { m } from "#messages/messages.js";
import { Link } from "#ui/link.tsx";
import { paths } from "#site/paths.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { buildLeadListPath } from "./lead-list-address.ts";
import type { LeadsBeside } from "./leads-beside.ts";
import { LeadPanel } from "./lead-panel.tsx";
import { leadPage } from "./lead.server.ts";
import type { LeadView } from "./lead-view.server.ts";
import { ErrorPage, speakableText } from "#pages/public/layout/error-page.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";

export const loader = leadPage.loader;
export const action = leadPage.action;

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData?.lead.name ?? m.staff_no_such_lead_title(),
    isPrivate: true,
  });

export default function LeadPage({ loaderData, actionData }: Route.ComponentProps) {
  const { lead, address, presses } = loaderData;
  const beside = useOutletContext<LeadsBeside>();
  return (
    <div className="stack grid-cols-[minmax(0,1fr)]">
      <div className="flex flex-wrap items-center justify-between gap-2 print:hidden">
        <BackToList href={buildLeadListPath(address)} />
        <NextLead beside={beside} status={lead.status} />
      </div>
      <LeadPanel
        lead={lead}
        address={address}
        presses={presses}
        heading="h1"
        result={actionData && "view" in actionData ? actionData : undefined}
        refused={actionData && "refused" in actionData ? actionData.refused : undefined}
        revealed={actionData && "question" in actionData ? actionData : null}
      />
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  // Not thrown again: what an error boundary throws while it renders becomes a 500.
  if (!isRouteErrorResponse(error) || error.status !== 404)
    return <ErrorPage text={speakableText(error)} />;
  return (
    <div className="card lead-panel">
      <div className="empty-state">
        <h1>{m.staff_no_such_lead_title()}</h1>
        <p>{m.staff_no_such_lead_text()}</p>
        <Link className="button button--ghost button--small" to={paths.leads()}>
          {m.staff_all_leads()}
        </Link>
      </div>
    </div>
  );
}

/** The list's next lead; a lead that has left the list says where it is now. */
function NextLead({ beside, status }: { beside: LeadsBeside; status: LeadView["status"] }) {
  const { isListed, next, olderHref } = beside;
  const href = next?.href ?? olderHref;
  return (
    <div className="ml-auto flex flex-wrap items-center gap-3">
      {!isListed && (
        <p className="small muted" role="status">
          {m.inbox_not_listed({ stage: statusWord(status, getLocale()) })}
        </p>
      )}
      {href && (
        <Link className="button button--ghost button--small" to={href}>
          {next ? m.inbox_next({ name: next.name }) : m.inbox_next_page()}
          <ArrowRight className="icon size-4" aria-hidden />
        </Link>
      )}
    </div>
  );
}

function BackToList({ href }: { href: string }) {
  return (
    <Link
      className="button button--ghost button--small justify-self-start lg:hidden print:hidden"
      to={href}
    >
      <ArrowLeft className="icon size-4" aria-hidden />
      {m.staff_all_leads()}
    </Link>
  );
}
