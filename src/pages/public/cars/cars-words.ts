import { type Range, splitNameKey } from "#domain/search/facet-kinds.ts";
import { FACETS } from "#domain/search/facets.ts";
import type { Sort } from "#domain/search/search.ts";
import { m } from "#messages/messages.js";
import { formatKm, formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { provinceName } from "#values/province.ts";
import type { CarsQuery } from "./cars-address.ts";
import type { CarsView, LocationResult } from "./cars.server.ts";
import { capitalize, nameBodyTypes } from "#domain/landing/landing-name.ts";

/** "1 car", "64 cars"; in French none is singular as well. */
export function formatCarCount(count: number, locale: Locale): string {
  const isOne = count === 1 || (count === 0 && locale === "fr");
  const params = { count: formatNumber(count, locale) };
  return isOne ? m.cars_count_one(params) : m.cars_count(params);
}

/** "64 cars", "1,284 cars within 100 km of Toronto". */
export function formatResultCount(
  query: CarsQuery,
  { count, location }: Pick<CarsView, "count" | "location">,
  locale: Locale,
): string {
  const cars = formatCarCount(count, locale);
  return location.state === "found" && query.withinKm !== null
    ? m.cars_count_within({ cars, distance: formatKm(query.withinKm, locale), city: location.city })
    : cars;
}

/** The page's title from its filters, if they are simple: "Used Honda Civic in Ontario". */
export function formatPageTitle(
  query: CarsQuery,
  location: LocationResult,
  locale: Locale,
): string {
  const subject = titleSubject(query, locale);
  const where = titleLocation(query, location, locale);
  if (query.status === "sold") return m.cars_title_sold();
  if (subject && where) return capitalize(m.cars_title_subject_where({ subject, where }));
  if (subject) return capitalize(m.cars_title_subject({ subject }));
  return where ? m.cars_title_where({ where }) : m.cars_title();
}

function titleSubject(query: CarsQuery, locale: Locale): string | null {
  const [make, ...otherMakes] = query.make;
  const [model, ...otherModels] = query.model;
  if (make && otherMakes.length === 0) {
    return model && otherModels.length === 0 ? FACETS.model.label(model, locale) : make;
  }
  const [bodyType, ...otherTypes] = query.bodyType;
  return !make && bodyType && otherTypes.length === 0 ? nameBodyTypes(bodyType) : null;
}

function titleLocation(query: CarsQuery, location: LocationResult, locale: Locale): string | null {
  if (location.state === "found") return m.cars_where_near({ place: location.city });
  const [province, ...otherProvinces] = query.province;
  const [city, ...otherCities] = query.city;
  if (!province || otherProvinces.length > 0 || otherCities.length > 0) return null;
  return m.cars_where_in({
    place: city ? splitNameKey(city).inner : provinceName(province, locale),
  });
}

export function sortLabel(sort: Sort): string {
  const labels: Readonly<Record<Sort, () => string>> = {
    newest: m.cars_sort_newest,
    deal: m.cars_sort_deal,
    price: m.cars_sort_price,
    price_desc: m.cars_sort_price_desc,
    km: m.cars_sort_km,
    distance: m.cars_sort_distance,
    bids: m.cars_sort_bids,
  };
  return labels[sort]();
}

type Format = (value: number) => string;

/** "$10,000 to $20,000", "from 2018", "up to 50,000 km". */
export function formatRange({ min, max }: Range, format: Format): string {
  if (min !== null && max !== null) {
    return min === max ? format(min) : m.cars_range({ min: format(min), max: format(max) });
  }
  return min !== null
    ? m.cars_range_from({ min: format(min) })
    : m.cars_range_to({ max: format(max ?? 0) });
}

export function formatPaymentRange(
  { payment, every }: Pick<CarsQuery, "payment" | "every">,
  locale: Locale,
): string {
  const amount = formatRange(payment, (amountCad) => formatCad(amountCad, locale));
  return every === "monthly"
    ? m.cars_payment_monthly({ amount })
    : m.cars_payment_biweekly({ amount });
}
