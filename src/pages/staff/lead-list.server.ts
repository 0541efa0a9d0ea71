import { isPhoneAwaited, LEAD_STATUSES, type LeadStatus } from "#domain/lead/lead.ts";
import { findLeadForm } from "#domain/lead-forms.server.ts";
import { m } from "#messages/messages.js";
import { now } from "#platform/clock/clock.server.ts";
import { formatNumber, formatTimeAgo } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { summarizeRequest } from "./view-answers.server.ts";
import { type LeadListAddress, buildLeadListPath } from "./lead-list-address.ts";
import { kindWord, statusWord, formatLeadName, placeText } from "#domain/lead/lead-words.ts";
import {
  countLeads,
  type LeadCounts,
  type ListedLead,
  listLeads,
  readSearch,
} from "#domain/lead/lead-queries.server.ts";

/** The list as an address asks for it. */
export async function loadLeadList(address: LeadListAddress, locale: Locale) {
  const [{ leads, hasOlder }, counts] = await Promise.all([
    listLeads({ ...address, search: readSearch(address.search) }),
    countLeads(),
  ]);
  const at = now();
  const last = leads.at(-1);
  return {
    address,
    rows: leads.map((lead) => viewRow(lead, address, locale, at)),
    tabs: viewTabs(counts, address, locale),
    isEmpty: counts.all === 0,
    olderHref:
      hasOlder && last ? buildLeadListPath({ ...address, olderThan: last.reference }) : null,
    newestHref: address.olderThan ? buildLeadListPath({ ...address, olderThan: null }) : null,
  };
}

/** The reference of the list's first lead; null where the list is empty. */
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
  /** Its form asks for a verified number, and was taken without. */
  isPhoneAwaited: boolean;
};

function viewRow(
  lead: ListedLead,
  address: LeadListAddress,
  locale: Locale,
  now: Date,
): LeadRowView {
  const form = findLeadForm(lead.formName)?.form;
  const request = [
    placeText(lead),
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
  };
}

type TabView = {
  key: string;
  href: string;
  text: string;
  count: string;
  isCurrent: boolean;
};

/** All, then a tab for each stage with how many leads stand there. A search stays while one changes. */
function viewTabs(counts: LeadCounts, address: LeadListAddress, locale: Locale): TabView[] {
  const tab = (status: LeadStatus | null): TabView => ({
    key: status ?? "all",
    href: buildLeadListPath({ status, search: address.search, olderThan: null }),
    text: status ? statusWord(status, locale) : m.staff_tab_all({}, { locale }),
    count: formatNumber(counts[status ?? "all"], locale),
    isCurrent: status === address.status,
  });
  return [null, ...LEAD_STATUSES].map(tab);
}
