import { parseRegion, type RegionCode } from "#values/province.ts";
import { foldCityName, foldText } from "#values/text-fold.ts";
import { type IndexedCity, indexedCities, type City, cityById } from "./gazetteer.ts";
import { readLocationText } from "./location-text.ts";

/**
 * Cities that a partly typed text may mean: exact names first, then names that begin so, then names
 * with a word that begins so; equal ones sorted by population. Reads "london, on" and "St. John's
 * NL"; a postal code gives the cities of its district, a province its largest ones.
 */
export function searchCities(text: string, limit: number): City[] {
  const { readings, postalPrefix } = readLocationText(text);
  const found = new Map<string, { city: City; rank: number }>();
  for (const { names, regions } of readings) {
    for (const name of names) {
      for (const { place, rank } of matches(name, regions)) {
        const known = found.get(place.placeId);
        if (!known || known.rank > rank) found.set(place.placeId, { city: place, rank });
      }
    }
  }
  const ranked = [...found.values()].toSorted(
    (a, b) => a.rank - b.rank || b.city.population - a.city.population,
  );
  const isRegionName = ranked[0]?.rank !== EXACT && isNameOfRegion(text);
  const cities = isRegionName ? [] : ranked.map(({ city }) => city);
  return (cities.length > 0 ? cities : townsOfRegion(text, postalPrefix)).slice(0, limit);
}

/** A name, not a code: "pe" is more likely the beginning of Peterborough than a whole province. */
function isNameOfRegion(text: string): boolean {
  return foldText(text).length > 3 && parseRegion(text) !== null;
}

const EXACT = 0;
const PREFIX = 1;
const WORD_PREFIX = 2;

function matches(name: string, regions: readonly RegionCode[] | null) {
  const typed = typedForms(name);
  if (typed.length === 0) return [];
  return indexedCities().flatMap(({ city, foldedNames }) => {
    if (regions && !regions.includes(city.provinceCode)) return [];
    const rank = rankNames(foldedNames, typed);
    return rank === null ? [] : [{ place: city, rank }];
  });
}

function rankNames(foldedNames: IndexedCity["foldedNames"], typed: readonly string[]) {
  const some = (test: (name: string, typed: string) => boolean) =>
    foldedNames.some((name) => typed.some((form) => test(name, form)));
  if (some((name, form) => name === form.trimEnd())) return EXACT;
  if (some((name, form) => name.startsWith(form))) return PREFIX;
  return some((name, form) => name.includes(` ${form}`)) ? WORD_PREFIX : null;
}

/** As typed, and with Saint as St: then the word is whole, and "saint" does not find Stratford. */
function typedForms(name: string): string[] {
  const folded = foldText(name);
  if (!folded) return [];
  const canonical = foldCityName(name);
  const isWholeWord = canonical !== folded && /\bste?$/.test(canonical);
  return [...new Set([folded, isWholeWord ? `${canonical} ` : canonical])];
}

function townsOfRegion(text: string, postalPrefix: string | null): City[] {
  if (postalPrefix) {
    return townsOfPostalPrefix(postalPrefix).flatMap((placeId) => cityById(placeId) ?? []);
  }
  const region = parseRegion(text);
  return indexedCities()
    .filter(({ city }) => city.provinceCode === region)
    .map(({ city }) => city);
}

/**
 * The largest cities of each of Canada Post's districts (the first letter of a postal code), by our
 * place ids. A postal code alone says no more: the person picks one, or types the city.
 */
const TOWNS: ReadonlyMap<string, readonly string[]> = new Map([
  ["A", ["st-john-s-nl", "corner-brook-nl", "gander-nl"]],
  ["B", ["halifax-ns", "sydney-ns", "truro-ns"]],
  ["C", ["charlottetown-pe", "summerside-pe"]],
  ["E", ["moncton-nb", "saint-john-nb", "fredericton-nb"]],
  ["G", ["quebec-qc", "levis-qc", "saguenay-qc", "trois-rivieres-qc"]],
  ["H", ["montreal-qc", "laval-qc"]],
  ["J", ["longueuil-qc", "gatineau-qc", "sherbrooke-qc", "saint-jerome-qc"]],
  ["K", ["ottawa-on", "kingston-on", "peterborough-on"]],
  ["L", ["mississauga-on", "brampton-on", "hamilton-on", "barrie-on"]],
  ["M", ["toronto-on", "scarborough-on", "north-york-on", "etobicoke-on"]],
  ["N", ["london-on", "kitchener-on", "windsor-on", "guelph-on"]],
  ["P", ["greater-sudbury-on", "thunder-bay-on", "sault-ste-marie-on"]],
  ["R", ["winnipeg-mb", "brandon-mb"]],
  ["S", ["saskatoon-sk", "regina-sk"]],
  ["T", ["calgary-ab", "edmonton-ab", "red-deer-ab"]],
  ["V", ["vancouver-bc", "surrey-bc", "victoria-bc", "kelowna-bc"]],
  ["X", ["yellowknife-nt", "iqaluit-nu"]],
  ["Y", ["whitehorse-yt"]],
]);

export const POSTAL_DISTRICTS = [...TOWNS.keys()];

export function townsOfPostalPrefix(postalPrefix: string): readonly string[] {
  return TOWNS.get(postalPrefix.charAt(0).toUpperCase()) ?? [];
}
