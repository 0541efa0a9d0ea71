import { Clock, Inbox, UserRound } from "lucide-react";
import { Outlet, useParams } from "react-router";
import { hrefIn } from "#ui/locale-href.ts";
import type { Route } from "./+types/leads.page.ts";
import { m } from "#messages/messages.js";
import { Link } from "#ui/link.tsx";
import { paths } from "#site/paths.ts";
import type { LeadClock } from "./lead-clock.server.ts";
import { CLOCK_CHIPS } from "./lead-clock.tsx";
import { LiveLeads } from "./live-leads.tsx";
import { LeadViews } from "./lead-views.tsx";
import { LeadFilters } from "./lead-filters.tsx";
import { BulkAnswer, BULK_FORM_ID, LeadBulk } from "./lead-bulk.tsx";
import type { LeadsBeside } from "./leads-beside.ts";
import { LeadKeys } from "./lead-keys.tsx";
import { buildLeadListPath, buildLeadsCsvPath, ME } from "./lead-list-address.ts";
import { StatusChip } from "./lead-status-chip.tsx";
import { leadsPage } from "./leads.server.ts";
import { FIRST_COLUMNS, type InboxColumn } from "#domain/inbox/inbox-columns.ts";
import { NONE } from "#domain/inbox/inbox-filter.ts";
import type { LeadRowView } from "./lead-list.server.ts";
import { Pager } from "#ui/pager.tsx";

export const loader = leadsPage.loader;
export const action = leadsPage.action;

/** The list of leads, beside the open lead; a phone shows only one of the two. */
export default function LeadsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { address, since, filters, rows, tabs, isEmpty, olderHref, newestHref } = loaderData;
  const { presses, mayExport, views } = loaderData;
  const { reference } = useParams();
  const action = hrefIn(buildLeadListPath(address));
  const mayWork = presses["move-leads"] !== null;
  const at = rows.findIndex((row) => row.reference === reference);
  const beside: LeadsBeside = {
    isListed: at >= 0,
    next: rows[at + 1] ?? null,
    olderHref: at >= 0 ? olderHref : null,
  };
  const Heading = reference ? "h2" : "h1";
  return (
    <div className="lead-inbox print:block">
      <section
        className={`lead-list card lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] print:hidden ${reference ? "max-lg:hidden" : ""}`}
        aria-labelledby="leads-heading"
      >
        <div className="lead-list__head">
          <div className="flex flex-wrap items-center justify-between">
            <Heading id="leads-heading" className="mr-auto">
              {m.staff_leads_title()}
            </Heading>
            <LeadKeys />
            <LiveLeads
              since={since}
              href={buildLeadListPath({ ...address, olderThan: null }, reference)}
            />
          </div>
          <BulkAnswer
            changed={actionData?.changed ?? null}
            refused={actionData?.refused ?? null}
            action={action}
          />
          <div className="lead-tools">
            <LeadFilters address={address} filters={filters} />
            <LeadViews
              key={`views ${buildLeadListPath(address)}`}
              address={address}
              views={views}
              presses={presses}
              action={action}
              typed={actionData?.viewName ?? null}
            />
          </div>
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
              <li
                key={row.reference}
                // On a wide screen the first lead is open beside the list, so it is marked.
                className={`lead-list__item ${reference === undefined && at === 0 ? "lg:bg-primary-soft" : ""}`}
              >
                {mayWork && (
                  <label className="lead-list__box">
                    <input
                      type="checkbox"
                      form={BULK_FORM_ID}
                      name="lead"
                      value={row.choice}
                      aria-label={m.inbox_bulk_pick({ name: row.name })}
                    />
                  </label>
                )}
                <LeadRow
                  row={row}
                  isOpen={row.reference === reference}
                  columns={address.columns ?? FIRST_COLUMNS}
                />
              </li>
            ))}
          </ul>
        )}
        {mayWork && (
          <LeadBulk
            key={rows.map(({ choice }) => choice).join()}
            action={action}
            mayExport={mayExport}
            owners={filters.options.owner.filter(({ value }) => value !== ME && value !== NONE)}
          />
        )}
        <Pager
          newestHref={newestHref}
          olderHref={olderHref}
          className="border-t border-border p-3"
        />
        {mayExport && rows.length > 0 && (
          <p className="border-t border-border p-3">
            <a className="link small" href={hrefIn(buildLeadsCsvPath(address))} download>
              {m.inbox_export()}
            </a>
          </p>
        )}
      </section>
      <Outlet context={beside} />
    </div>
  );
}

/** The row of stages is wider than the list: scrolls it so that the current one is visible. */
function showCurrentTab(tabs: HTMLElement | null) {
  const current = tabs?.querySelector<HTMLElement>("[aria-current]");
  if (tabs && current) tabs.scrollLeft = current.offsetLeft - tabs.clientWidth / 2;
}

/** Columns are chosen for a wide screen; on a phone a row shows what it does by default. */
function LeadRow(props: { row: LeadRowView; isOpen: boolean; columns: readonly InboxColumn[] }) {
  const { row, isOpen, columns } = props;
  const [stageAt, dueAt, ownerAt] = FIRST_COLUMNS.map((column) =>
    columns.includes(column) ? "" : "lg:hidden",
  );
  return (
    <Link to={row.href} className="lead-row" aria-current={isOpen ? "page" : undefined}>
      <span className="flex items-center gap-3 justify-between">
        <b className="wrap-anywhere">{row.name}</b>
        <span className="fine-print muted figures shrink-0">{row.ago}</span>
      </span>
      <span className="small muted wrap-anywhere">{row.request}</span>
      <span className="flex flex-wrap gap-2">
        <span className={stageAt}>
          <StatusChip status={row.status} text={row.statusText} />
        </span>
        {row.hasAnswered && <span className="chip chip--info">{m.inbound_mail_answered()}</span>}
        {row.isAwaited && <span className="chip chip--warn">{m.staff_tab_to_pass_on()}</span>}
        {row.isPhoneAwaited && <span className="chip chip--warn">{m.staff_phone_not_yet()}</span>}
        {row.clock && OWED.includes(row.clock.state) && (
          <span
            className={`chip ${CLOCK_CHIPS[row.clock.state]} whitespace-normal figures ${dueAt}`}
          >
            <Clock className="icon size-4" aria-hidden />
            {row.clock.text}
          </span>
        )}
        {row.owner && (
          <span className={`chip ${ownerAt}`}>
            <UserRound className="icon size-4" aria-hidden />
            <span className="sr-only">{m.inbox_owner()} </span>
            {row.owner}
          </span>
        )}
      </span>
      {row.facts.map(({ name, text }) => (
        <span key={name} className="fine-print muted figures wrap-anywhere max-lg:hidden">
          {m.inbox_chip_field({ field: name, value: text })}
        </span>
      ))}
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

/** The list says by when a lead is to be contacted, not that it was. */
const OWED: readonly LeadClock["state"][] = ["due", "soon", "overdue"];
