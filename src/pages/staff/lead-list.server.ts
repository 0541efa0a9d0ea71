import { isPhoneAwaited, LEAD_STATUSES, type LeadStatus } from "#domain/lead/lead.ts";
import { findLeadForm } from "#domain/lead-forms.server.ts";
import { m } from "#messages/messages.js";
import { now } from "#platform/clock/clock.server.ts";
import { formatDateTime, formatNumber, formatPhone, formatTimeAgo } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { summarizeRequest } from "#pages/form/view-answers.server.ts";
import { type LeadListAddress, buildLeadListPath, ME } from "./lead-list-address.ts";
import {
  kindWord,
  languageWord,
  statusWord,
  formatLeadName,
  formatLocation,
} from "#domain/lead/lead-words.ts";
import { sourceWord } from "#domain/lead/source-words.ts";
import type { InboxColumn } from "#domain/inbox/inbox-columns.ts";
import { columnWord } from "./lead-columns.ts";
import { findNewestEvent } from "#domain/inbox/follow-inbox.server.ts";
import { type InboxFilter, readSearch } from "#domain/inbox/inbox-filter.ts";
import {
  type InboxCounts,
  type ListedLead,
  listLeads,
  loadInbox,
} from "#domain/inbox/inbox-queries.server.ts";
import { type LeadClock, viewClock } from "./lead-clock.server.ts";
import { viewLeadFilters } from "./lead-filter-view.server.ts";

/** Who looks at the list. */
type Viewer = { id: string };

/** The filter of an address, for whoever opens it. */
export function readFilter(address: LeadListAddress, viewer: Viewer): InboxFilter {
  const owner = address.owner === ME ? viewer.id : address.owner;
  return { ...address, owner, search: readSearch(address.search) };
}

/** The list that an address asks for. */
export async function loadLeadList(address: LeadListAddress, viewer: Viewer, locale: Locale) {
  const filter = readFilter(address, viewer);
  // Read first: what happens meanwhile is told once more rather than not at all.
  const since = await findNewestEvent();
  const [{ leads, hasOlder, counts }, filters] = await Promise.all([
    loadInbox(filter, { sort: address.sort, after: address.olderThan }),
    viewLeadFilters(address, locale),
  ]);
  const at = now();
  const last = leads.at(-1);
  return {
    address,
    since,
    filters,
    rows: leads.map((lead) => viewRow(lead, address, locale, at)),
    tabs: viewTabs(counts, address, locale),
    isEmpty: counts?.all === 0 && filters.chips.length === 0,
    olderHref:
      hasOlder && last ? buildLeadListPath({ ...address, olderThan: last.reference }) : null,
    newestHref: address.olderThan ? buildLeadListPath({ ...address, olderThan: null }) : null,
  };
}

/** The reference of the list's first lead; null if the list is empty. */
export async function findFirstReference(
  address: LeadListAddress,
  viewer: Viewer,
): Promise<string | null> {
  const page = { sort: address.sort, after: address.olderThan };
  const { leads } = await listLeads(readFilter(address, viewer), page);
  return leads[0]?.reference ?? null;
}

export type LeadRowView = {
  reference: string;
  href: string;
  name: string;
  ago: string;
  /** "Calgary, AB · Pre-approval · SUVs · $400 - 499 / Month" */
  request: string;
  status: LeadStatus;
  statusText: string;
  /** The form asks for a verified phone number, but was accepted without one. */
  isPhoneAwaited: boolean;
  /** Waits for staff to pass it on. */
  isAwaited: boolean;
  /** Its sender wrote by mail, and nobody has answered yet. */
  hasAnswered: boolean;
  /** Who works on it. */
  owner: string | null;
  clock: LeadClock | null;
  /** The chosen columns that the row does not have by default. */
  facts: { name: string; text: string }[];
  /** What its box sends: which lead, and its stage and owner as shown. */
  choice: string;
};

function viewRow(
  lead: ListedLead,
  address: LeadListAddress,
  locale: Locale,
  at: Date,
): LeadRowView {
  const form = findLeadForm(lead.formName)?.form;
  const request = [
    formatLocation(lead),
    kindWord(lead.kind, locale),
    ...(form ? summarizeRequest(form, lead.answers, locale) : []),
  ];
  return {
    reference: lead.reference,
    href: buildLeadListPath(address, lead.reference),
    name: formatLeadName(lead, locale),
    ago: formatTimeAgo(lead.receivedAt, at, locale),
    request: request.filter(Boolean).join(" · "),
    status: lead.status,
    statusText: statusWord(lead.status, locale),
    isPhoneAwaited: isPhoneAwaited(lead),
    isAwaited: lead.isAwaited,
    hasAnswered: lead.hasAnswered,
    owner: lead.ownerName,
    clock: viewClock(lead, at, locale),
    facts: viewFacts(lead, address, locale),
    choice: [lead.reference, lead.status, lead.ownerId ?? ""].join(":"),
  };
}

function viewFacts(lead: ListedLead, { columns }: LeadListAddress, locale: Locale) {
  const texts: Partial<Record<InboxColumn, string | null>> = {
    received: formatDateTime(lead.receivedAt, locale),
    dealership: lead.dealershipName,
    source: lead.source && sourceWord(lead.source, locale),
    language: languageWord(lead.locale, locale),
    email: lead.email,
    phone: lead.phone && formatPhone(lead.phone, locale),
  };
  return (columns ?? []).flatMap((column) => {
    const text = texts[column];
    return text ? [{ name: columnWord(column, locale), text }] : [];
  });
}

type TabView = {
  key: string;
  href: string;
  text: string;
  /** Null for a search that finds very many. */
  count: string | null;
  isCurrent: boolean;
};

/**
 * The tabs: all leads, then those that wait to be passed on if there are any, then one per stage
 * with its number of leads. Filters are kept when the tab changes.
 */
function viewTabs(counts: InboxCounts | null, address: LeadListAddress, locale: Locale): TabView[] {
  type Shown = Pick<LeadListAddress, "stage" | "isAwaited">;
  const tab = ({ stage, isAwaited }: Shown, text: string, count?: number): TabView => ({
    key: text,
    href: buildLeadListPath({ ...address, stage, isAwaited, olderThan: null }),
    text,
    count: count === undefined ? null : formatNumber(count, locale),
    isCurrent: stage === address.stage && isAwaited === address.isAwaited,
  });
  const all = { stage: null, isAwaited: false };
  const hasAwaited = (counts?.awaited ?? 0) > 0 || address.isAwaited;
  return [
    tab(all, m.staff_tab_all({}, { locale }), counts?.all),
    ...(hasAwaited
      ? [tab({ ...all, isAwaited: true }, m.staff_tab_to_pass_on({}, { locale }), counts?.awaited)]
      : []),
    ...LEAD_STATUSES.map((stage) =>
      tab({ ...all, stage }, statusWord(stage, locale), counts?.[stage]),
    ),
  ];
}
