import { ArrowLeft } from "lucide-react";
import { data, isRouteErrorResponse } from "react-router";
import type { Route } from "./+types/lead.page.ts";
import { m } from "#messages/messages.js";
import { Link } from "#ui/link.tsx";
import { paths } from "#site/paths.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { buildLeadListPath, readLeadListAddress } from "./lead-list-address.ts";
import { LeadPanel } from "./lead-panel.tsx";
import { answerLeadPost } from "./lead-post.server.ts";
import { loadLead } from "./lead-view.server.ts";
import { ErrorPage, speakableText } from "#pages/public/layout/error-page.tsx";
import { privateHeaders, requirePermission } from "#pages/session/guards.server.ts";

export async function loader(args: Route.LoaderArgs) {
  const { user, visitor } = requirePermission(args, "workLeads");
  const url = new URL(args.request.url);
  const lead = await loadLead(args.params.reference, visitor.locale, user, url.searchParams);
  if (!lead) throw data({ code: "no_such_lead" }, { status: 404 });
  return { lead, address: readLeadListAddress(url) };
}

export async function action(args: Route.ActionArgs) {
  const { user } = requirePermission(args, "workLeads");
  return answerLeadPost(args, { reference: args.params.reference, by: user });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData?.lead.name ?? m.staff_no_such_lead_title(),
    isPrivate: true,
  });

export default function LeadPage({ loaderData, actionData }: Route.ComponentProps) {
  const { lead, address } = loaderData;
  return (
    <div className="stack grid-cols-[minmax(0,1fr)]">
      <BackToList href={buildLeadListPath(address)} />
      <LeadPanel
        lead={lead}
        address={address}
        heading="h1"
        answer={actionData && "view" in actionData ? actionData : undefined}
        refused={actionData && "refused" in actionData ? actionData.refused : undefined}
        revealed={actionData && "question" in actionData ? actionData : null}
      />
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  // Not thrown on: what a boundary throws while it is drawn is answered with 500.
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
