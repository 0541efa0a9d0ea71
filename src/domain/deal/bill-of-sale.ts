import type { Fact } from "#domain/declaration/declaration.ts";
import { m } from "#messages/messages.js";
import { formatDate, formatNumber, formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { provinceName } from "#values/province.ts";
import { bodyTypeLabel, colourLabel } from "#values/vehicle-label.ts";
import type { Party } from "./deal-parties.server.ts";
import type { DealSide } from "./deal-state.ts";
import type { Deal } from "./deal.table.ts";

// The bill of sale as data, for its page and its PDF. What nobody told is a blank to fill in by hand;
// licence numbers and dates of birth are always one. Each label stands in both languages.

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
  /** Each over a line to sign on. */
  signatures: readonly Bilingual[];
  footer: Bilingual;
};

/** What the seller declared of each fact of the car, in words; also that they did not. */
export type DeclaredWords = Readonly<Record<Locale, readonly { fact: Fact; value: string }[]>>;

type Words = (inputs: Record<string, never>, options: { locale: Locale }) => string;

/** @param declaredWords null where the listing is no longer there: then each fact is written by hand */
export function buildBillOfSale(
  deal: Deal,
  parties: Readonly<Record<DealSide, Party>>,
  declaredWords: DeclaredWords | null,
): BillOfSale {
  const languages = deal.provinceCode === "QC" ? (["fr", "en"] as const) : (["en", "fr"] as const);
  const [first] = languages;
  const both = (write: (locale: Locale) => string): Bilingual => [
    write(languages[0]),
    write(languages[1]),
  ];
  const say = (words: Words) => both((locale) => words({}, { locale }));
  const line = (words: Words, value: string | null = null): BillLine => ({
    label: say(words),
    value: value || null,
  });
  /** One value where both languages write the same. */
  const shown = (write: (locale: Locale) => string) => [...new Set(both(write))].join(" / ");
  const declared = (fact: Fact) =>
    declaredWords &&
    shown((locale) => declaredWords[locale].find((line) => line.fact === fact)?.value ?? "");
  const kilometres = (km: number | null) => (km === null ? null : `${formatNumber(km, first)} km`);
  const person = (title: Words, { name, address, phone }: Party) => ({
    title: say(title),
    lines: [
      line(m.deal_bill_name, name),
      line(m.deal_bill_address, address),
      line(m.deal_bill_phone, phone && formatPhone(phone, first)),
      line(m.deal_bill_licence),
    ],
  });
  const { bodyType, exteriorColour, handoverOdometerKm, endedAt, provinceCode } = deal;
  return {
    languages,
    title: say(m.deal_bill_title),
    sections: [
      person(m.deal_bill_seller, parties.seller),
      person(m.deal_bill_buyer, parties.buyer),
      {
        title: say(m.deal_bill_car),
        lines: [
          line(m.deal_bill_year, String(deal.year)),
          line(m.deal_bill_make, [deal.make, deal.model, deal.trim].filter(Boolean).join(" ")),
          line(m.deal_bill_vin, deal.vin),
          line(m.deal_bill_body, bodyType && shown((locale) => bodyTypeLabel(bodyType, locale))),
          line(
            m.deal_bill_colour,
            exteriorColour && shown((locale) => colourLabel(exteriorColour, locale)),
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
        title: say(m.deal_bill_sale),
        lines: [
          line(m.deal_bill_price, formatCad(deal.priceCad, first)),
          line(m.deal_bill_deposit),
          line(m.deal_bill_payment),
          line(
            m.deal_bill_date,
            deal.state === "handed_over" && endedAt ? formatDate(endedAt, first) : null,
          ),
          line(
            m.deal_bill_place,
            [deal.city, provinceCode && provinceName(provinceCode, first)]
              .filter(Boolean)
              .join(", "),
          ),
          line(m.deal_bill_conditions),
        ],
      },
    ],
    statement: say(m.deal_bill_statement),
    signaturesTitle: say(m.deal_bill_signatures),
    signatures: [say(m.deal_bill_signature_seller), say(m.deal_bill_signature_buyer)],
    footer: both((locale) => m.deal_bill_footer({ reference: deal.reference }, { locale })),
  };
}
