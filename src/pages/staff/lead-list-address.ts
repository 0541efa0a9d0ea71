import { isLeadStatus, type LeadStatus } from "#domain/lead/lead.ts";
import { paths } from "#site/paths.ts";

/** Which leads the list shows, as the page's address says it. */
export type LeadListAddress = {
  status: LeadStatus | null;
  search: string;
  olderThan: string | null;
};

export function readLeadListAddress(url: URL): LeadListAddress {
  const status = url.searchParams.get("status");
  return {
    status: isLeadStatus(status) ? status : null,
    search: url.searchParams.get("q") ?? "",
    olderThan: url.searchParams.get("older_than"),
  };
}

/** The names and values of its parameters, without those that ask for nothing. */
export function listAddressQuery({ status, search, olderThan }: LeadListAddress) {
  const all = { status, q: search, older_than: olderThan };
  return Object.entries(all).flatMap(([name, value]) =>
    value ? [[name, value] as [string, string]] : [],
  );
}

/** The list itself, or one lead beside the same list. */
export function buildLeadListPath(address: LeadListAddress, reference?: string): string {
  const query = new URLSearchParams(listAddressQuery(address));
  const path = reference === undefined ? paths.leads() : paths.lead(reference);
  return query.size > 0 ? `${path}?${query}` : path;
}
