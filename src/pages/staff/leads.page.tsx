import { Clock, Inbox, UserRound } from "lucide-react";
import { Outlet, redirect, useParams } from "react-router";
import { hrefIn } from "#ui/locale-href.ts";
import type { Route } from "./+types/leads.page.ts";
import { toActor, recordAct } from "#domain/audit/record-audit.server.ts";
import { m } from "#messages/messages.js";
import { Link } from "#ui/link.tsx";
import { paths } from "#site/paths.ts";
import type { LeadClock } from "./lead-clock.server.ts";
import { CLOCK_CHIPS } from "./lead-clock.tsx";
import { LiveLeads } from "./live-leads.tsx";
import { LeadFilters } from "./lead-filters.tsx";
import { buildLeadListPath, hasEmptyFields, readLeadListAddress } from "./lead-list-address.ts";
import { type LeadRowView, loadLeadList } from "./lead-list.server.ts";
import { Pager } from "#ui/pager.tsx";
import { requirePermission } from "#pages/session/guards.server.ts";
import type { LeadStatus } from "#domain/lead/lead.ts";

export async function loader(args: Route.LoaderArgs) {
  const { user, visitor } = requirePermission(args, "seeLeads");
  // The list shows personal data (names, locations, cars), so the view is recorded.
  const url = new URL(args.request.url);
  const address = readLeadListAddress(url);
  if (hasEmptyFields(url))
    throw redirect(hrefIn(buildLeadListPath(address, args.params.reference), visitor.locale));
  await recordAct({ by: toActor(user), action: "lead_list_viewed" });
  return loadLeadList(address, user, visitor.locale);
}

/** The list of leads, beside the open lead; a phone shows only one of the two. */
export default function LeadsPage({ loaderData }: Route.ComponentProps) {
  const { address, since, filters, rows, tabs, isEmpty, olderHref, newestHref } = loaderData;
  const { reference } = useParams();
  const Heading = reference ? "h2" : "h1";
  return (
    <div className="lead-inbox print:block">
      <section
        className={`lead-list card lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] print:hidden ${reference ? "max-lg:hidden" : ""}`}
        aria-labelledby="leads-heading"
      >
        <div className="lead-list__head">
          <div className="flex flex-wrap items-center justify-between">
            <Heading id="leads-heading">{m.staff_leads_title()}</Heading>
            <LiveLeads
              since={since}
              href={buildLeadListPath({ ...address, olderThan: null }, reference)}
            />
          </div>
          <LeadFilters address={address} filters={filters} />
          <nav className="filter-tabs" aria-label={m.staff_tabs_label()} ref={showCurrentTab}>
            {tabs.map((tab) => (
              <Link key={tab.key} to={tab.href} aria-current={tab.isCurrent ? "true" : undefined}>
                {tab.text} {tab.count && <b className="figures">{tab.count}</b>}
              </Link>
            ))}
          </nav>
        </div>
        {rows.length === 0 ? (
          <EmptyList isEmpty={isEmpty} heading={reference ? "h3" : "h2"} />
        ) : (
          <ul aria-labelledby="leads-heading">
            {rows.map((row, at) => (
              <li key={row.reference}>
                <LeadRow
                  row={row}
                  isOpen={row.reference === reference}
                  isPreviewed={reference === undefined && at === 0}
                />
              </li>
            ))}
          </ul>
        )}
        <Pager
          newestHref={newestHref}
          olderHref={olderHref}
          className="border-t border-border p-3"
        />
      </section>
      <Outlet />
    </div>
  );
}

/** The row of stages is wider than the list: scrolls it so that the current one is visible. */
function showCurrentTab(tabs: HTMLElement | null) {
  const current = tabs?.querySelector<HTMLElement>("[aria-current]");
  if (tabs && current) tabs.scrollLeft = current.offsetLeft - tabs.clientWidth / 2;
}

/** On a wide screen the newest lead is open beside the list, so its row is marked. */
function LeadRow(props: { row: LeadRowView; isOpen: boolean; isPreviewed: boolean }) {
  const { row, isOpen, isPreviewed } = props;
  return (
    <Link
      to={row.href}
      className={`lead-row ${isPreviewed ? "lg:bg-primary-soft" : ""}`}
      aria-current={isOpen ? "page" : undefined}
    >
      <span className="flex items-center gap-3 justify-between">
        <b className="wrap-anywhere">{row.name}</b>
        <span className="fine-print muted figures shrink-0">{row.ago}</span>
      </span>
      <span className="small muted wrap-anywhere">{row.request}</span>
      <span className="flex flex-wrap gap-2">
        <StatusChip status={row.status} text={row.statusText} />
        {row.isAwaited && <span className="chip chip--warn">{m.staff_tab_to_pass_on()}</span>}
        {row.isPhoneAwaited && <span className="chip chip--warn">{m.staff_phone_not_yet()}</span>}
        {row.clock && OWED.includes(row.clock.state) && (
          <span className={`chip ${CLOCK_CHIPS[row.clock.state]} whitespace-normal figures`}>
            <Clock className="icon size-4" aria-hidden />
            {row.clock.text}
          </span>
        )}
        {row.owner && (
          <span className="chip">
            <UserRound className="icon size-4" aria-hidden />
            <span className="sr-only">{m.inbox_owner()} </span>
            {row.owner}
          </span>
        )}
      </span>
    </Link>
  );
}

function EmptyList(props: { isEmpty: boolean; heading: "h2" | "h3" }) {
  const { isEmpty, heading: Heading } = props;
  return (
    <div className="empty-state">
      <Inbox className="icon size-6" aria-hidden />
      <Heading>{isEmpty ? m.staff_empty_title() : m.staff_none_found_title()}</Heading>
      <p className="small">{isEmpty ? m.staff_empty_text() : m.staff_none_found_text()}</p>
      {!isEmpty && (
        <Link className="button button--ghost button--small" to={paths.leads()}>
          {m.staff_show_all()}
        </Link>
      )}
    </div>
  );
}

const TONES: Record<LeadStatus, string> = {
  new: "chip--info",
  contacted: "chip--warn",
  documents: "chip--warn",
  lender: "chip--warn",
  approved: "chip--ok",
  delivered: "chip--ok",
  closed: "",
};

/** The list says by when a lead is to be contacted, not that it was. */
const OWED: readonly LeadClock["state"][] = ["due", "soon", "overdue"];

function StatusChip({ status, text }: { status: LeadStatus; text: string }) {
  return <span className={`chip justify-self-start ${TONES[status]}`}>{text}</span>;
}
