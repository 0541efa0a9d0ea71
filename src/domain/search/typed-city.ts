import { indexedCities, type City } from "#values/location/gazetteer.ts";
import { isProvince, parseRegion, type ProvinceCode, type RegionCode } from "#values/province.ts";
import { foldCityName } from "#values/text-fold.ts";
import { listPhrases, findPhrase, type Token } from "./text-tokens.ts";

const LONGEST_CITY_WORDS = 4;

/**
 * A city with at least this population is recognized without a word such as "in"; "Golden" is first
 * of all a colour.
 */
const WELL_KNOWN_FROM_PEOPLE = 100_000;

/** Words after which a location follows. */
const BEFORE_CITIES = listPhrases([
  [
    true,
    "in, near, around, at, close to, nearby, from, of, a, au, en, de, d, pres de, pres d, proche de, autour de, autour d, region de, dans la region de",
  ],
]);

/** Codes and short names of provinces that are also ordinary words: "on sale", « que », "man". */
// oxfmt-ignore
const NO_PROVINCE_ALONE = new Set(["on", "que", "man", "pe", "pq", "cb", "ipe", "nf", "nt", "nu", "yt"]);

/** "calgary", "London, ON", « à Québec »: the city named by the words from this position on. */
export function findTypedCity(
  tokens: readonly Token[],
  at: number,
  towns: ReadonlySet<string>,
): { city: City; length: number } | null {
  const words = tokens.slice(at, at + LONGEST_CITY_WORDS).map(({ word }) => word);
  for (let length = words.length; length > 0; length -= 1) {
    const name = words.slice(0, length).join(" ");
    const named = citiesByName().get(foldCityName(name)) ?? citiesByName().get(name);
    if (!named) continue;
    const region = readRegion(tokens, at + length);
    const inRegion = region && named.find(({ provinceCode }) => provinceCode === region.code);
    if (region && inRegion) return { city: inRegion, length: length + region.length };
    const [largest] = named;
    if (!largest) continue;
    const isKnown = towns.has(name) || largest.population >= WELL_KNOWN_FROM_PEOPLE;
    if (isProvinceName(tokens, at, name) || !(isKnown || isCityExpected(tokens, at))) continue;
    return { city: largest, length };
  }
  return null;
}

/** "ontario", "BC", « Île-du-Prince-Édouard ». */
export function findTypedProvince(
  tokens: readonly Token[],
  at: number,
): { code: ProvinceCode; length: number } | null {
  const region = readRegion(tokens, at);
  if (!region || !isProvince(region.code)) return null;
  const isWord = region.length === 1 && NO_PROVINCE_ALONE.has(tokens[at]?.word ?? "");
  return isWord ? null : { code: region.code, length: region.length };
}

/** Whether a word such as "in" is directly before. */
function isCityExpected(tokens: readonly Token[], at: number): boolean {
  return [3, 2, 1].some(
    (length) => at >= length && findPhrase(tokens, at - length, BEFORE_CITIES)?.length === length,
  );
}

/** « au Québec » is the province, « à Québec » the city. */
function isProvinceName(tokens: readonly Token[], at: number, name: string): boolean {
  return parseRegion(name) !== null && tokens[at - 1]?.raw.toLowerCase() !== "à";
}

function readRegion(
  tokens: readonly Token[],
  at: number,
): { code: RegionCode; length: number } | null {
  const words = tokens.slice(at, at + LONGEST_CITY_WORDS).map(({ word }) => word);
  for (let length = words.length; length > 0; length -= 1) {
    const code = parseRegion(words.slice(0, length).join(" "));
    if (code) return { code, length };
  }
  return null;
}

let byName: Map<string, City[]> | undefined;

/** The cities by name; of several with one name, the most populous first. */
function citiesByName(): ReadonlyMap<string, readonly City[]> {
  if (byName) return byName;
  byName = new Map();
  for (const { city, foldedNames } of indexedCities()) {
    for (const name of foldedNames) byName.set(name, [...(byName.get(name) ?? []), city]);
  }
  return byName;
}
