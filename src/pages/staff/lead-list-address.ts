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

/** The list itself, or one lead beside the same list. */
export function buildLeadListPath(address: LeadListAddress, reference?: string): string {
  const query = new URLSearchParams();
  if (address.status) query.set("status", address.status);
  if (address.search) query.set("q", address.search);
  if (address.olderThan) query.set("older_than", address.olderThan);
  const path = reference === undefined ? paths.leads() : paths.lead(reference);
  return query.size > 0 ? `${path}?${query}` : path;
}
