import type { Fact } from "#domain/declaration/declaration.ts";
import { m } from "#messages/messages.js";
import { formatDate, formatNumber, formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { type ProvinceCode, provinceName } from "#values/province.ts";
import { bodyTypeLabel, colourLabel } from "#values/vehicle-label.ts";
import type { Party } from "./deal-parties.server.ts";
import type { DealSide } from "./deal-state.ts";
import type { Deal } from "./deal.table.ts";

// The bill of sale as data, for its page and its PDF. What is not known is a blank to fill in by
// hand; licence numbers and dates of birth are always blank. Each label is in both languages.

/** Words in the first and the second language of the province. */
export type Bilingual = readonly [first: string, second: string];

/** `value` is null for a blank. */
export type BillLine = { label: Bilingual; value: string | null };

export type BillOfSale = {
  /** Quebec's bill is French first, every other one English. */
  languages: readonly [Locale, Locale];
  title: Bilingual;
  sections: readonly { title: Bilingual; lines: readonly BillLine[] }[];
  statement: Bilingual;
  signaturesTitle: Bilingual;
  /** The names under the two lines for signatures. */
  signatures: readonly Bilingual[];
  footer: Bilingual;
};

/** What the seller declared of each fact of the car, in words; also that they did not. */
export type DeclaredWords = Readonly<Record<Locale, readonly { fact: Fact; value: string }[]>>;

type Words = (inputs: Record<string, never>, options: { locale: Locale }) => string;

/** A blank bill of a province, without any deal. */
export function buildBlankBillOfSale(provinceCode: ProvinceCode): BillOfSale {
  return writeBill({ provinceCode }, { seller: {}, buyer: {} }, null);
}

/** @param declaredWords null if the listing was deleted: then each fact is left blank */
export function buildBillOfSale(
  deal: Deal,
  parties: Readonly<Record<DealSide, Party>>,
  declaredWords: DeclaredWords | null,
): BillOfSale {
  return writeBill(deal, parties, declaredWords);
}

/** An absent or null argument makes a blank. */
function writeBill(
  deal: Pick<Deal, "provinceCode"> & Partial<Deal>,
  parties: Readonly<Record<DealSide, Partial<Party>>>,
  declaredWords: DeclaredWords | null,
): BillOfSale {
  const languages = deal.provinceCode === "QC" ? (["fr", "en"] as const) : (["en", "fr"] as const);
  const [first] = languages;
  const both = (write: (locale: Locale) => string): Bilingual => [
    write(languages[0]),
    write(languages[1]),
  ];
  const inBothLanguages = (words: Words) => both((locale) => words({}, { locale }));
  const line = (words: Words, value?: string | null): BillLine => ({
    label: inBothLanguages(words),
    value: value || null,
  });
  /** The value once if it is the same in both languages, else both. */
  const onceIfSame = (write: (locale: Locale) => string) => [...new Set(both(write))].join(" / ");
  const declared = (fact: Fact) =>
    declaredWords &&
    onceIfSame((locale) => declaredWords[locale].find((line) => line.fact === fact)?.value ?? "");
  const kilometres = (km: number | null = null) =>
    km === null ? null : `${formatNumber(km, first)} km`;
  const person = (title: Words, { name, address, phone }: Partial<Party>) => ({
    title: inBothLanguages(title),
    lines: [
      line(m.deal_bill_name, name),
      line(m.deal_bill_address, address),
      line(m.deal_bill_phone, phone && formatPhone(phone, first)),
      line(m.deal_bill_licence),
    ],
  });
  const { bodyType, exteriorColour, handoverOdometerKm, endedAt, provinceCode } = deal;
  const { year, priceCad, reference } = deal;
  return {
    languages,
    title: inBothLanguages(m.deal_bill_title),
    sections: [
      person(m.deal_bill_seller, parties.seller),
      person(m.deal_bill_buyer, parties.buyer),
      {
        title: inBothLanguages(m.deal_bill_car),
        lines: [
          line(m.deal_bill_year, year === undefined ? null : String(year)),
          line(m.deal_bill_make, [deal.make, deal.model, deal.trim].filter(Boolean).join(" ")),
          line(m.deal_bill_vin, deal.vin),
          line(
            m.deal_bill_body,
            bodyType && onceIfSame((locale) => bodyTypeLabel(bodyType, locale)),
          ),
          line(
            m.deal_bill_colour,
            exteriorColour && onceIfSame((locale) => colourLabel(exteriorColour, locale)),
          ),
          line(m.deal_bill_odometer_declared, kilometres(deal.odometerKm)),
          line(m.declared_odometer_reading_short, declared("odometerReading")),
          line(m.deal_bill_odometer, kilometres(handoverOdometerKm)),
          line(m.deal_bill_plate),
          line(m.deal_bill_brand, declared("brand")),
          line(m.deal_bill_accidents, declared("accidents")),
          line(m.deal_bill_lien, declared("lien")),
        ],
      },
      {
        title: inBothLanguages(m.deal_bill_sale),
        lines: [
          line(m.deal_bill_price, priceCad === undefined ? null : formatCad(priceCad, first)),
          line(m.deal_bill_deposit),
          line(m.deal_bill_payment),
          line(
            m.deal_bill_date,
            deal.state === "handed_over" && endedAt ? formatDate(endedAt, first) : null,
          ),
          line(
            m.deal_bill_place,
            // The blank bill has no reference; its footer names the province.
            reference &&
              [deal.city, provinceCode && provinceName(provinceCode, first)]
                .filter(Boolean)
                .join(", "),
          ),
          line(m.deal_bill_conditions),
        ],
      },
    ],
    statement: inBothLanguages(m.deal_bill_statement),
    signaturesTitle: inBothLanguages(m.deal_bill_signatures),
    signatures: [
      inBothLanguages(m.deal_bill_signature_seller),
      inBothLanguages(m.deal_bill_signature_buyer),
    ],
    footer: both((locale) =>
      reference
        ? m.deal_bill_footer({ reference }, { locale })
        : m.deal_blank_bill_footer(
            { province: provinceCode ? provinceName(provinceCode, locale) : "" },
            { locale },
          ),
    ),
  };
}
