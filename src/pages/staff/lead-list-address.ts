import { isLeadStatus, type LeadStatus } from "#domain/lead/lead.ts";
import { paths } from "#site/paths.ts";

/** Which leads the list shows, as given by the page's address. */
export type LeadListAddress = {
  status: LeadStatus | null;
  search: string;
  /** Only leads that wait to be passed on. */
  isAwaited: boolean;
  olderThan: string | null;
};

const AWAITED = "to_pass_on";

export function readLeadListAddress(url: URL): LeadListAddress {
  const status = url.searchParams.get("status");
  return {
    status: isLeadStatus(status) ? status : null,
    search: url.searchParams.get("q") ?? "",
    isAwaited: url.searchParams.get("show") === AWAITED,
    olderThan: url.searchParams.get("older_than"),
  };
}

/** The names and values of its query parameters, without the empty ones. */
export function listAddressQuery({ status, search, isAwaited, olderThan }: LeadListAddress) {
  const show = isAwaited ? AWAITED : null;
  const all = { status, show, q: search, older_than: olderThan };
  return Object.entries(all).flatMap(([name, value]) =>
    value ? [[name, value] as [string, string]] : [],
  );
}

/** The path of the list, or of one lead beside the same list. */
export function buildLeadListPath(address: LeadListAddress, reference?: string): string {
  const query = new URLSearchParams(listAddressQuery(address));
  const path = reference === undefined ? paths.leads() : paths.lead(reference);
  return query.size > 0 ? `${path}?${query}` : path;
}
