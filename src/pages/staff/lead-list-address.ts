import { type InboxColumn, readColumns } from "#domain/inbox/inbox-columns.ts";
import {
  DUE_FILTERS,
  EVERY_LEAD,
  INBOX_SORTS,
  type InboxFilter,
  type InboxSort,
  NONE,
} from "#domain/inbox/inbox-filter.ts";
import { isLeadStatus } from "#domain/lead/lead.ts";
import { isLeadResult } from "#domain/lead/outcome.ts";
import { paths } from "#site/paths.ts";
import { LEAD_KINDS } from "#values/lead-kind.ts";
import { isLocale } from "#values/locale.ts";
import { isSource, readTag } from "#values/lead-source.ts";
import { REGIONS } from "#values/province.ts";
import { isUuid } from "#values/uuid.ts";

/** Which leads the list shows, as given by the page's address. */
export type LeadListAddress = Omit<InboxFilter, "search"> & {
  /** As typed. */
  search: string;
  sort: InboxSort;
  /** What each row shows; null for what rows show by default. */
  columns: readonly InboxColumn[] | null;
  /** The saved view that it began with, by its id. */
  view: string | null;
  /** The reference of the last lead of the page before. */
  olderThan: string | null;
};

const AWAITED = "to_pass_on";
/** The owner of an address for whoever opens it: it can be shared. */
export const ME = "me";

export const FIRST_ADDRESS: LeadListAddress = {
  ...EVERY_LEAD,
  search: "",
  sort: "newest",
  columns: null,
  view: null,
  olderThan: null,
};

/** What an address does not have, or has but nobody can mean, does not narrow the list. */
export function readLeadListAddress(url: URL): LeadListAddress {
  const read = (name: string) => url.searchParams.get(name) || null;
  const code = <Code extends string>(name: string, codes: readonly Code[]) =>
    codes.find((each) => each === read(name)) ?? null;
  // Earlier addresses call the stage "status".
  const stage = read("stage") ?? read("status");
  const left = read("left");
  const outcome = read("outcome");
  const dealership = read("dealership");
  const language = read("language");
  const [source, campaign] = [read("source"), read("campaign")];
  return {
    kind: code("kind", LEAD_KINDS),
    stage: isLeadStatus(stage) ? stage : null,
    owner: read("owner"),
    dealership: dealership === NONE || (dealership && isUuid(dealership)) ? dealership : null,
    province: code("province", REGIONS),
    language: isLocale(language) ? language : null,
    source: source === NONE || isSource(source) ? source : null,
    campaign: campaign === NONE ? NONE : readTag(campaign),
    due: code("due", DUE_FILTERS),
    outcome: outcome && (isLeadResult(outcome) || isUuid(outcome)) ? outcome : null,
    left: isLeadStatus(left) ? left : null,
    hasCar: read("car") !== null,
    needsDocuments: read("documents") !== null,
    isAwaited: read("show") === AWAITED,
    from: readDay(read("from")),
    to: readDay(read("to")),
    search: read("q") ?? "",
    sort: code("sort", INBOX_SORTS) ?? FIRST_ADDRESS.sort,
    // A form sends each by itself.
    columns: readColumns(url.searchParams.getAll("columns").flatMap((each) => each.split(","))),
    view: read("view"),
    olderThan: read("older_than"),
  };
}

/** The names and values of its query parameters, without the empty ones. */
export function listAddressQuery(address: LeadListAddress): [string, string][] {
  const { kind, stage, owner, dealership, province, language, from, to, search } = address;
  const all = {
    kind,
    stage,
    owner,
    dealership,
    province,
    language,
    source: address.source,
    campaign: address.campaign,
    due: address.due,
    outcome: address.outcome,
    left: address.left,
    car: address.hasCar ? "1" : null,
    documents: address.needsDocuments ? "1" : null,
    show: address.isAwaited ? AWAITED : null,
    from,
    to,
    q: search,
    sort: address.sort === FIRST_ADDRESS.sort ? null : address.sort,
    columns: address.columns?.join(",") ?? null,
    view: address.view,
    older_than: address.olderThan,
  };
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

/** The same leads as a file. */
export function buildLeadsCsvPath(address: LeadListAddress): string {
  const query = new URLSearchParams(listAddressQuery({ ...address, olderThan: null }));
  return query.size > 0 ? `${paths.leadsCsv()}?${query}` : paths.leadsCsv();
}

/** Whether a form sent a field without a value: the same list has a shorter address. */
export function hasEmptyFields(url: URL): boolean {
  return [...url.searchParams.values()].includes("");
}

function readDay(text: string | null): string | null {
  if (text === null || !/^[12]\d{3}-\d\d-\d\d$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : null;
}
