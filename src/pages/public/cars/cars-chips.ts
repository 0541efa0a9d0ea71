import { m } from "#messages/messages.js";
import { formatKm } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { provinceName } from "#values/province.ts";
import {
  bodyTypeLabel,
  colourLabel,
  conditionLabel,
  driveLabel,
  fuelLabel,
  transmissionLabel,
} from "#values/vehicle-label.ts";
import { type CarsQuery, changed, OPEN, wholeProvinces } from "./cars-address.ts";
import { paymentRangeLabel, rangeLabel, sellerLabel } from "./cars-words.ts";
import { isOpen } from "#domain/search/search.ts";

/** A filter in force, and the query without it. */
export type Chip = { key: string; label: string; without: CarsQuery };

export function chipsOf(query: CarsQuery, locale: Locale, showsPayments: boolean): Chip[] {
  const chip = (key: string, label: string, changes: Partial<CarsQuery>): Chip => ({
    key,
    label,
    without: changed(query, changes),
  });
  const kmLabel = (km: number) => formatKm(km, locale);
  const cadLabel = (amountCad: number) => formatCad(amountCad, locale);
  const isRefinedMake = (make: string) => query.models.some((model) => model.make === make);
  return [
    ...(query.text ? [chip("q", m.cars_chip_text({ text: query.text }), { text: "" })] : []),
    ...(query.near
      ? [chip("near", m.cars_chip_near({ place: query.near }), placeless(query))]
      : []),
    ...(query.status === "sold" ? [chip("sold", m.cars_sold(), { status: "live" })] : []),
    ...codeChips(query, "bodyTypes", (code) => bodyTypeLabel(code, locale)),
    ...query.makes
      .filter((make) => !isRefinedMake(make))
      .map((make) => chip(`make ${make}`, make, { makes: query.makes.filter((m) => m !== make) })),
    ...query.models.map(({ make, model }) =>
      chip(`model ${make} ${model}`, `${make} ${model}`, {
        models: query.models.filter((each) => each.make !== make || each.model !== model),
      }),
    ),
    ...(isOpen(query.priceCad)
      ? []
      : [chip("price", rangeLabel(query.priceCad, cadLabel), { priceCad: OPEN })]),
    ...(isOpen(query.paymentCad) || !showsPayments
      ? []
      : [chip("pay", paymentRangeLabel(query.paymentCad, locale), { paymentCad: OPEN })]),
    ...(isOpen(query.year) ? [] : [chip("year", rangeLabel(query.year, String), { year: OPEN })]),
    ...(isOpen(query.odometerKm)
      ? []
      : [chip("km", rangeLabel(query.odometerKm, kmLabel), { odometerKm: OPEN })]),
    ...codeChips(query, "colours", (code) => colourLabel(code, locale)),
    ...codeChips(query, "transmissions", (code) => transmissionLabel(code, locale)),
    ...codeChips(query, "fuels", (code) => fuelLabel(code, locale)),
    ...codeChips(query, "drives", (code) => driveLabel(code, locale)),
    ...wholeProvinces(query).map((code) =>
      chip(`province ${code}`, provinceName(code, locale), {
        provinces: query.provinces.filter((each) => each !== code),
      }),
    ),
    ...query.cities.map(({ provinceCode, city }) =>
      chip(`city ${provinceCode} ${city}`, m.cars_chip_city({ city, province: provinceCode }), {
        cities: query.cities.filter(
          (each) => each.provinceCode !== provinceCode || each.city !== city,
        ),
      }),
    ),
    ...codeChips(query, "conditions", (code) => conditionLabel(code, locale)),
    ...codeChips(query, "sellers", sellerLabel),
  ];
}

type CodeList =
  | "bodyTypes"
  | "colours"
  | "transmissions"
  | "fuels"
  | "drives"
  | "conditions"
  | "sellers";

function codeChips<List extends CodeList>(
  query: CarsQuery,
  list: List,
  label: (code: CarsQuery[List][number]) => string,
): Chip[] {
  const chosen: readonly CarsQuery[List][number][] = query[list];
  return chosen.map((code) => ({
    key: `${list} ${code}`,
    label: label(code),
    without: changed(query, { [list]: chosen.filter((each) => each !== code) }),
  }));
}

function placeless(query: CarsQuery): Partial<CarsQuery> {
  return { near: "", sort: query.sort === "distance" ? "newest" : query.sort };
}
