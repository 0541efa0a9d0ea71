import { isPhoneAwaited, LEAD_STATUSES, type LeadStatus } from "#domain/lead/lead.ts";
import { findLeadForm } from "#domain/lead-forms.server.ts";
import { m } from "#messages/messages.js";
import { now } from "#platform/clock/clock.server.ts";
import { formatNumber, formatTimeAgo } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { summarizeRequest } from "#pages/form/view-answers.server.ts";
import { type LeadListAddress, buildLeadListPath } from "./lead-list-address.ts";
import { kindWord, statusWord, formatLeadName, formatLocation } from "#domain/lead/lead-words.ts";
import {
  countAwaited,
  countLeads,
  type LeadCounts,
  type ListedLead,
  listLeads,
  readSearch,
} from "#domain/lead/lead-queries.server.ts";

/** The list that an address asks for. */
export async function loadLeadList(address: LeadListAddress, locale: Locale) {
  const [{ leads, hasOlder }, counts, awaited] = await Promise.all([
    listLeads({ ...address, search: readSearch(address.search) }),
    countLeads(),
    countAwaited(),
  ]);
  const at = now();
  const last = leads.at(-1);
  return {
    address,
    rows: leads.map((lead) => viewRow(lead, address, locale, at)),
    tabs: viewTabs({ ...counts, awaited }, address, locale),
    isEmpty: counts.all === 0,
    olderHref:
      hasOlder && last ? buildLeadListPath({ ...address, olderThan: last.reference }) : null,
    newestHref: address.olderThan ? buildLeadListPath({ ...address, olderThan: null }) : null,
  };
}

/** The reference of the list's first lead; null if the list is empty. */
export async function findFirstReference(address: LeadListAddress): Promise<string | null> {
  const { leads } = await listLeads({ ...address, search: readSearch(address.search) });
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
};

function viewRow(
  lead: ListedLead,
  address: LeadListAddress,
  locale: Locale,
  now: Date,
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
    ago: formatTimeAgo(lead.receivedAt, now, locale),
    request: request.filter(Boolean).join(" · "),
    status: lead.status,
    statusText: statusWord(lead.status, locale),
    isPhoneAwaited: isPhoneAwaited(lead),
    isAwaited: lead.isAwaited,
  };
}

type TabView = {
  key: string;
  href: string;
  text: string;
  count: string;
  isCurrent: boolean;
};

/**
 * The tabs: all leads, then those that wait to be passed on if there are any, then one per stage
 * with its number of leads. A search is kept when the tab changes.
 */
function viewTabs(
  counts: LeadCounts & { awaited: number },
  address: LeadListAddress,
  locale: Locale,
): TabView[] {
  type Shown = Pick<LeadListAddress, "status" | "isAwaited">;
  const tab = ({ status, isAwaited }: Shown, text: string, count: number): TabView => ({
    key: text,
    href: buildLeadListPath({ status, isAwaited, search: address.search, olderThan: null }),
    text,
    count: formatNumber(count, locale),
    isCurrent: status === address.status && isAwaited === address.isAwaited,
  });
  const all = { status: null, isAwaited: false };
  const hasAwaited = counts.awaited > 0 || address.isAwaited;
  return [
    tab(all, m.staff_tab_all({}, { locale }), counts.all),
    ...(hasAwaited
      ? [tab({ ...all, isAwaited: true }, m.staff_tab_to_pass_on({}, { locale }), counts.awaited)]
      : []),
    ...LEAD_STATUSES.map((status) =>
      tab({ ...all, status }, statusWord(status, locale), counts[status]),
    ),
  ];
}
