import type { KnownNames } from "#domain/search/known-names.ts";
import { OPEN } from "#domain/search/facet-kinds.ts";
import { isUnderstood, readSearchText, type SearchText } from "#domain/search/search-text.ts";
import type { Locale } from "#values/locale.ts";
import { formatCity } from "#values/location/gazetteer.ts";
import { type CarsQuery, changeQuery } from "./cars-address.ts";

/**
 * The query with what its text asks of facets as their filters, so that each is shown as a chip and
 * in the form: what is typed last takes the place of what was chosen before. What means nothing to
 * them stays the text. The same query where nothing is taken.
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
    // Out of its text, a word may read like something else: "black" of "black leather".
    exact: rest !== "" && isUnderstood(readSearchText(rest, known)),
  });
}

function applyTypedCity(
  { near, withinKm }: CarsQuery,
  read: SearchText,
  locale: Locale,
): Partial<CarsQuery> {
  const { city, unnamedCity } = read;
  // Nobody can look up "near me": the field says so, and asks for a town.
  const named = city ? formatCity(city, locale) : near || unnamedCity;
  return named ? { near: named, withinKm: read.withinKm ?? withinKm } : {};
}
