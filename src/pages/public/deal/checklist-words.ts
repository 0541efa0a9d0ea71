import { type ChecklistItem, PROVINCE_FACTS, type Source } from "#domain/deal/checklist.ts";
import { m } from "#messages/messages.js";
import { formatDate } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import type { ProvinceCode } from "#values/province.ts";

type Words = () => string;

export const ITEM_WORDS: Readonly<Record<ChecklistItem, { title: Words; text: Words }>> = {
  lien_search: { title: m.deal_item_lien_search, text: m.deal_item_lien_search_text },
  package: { title: m.deal_item_package, text: m.deal_item_package_text },
  safety: { title: m.deal_item_safety, text: m.deal_item_safety_text },
  tax: { title: m.deal_item_tax, text: m.deal_item_tax_text_private },
  insurance: { title: m.deal_item_insurance, text: m.deal_item_insurance_text },
  transfer: { title: m.deal_item_transfer, text: m.deal_item_transfer_text },
  plates: { title: m.deal_item_plates, text: m.deal_item_plates_text },
};

/**
 * What a province requires. Each fact of `PROVINCE_FACTS` has its text here; a test checks that
 * none is missing.
 */
export const FACT_WORDS: Readonly<
  Partial<Record<ProvinceCode, Partial<Record<ChecklistItem, Words>>>>
> = {
  AB: { transfer: m.deal_fact_ab_transfer },
  BC: { transfer: m.deal_fact_bc_transfer },
  NB: { transfer: m.deal_fact_nb_transfer },
  NL: { safety: m.deal_fact_nl_safety, transfer: m.deal_fact_nl_transfer },
  NS: { transfer: m.deal_fact_ns_transfer },
  ON: {
    lien_search: m.deal_fact_on_lien_search,
    package: m.deal_fact_on_package,
    safety: m.deal_fact_on_safety,
    transfer: m.deal_fact_on_transfer,
    plates: m.deal_fact_on_plates,
  },
  PE: { safety: m.deal_fact_pe_safety, transfer: m.deal_fact_pe_transfer },
  QC: {
    lien_search: m.deal_fact_qc_lien_search,
    tax: m.deal_fact_qc_tax,
    transfer: m.deal_fact_qc_transfer,
  },
};

/** The source of a checklist item, shown below what is to be done. */
export type ItemSource = {
  /** What the province requires; null if we know no rule. */
  fact: string | null;
  /** The sentence that names the source or whom to ask; null if there is nothing to add. */
  note: string | null;
  /** The link of the note; null if there is none. */
  href: string | null;
  /** We have not read the source's page ourselves. */
  isUnread: boolean;
};

const NO_SOURCE = { fact: null, note: null, href: null, isUnread: false } as const;

type Asked = {
  provinceCode: ProvinceCode | null;
  isSoldByDealership: boolean;
  /** The page shows an estimate of the tax. */
  hasTaxEstimate: boolean;
};

/** What is known of an item in a province, with its source. */
export function findItemSource(
  item: ChecklistItem,
  { provinceCode, isSoldByDealership, hasTaxEstimate }: Asked,
  locale: Locale,
): ItemSource {
  // No public body decides these two: the insurer and the seller who are paid do.
  if (item === "insurance") return { ...NO_SOURCE, note: m.deal_source_insurance() };
  if (item === "tax" && isSoldByDealership) return NO_SOURCE;
  if (!provinceCode) return { ...NO_SOURCE, note: m.deal_source_registry_unknown() };
  const { facts, liens, registry } = PROVINCE_FACTS[provinceCode];
  const known = facts[item];
  const fact = FACT_WORDS[provinceCode]?.[item]?.() ?? null;
  if (known?.checkedOn && fact) {
    const date = formatDate(known.checkedOn, locale);
    const note = m.deal_source({ name: nameSource(known, locale), date });
    return { fact, note, href: findAddress(known, locale), isUnread: false };
  }
  const requested = item === "lien_search" ? liens : registry;
  const words =
    item === "lien_search"
      ? m.deal_source_search
      : item === "tax" && hasTaxEstimate
        ? m.deal_source_tax
        : m.deal_source_ask;
  return {
    fact: null,
    note: words({ name: nameSource(requested, locale) }),
    href: findAddress(requested, locale),
    isUnread: requested.checkedOn === null,
  };
}

function nameSource({ name }: Source, locale: Locale): string {
  return typeof name === "string" ? name : name[locale];
}

function findAddress({ url }: Source, locale: Locale): string {
  return typeof url === "string" ? url : url[locale];
}
