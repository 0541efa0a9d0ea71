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

/** What a province asks for. A fact of `PROVINCE_FACTS` has its words here; a test holds the two together. */
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

export type ItemSource = {
  /** What the province asks for; null where we know no rule. */
  fact: string | null;
  /** The sentence that names the source or whom to ask. */
  says: (name: string, date: string) => string;
  source: Source;
};

/** What is known of an item in a province, and from whom; null where not even the province is known. */
export function findItemSource(
  item: ChecklistItem,
  provinceCode: ProvinceCode | null,
): ItemSource | null {
  if (!provinceCode) return null;
  const { facts, liens, registry } = PROVINCE_FACTS[provinceCode];
  const source = facts[item];
  const fact = FACT_WORDS[provinceCode]?.[item]?.() ?? null;
  if (source && fact) return { fact, source, says: (name, date) => m.deal_source({ name, date }) };
  if (item === "lien_search")
    return { fact: null, source: liens, says: (name) => m.deal_source_search({ name }) };
  return { fact: null, source: registry, says: (name) => m.deal_source_ask({ name }) };
}

/** The source's name, address and day in a language. */
export function describeSource({ name, url, checkedOn }: Source, locale: Locale) {
  return {
    name: typeof name === "string" ? name : name[locale],
    url: typeof url === "string" ? url : url[locale],
    date: formatDate(checkedOn, locale),
  };
}
