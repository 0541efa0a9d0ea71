import type { KnownNames } from "#domain/search/known-names.ts";
import { OPEN } from "#domain/search/facet-kinds.ts";
import { isUnderstood, readSearchText, type SearchText } from "#domain/search/search-text.ts";
import type { Locale } from "#values/locale.ts";
import { formatCity } from "#values/location/gazetteer.ts";
import { type CarsQuery, changeQuery } from "./cars-address.ts";

/**
 * The query with the facets named in its text as filters, so that each is shown as a chip and in
 * the form: the typed value replaces the chosen one. Words without a facet stay in the text. The
 * same query if there is none.
 */
export function applyTypedText(query: CarsQuery, known: KnownNames, locale: Locale): CarsQuery {
  if (query.text === "" || query.exact) return query;
  const read = readSearchText(query.text, known);
  if (!isUnderstood(read)) return query;
  const { filters, payment, sort, rest } = read;
  return changeQuery(query, {
    ...filters,
    ...(filters.make && { model: filters.model ?? [] }),
    ...(filters.province && { city: [] }),
    ...(filters.price && { by: "price", payment: OPEN }),
    ...(payment && {
      by: "payment",
      price: OPEN,
      payment: payment.range,
      every: payment.period,
    }),
    ...applyTypedCity(query, read, locale),
    ...(sort && { sort }),
    text: rest,
    // Alone, a remaining word may mean something else: "black" of "black leather".
    exact: rest !== "" && isUnderstood(readSearchText(rest, known)),
  });
}

function applyTypedCity(
  { near, withinKm }: CarsQuery,
  read: SearchText,
  locale: Locale,
): Partial<CarsQuery> {
  const { city, unnamedCity } = read;
  // "Near me" cannot be looked up: the field shows it, and asks for a city.
  const named = city ? formatCity(city, locale) : near || unnamedCity;
  return named ? { near: named, withinKm: read.withinKm ?? withinKm } : {};
}
