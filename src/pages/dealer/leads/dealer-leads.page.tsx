import type { Route } from "./+types/dealer-leads.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { NoticeLine } from "#ui/notice-line.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { dealerLeadsPage } from "./dealer-leads.server.ts";

export const loader = dealerLeadsPage.loader;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.dealer_applications_title(), isPrivate: true });

type Loaded = Route.ComponentProps["loaderData"];

/** The leads that a dealership received, and which of them it must delete. */
export default function DealerLeadsPage({ loaderData }: Route.ComponentProps) {
  const { dealership, leads, newestOnly, filters, passed, isGone } = loaderData;
  const isFiltered = filters.some(({ filter, isChosen }) => isChosen && filter !== "all");
  return (
    <div className="grid gap-6">
      <div>
        <h1 className="text-page-title">{m.dealer_applications_title()}</h1>
        <p className="muted mt-2">{m.dealer_leads_lead({ dealership })}</p>
      </div>
      {passed && <NoticeLine notice={{ text: passed, isError: false }} />}
      {isGone && <NoticeLine notice={{ text: m.dealer_lead_gone(), isError: true }} />}
      <nav aria-label={m.dealer_leads_filters()}>
        <ul className="flex flex-wrap gap-2">
          {filters.map(({ filter, name, count, isChosen }) => (
            <li key={filter}>
              <Link
                className={buttonClass({ variant: isChosen ? "dark" : "ghost", size: "sm" })}
                to={
                  filter === "all" ? paths.dealerLeads() : `${paths.dealerLeads()}?show=${filter}`
                }
                aria-current={isChosen ? "page" : undefined}
              >
                {name} <span className="figures">{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {leads.length === 0 ? (
        <EmptyState
          title={isFiltered ? m.dealer_leads_filter_none() : m.dealer_applications_none_title()}
        >
          {!isFiltered && <p>{m.dealer_applications_none_text()}</p>}
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {leads.map((lead) => (
            <LeadRow key={lead.reference} lead={lead} />
          ))}
        </ul>
      )}
      {newestOnly !== null && (
        <p className="small muted">{m.dealer_newest_only({ count: newestOnly })}</p>
      )}
    </div>
  );
}

function LeadRow({ lead }: { lead: Loaded["leads"][number] }) {
  const { reference, kind, received, chip, text } = lead;
  const isShared = lead.state === "shared";
  return (
    <li className="card relative flex flex-wrap items-center justify-between gap-x-5 gap-y-2 p-4 sm:p-6">
      <div className="min-w-0">
        <h2 className="figures text-lead wrap-anywhere">
          {isShared ? (
            <Link className="after:absolute after:inset-0" to={paths.dealerLead(reference)}>
              {lead.name} · {reference}
            </Link>
          ) : (
            reference
          )}
        </h2>
        <p className="small muted figures">
          {kind} · {m.dealer_applications_received({ time: received })}
          {isShared && lead.city && ` · ${lead.city}`}
        </p>
        {text && <p className="mt-1">{text}</p>}
      </div>
      <span
        className={
          isShared ? (lead.isWaiting ? "chip chip--warn" : "chip chip--ok") : "chip chip--bad"
        }
      >
        {chip}
      </span>
    </li>
  );
}
