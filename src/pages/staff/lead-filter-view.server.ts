import { DUE_FILTERS, type DueFilter, NONE } from "#domain/inbox/inbox-filter.ts";
import { listInboxChoices } from "#domain/inbox/inbox-queries.server.ts";
import { kindWord, languageWord, statusWord } from "#domain/lead/lead-words.ts";
import { sourceWord } from "#domain/lead/source-words.ts";
import { m } from "#messages/messages.js";
import { formatDate } from "#values/format.ts";
import { LEAD_KINDS } from "#values/lead-kind.ts";
import { SOURCES } from "#values/lead-source.ts";
import { type Locale, LOCALES } from "#values/locale.ts";
import { provinceName, REGIONS } from "#values/province.ts";
import { buildLeadListPath, FIRST_ADDRESS, type LeadListAddress, ME } from "./lead-list-address.ts";

type Option = { value: string; text: string };

export type LeadFiltersView = {
  options: Record<
    "kind" | "owner" | "due" | "outcome" | "dealership" | "province" | "language" | "source",
    Option[]
  >;
  /** The filters in use, each with the list without it. */
  chips: { key: string; text: string; href: string }[];
};

const DUE_WORDS = {
  overdue: m.inbox_due_overdue,
  today: m.inbox_due_today,
  met: m.inbox_due_met,
  late: m.inbox_due_late,
} as const satisfies Record<DueFilter, unknown>;

/** The filters of the list: what can be chosen, and what is. */
export async function viewLeadFilters(
  address: LeadListAddress,
  locale: Locale,
): Promise<LeadFiltersView> {
  const { owners, dealerships, reasons } = await listInboxChoices();
  const named = ({ id, name }: { id: string; name: string }) => ({ value: id, text: name });
  const options = {
    kind: LEAD_KINDS.map((kind) => ({ value: kind, text: kindWord(kind, locale) })),
    owner: [
      { value: ME, text: m.inbox_owner_me({}, { locale }) },
      { value: NONE, text: m.inbox_owner_none({}, { locale }) },
      ...owners.map(named),
    ],
    due: DUE_FILTERS.map((due) => ({ value: due, text: DUE_WORDS[due]({}, { locale }) })),
    outcome: [
      { value: "won", text: m.outcome_won({}, { locale }) },
      { value: "lost", text: m.outcome_lost({}, { locale }) },
      ...reasons.map(({ id, nameEn, nameFr }) => ({
        value: id,
        text: m.inbox_lost_because({ reason: locale === "fr" ? nameFr : nameEn }, { locale }),
      })),
    ],
    dealership: [
      { value: NONE, text: m.inbox_dealership_none({}, { locale }) },
      ...dealerships.map(named),
    ],
    province: REGIONS.map((code) => ({ value: code, text: provinceName(code, locale) })),
    language: LOCALES.map((code) => ({ value: code, text: languageWord(code, locale) })),
    source: [
      ...SOURCES.map((code) => ({ value: code, text: sourceWord(code, locale) })),
      { value: NONE, text: m.inbox_source_none({}, { locale }) },
    ],
  };
  return { options, chips: viewChips(address, options, locale) };
}

function viewChips(
  address: LeadListAddress,
  options: LeadFiltersView["options"],
  locale: Locale,
): LeadFiltersView["chips"] {
  const without = (change: Partial<LeadListAddress>) =>
    buildLeadListPath({ ...address, olderThan: null, ...change });
  const field = (name: string, value: string) =>
    m.inbox_chip_field({ field: name, value }, { locale });
  const chosen = (name: keyof LeadFiltersView["options"], label: string, otherwise = "") => {
    const value = address[name];
    if (!value) return [];
    const text = options[name].find((option) => option.value === value)?.text ?? otherwise;
    return [{ key: name, text: field(label, text), href: without({ [name]: null }) }];
  };
  const day = (name: "from" | "to", label: string) => {
    const value = address[name];
    if (!value) return [];
    const text = field(label, formatDate(value, locale));
    return [{ key: name, text, href: without({ [name]: null }) }];
  };
  const ticked = (name: "hasCar" | "needsDocuments", text: string) =>
    address[name] ? [{ key: name, text, href: without({ [name]: false }) }] : [];
  const { search } = address;
  const found = search.trim()
    ? [
        {
          key: "q",
          text: m.inbox_chip_search({ text: search.trim() }, { locale }),
          href: without({ search: FIRST_ADDRESS.search }),
        },
      ]
    : [];
  const left = address.left
    ? [
        {
          key: "left",
          text: field(m.inbox_left({}, { locale }), statusWord(address.left, locale)),
          href: without({ left: null }),
        },
      ]
    : [];
  const campaign = address.campaign
    ? [
        {
          key: "campaign",
          text: field(
            m.inbox_campaign({}, { locale }),
            address.campaign === NONE ? m.inbox_campaign_none({}, { locale }) : address.campaign,
          ),
          href: without({ campaign: null }),
        },
      ]
    : [];
  return [
    ...found,
    ...chosen("kind", m.inbox_kind({}, { locale })),
    ...chosen("owner", m.inbox_owner({}, { locale }), m.inbox_owner_gone({}, { locale })),
    ...chosen("due", m.inbox_due({}, { locale })),
    ...chosen("outcome", m.outcome_title({}, { locale })),
    ...left,
    ...chosen("dealership", m.inbox_dealership({}, { locale })),
    ...chosen("province", m.inbox_province({}, { locale })),
    ...chosen("language", m.inbox_language({}, { locale })),
    ...chosen("source", m.inbox_source({}, { locale })),
    ...campaign,
    ...ticked("hasCar", m.inbox_car({}, { locale })),
    ...ticked("needsDocuments", m.inbox_documents({}, { locale })),
    ...day("from", m.inbox_from({}, { locale })),
    ...day("to", m.inbox_to({}, { locale })),
  ];
}
