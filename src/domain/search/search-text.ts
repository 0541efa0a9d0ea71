import type { City } from "#values/location/gazetteer.ts";
import { type Code, isOpen, OPEN, type Range, splitNameKey } from "./facet-kinds.ts";
import { type CodesName, FACETS, type FilterName, type SetName } from "./facets.ts";
import { findName, findNamedMakes, indexNames, type KnownNames } from "./known-names.ts";
import { isConjunction, isOfTheCar, NAMED } from "./named-values.ts";
import { RADII_KM, type SearchFilters, type Sort } from "./search.ts";
import { findPhrase, listPhrases, splitTokens, type Token, wordBeginning } from "./text-tokens.ts";
import { type PaymentPeriod, readTypedAmount, type TypedAmount } from "./typed-amounts.ts";
import { findTypedProvince, findTypedCity } from "./typed-city.ts";
import { NEAR_ME, NEGATIONS, NOT_NAMES, SAYS_NOTHING, WISHES } from "./typed-words.ts";

/**
 * The parsed text of a search such as "honda civic under 20000 in calgary": the filters of each
 * facet, and the remaining words.
 */
export type SearchText = {
  filters: Partial<Pick<SearchFilters, FilterName>>;
  payment: { range: Range; period: PaymentPeriod } | null;
  city: City | null;
  /** The words such as "near me", which mean a location without naming it. */
  unnamedCity: string | null;
  /** The distance around the location; null if the text says none. */
  withinKm: number | null;
  sort: Sort | null;
  /** The words that mean none of these, as typed; "" if everything is understood. */
  rest: string;
};

/** The state of the parser. */
type Reading = Omit<SearchText, "filters" | "rest"> & {
  makes: Set<string>;
  models: string[];
  codes: Map<CodesName | SetName, Code[]>;
  ranges: Map<FilterName, Range>;
  /** Single years; two of them mean the range between them. */
  years: number[];
  /** The limit that "cheap" means, if the text says no price. */
  mostCad: number | null;
  left: Token[];
};

/**
 * Parses a text in both languages: makes and models, amounts with their limits, named values,
 * locations, a sort order. Spellings with or without spaces are equal: "crv", "CR-V", "f 150". A
 * model whose name is only a number or two letters ("300", "TT") counts only if its make is named
 * too. Words without a meaning here remain; only words that say nothing about a car are dropped.
 */
export function readSearchText(text: string, known: KnownNames): SearchText {
  const tokens = splitTokens(text);
  const names = indexNames(known);
  const namedMakes = findNamedMakes(tokens, names);
  const reading = startReading();
  const readName: Reader = (at) => {
    const name = findName(tokens, at, names, namedMakes);
    if (!name) return 0;
    if (name.make) reading.makes.add(name.make);
    reading.models.push(...name.models);
    return name.length;
  };
  const readers: readonly Reader[] = [
    (at) => leaveUnread(tokens, at, reading),
    readName,
    (at) => readAmount(tokens, at, reading),
    (at) => readCity(tokens, at, names.towns, reading),
    (at) => readWish(tokens, at, reading),
    (at) => readNamedValue(tokens, at, reading),
    (at) => findPhrase(tokens, at, SAYS_NOTHING)?.length ?? 0,
  ];
  for (let at = 0; at < tokens.length;) {
    let length = 0;
    for (const read of readers) if (length === 0) length = read(at);
    const token = tokens[at];
    if (length === 0 && token) reading.left.push(token);
    at += Math.max(length, 1);
  }
  return finish(reading);
}

function startReading(): Reading {
  return {
    payment: null,
    city: null,
    unnamedCity: null,
    withinKm: null,
    sort: null,
    makes: new Set(),
    models: [],
    codes: new Map(),
    ranges: new Map(),
    years: [],
    mostCad: null,
    left: [],
  };
}

/** Parses the words at a position; returns how many it used, 0 if it knows none of them. */
type Reader = (at: number) => number;

function finish(reading: Reading): SearchText {
  const { payment, city, unnamedCity, withinKm, sort, ...read } = reading;
  const { makes, models, codes, ranges, years, mostCad, left } = read;
  if (years.length > 0 && !ranges.has("year")) {
    ranges.set("year", { min: Math.min(...years), max: Math.max(...years) });
  }
  if (mostCad !== null && payment === null && isOpen(ranges.get("price") ?? OPEN)) {
    ranges.set("price", { min: null, max: mostCad });
  }
  const ofNamedMakes = models.filter((model) => makes.has(splitNameKey(model).outer));
  const chosen = [...new Set(ofNamedMakes.length > 0 ? ofNamedMakes : models)];
  const outers = chosen.map((model) => splitNameKey(model).outer);
  const entries: [FilterName, readonly Code[] | Range][] = [...codes, ...ranges];
  if (makes.size > 0 || chosen.length > 0)
    entries.push(["make", [...new Set([...makes, ...outers])]]);
  if (chosen.length > 0) entries.push(["model", chosen]);
  return {
    filters: Object.fromEntries(entries),
    payment,
    city,
    unnamedCity,
    withinKm,
    sort,
    rest: left.map(({ raw }) => raw).join(" "),
  };
}

/** Phrases that look like a value but are not, and values that the person excludes, stay words. */
function leaveUnread(tokens: readonly Token[], at: number, { left }: Reading): number {
  const found = findPhrase(tokens, at, NOT_NAMES);
  const isNegation = NEGATIONS.has(tokens[at]?.word ?? "") && !isPhraseOfItsOwn(tokens, at);
  const unwanted = isNegation ? findNegated(tokens, at + 1) : 0;
  const length = found?.length ?? (unwanted > 0 ? unwanted + 1 : 0);
  left.push(...tokens.slice(at, at + length));
  return length;
}

/** "no more than", « pas cher ». */
function isPhraseOfItsOwn(tokens: readonly Token[], at: number): boolean {
  return (
    findPhrase(tokens, at, WISHES) !== null ||
    findPhrase(tokens, at, NAMED) !== null ||
    readTypedAmount(tokens, at) !== null
  );
}

/** The number of words of a negated value: "not red", « pas de diesel ». */
function findNegated(tokens: readonly Token[], at: number): number {
  const isArticle = ["a", "an", "the", "d", "de", "un", "une"].includes(tokens[at]?.word ?? "");
  const from = isArticle ? at + 1 : at;
  const found = findPhrase(tokens, from, NAMED);
  return found ? from - at + found.length : 0;
}

function readAmount(tokens: readonly Token[], at: number, reading: Reading): number {
  const found = readTypedAmount(tokens, at);
  if (!found) return readLeastCount(tokens, at, reading);
  const { amount, length } = found;
  if (amount.of === "distance")
    return readDistance(tokens, at, { ...found, km: amount.km }, reading);
  return takeAmount(amount, reading) ? length : 0;
}

/** False if it is not possible: a text may contain a price or a payment, not both. */
function takeAmount(amount: Exclude<TypedAmount, { of: "distance" }>, reading: Reading): boolean {
  const { ranges, payment } = reading;
  if (amount.of === "payment") {
    if (ranges.has("price") || (payment && payment.period !== amount.period)) return false;
    reading.payment = {
      range: joinRanges(payment?.range ?? OPEN, amount.range),
      period: amount.period,
    };
  } else if (amount.isExact) reading.years.push(amount.range.min ?? 0);
  else if (amount.of === "price" && payment) return false;
  else ranges.set(amount.of, joinRanges(ranges.get(amount.of) ?? OPEN, amount.range));
  return true;
}

/** "over 10000 under 20000". */
function joinRanges(one: Range, other: Range): Range {
  return { min: other.min ?? one.min, max: other.max ?? one.max };
}

/** "within 50 km of Toronto". */
function readDistance(
  tokens: readonly Token[],
  at: number,
  { km, length }: { km: number; length: number },
  reading: Reading,
): number {
  const isBeforeCity = ["of", "from", "around", "de", "d", "autour"].includes(
    tokens[at + length]?.word ?? "",
  );
  const radiusKm = RADII_KM.find((each) => each >= km);
  if (!isBeforeCity || radiusKm === undefined) return 0;
  reading.withinKm = radiusKm;
  return length;
}

/** "at least 7 seats", « 7 places ou plus »: every count from that number on. */
function readLeastCount(tokens: readonly Token[], at: number, reading: Reading): number {
  const before = findPhrase(tokens, at, AT_LEAST)?.length ?? 0;
  const from = at + before;
  const found = findPhrase(tokens, from, NAMED);
  const counted = found?.meaning.find(({ code }) => typeof code === "number");
  if (!found || !counted) return 0;
  const end = from + found.length;
  const behind = findPhrase(tokens, end, OR_MORE)?.length ?? 0;
  const isPlus = tokens[from]?.behind.startsWith("+") === true;
  if (before + behind === 0 && !isPlus) return 0;
  const codes = FACETS[counted.facet].codes.filter((code) => code >= counted.code);
  for (const code of codes) addCode(reading, counted.facet, code);
  return end + behind - at;
}

const AT_LEAST = listPhrases([[true, "at least, minimum, au moins, minimum de"]]);
const OR_MORE = listPhrases([[true, "or more, and more, and up, ou plus, et plus"]]);

function readCity(
  tokens: readonly Token[],
  at: number,
  towns: ReadonlySet<string>,
  reading: Reading,
): number {
  const nearMe = findPhrase(tokens, at, NEAR_ME);
  if (nearMe) {
    reading.unnamedCity = tokens
      .slice(at, at + nearMe.length)
      .map(({ raw }) => raw)
      .join(" ");
    return nearMe.length;
  }
  const town = reading.city ? null : findTypedCity(tokens, at, towns);
  // "Orange", "Hope": if a word is also a value, the value is more likely than a city whose name is
  // one word.
  if (town && (town.length > 1 || !findPhrase(tokens, at, NAMED))) {
    reading.city = town.city;
    return town.length;
  }
  const province = findTypedProvince(tokens, at);
  if (!province) return 0;
  addCode(reading, "province", province.code);
  return province.length;
}

function readWish(tokens: readonly Token[], at: number, reading: Reading): number {
  const found = findPhrase(tokens, at, WISHES);
  if (!found) return 0;
  reading.sort ??= found.meaning.sort;
  reading.mostCad ??= found.meaning.mostCad;
  return found.length;
}

function readNamedValue(tokens: readonly Token[], at: number, reading: Reading): number {
  if (isConjunction(tokens, at)) return 0;
  const found = findPhrase(tokens, at, NAMED);
  if (!found || !isOfTheCar(tokens, at, found)) return 0;
  for (const { facet, code } of found.meaning) addCode(reading, facet, code);
  return found.length;
}

function addCode({ codes }: Reading, facet: CodesName | SetName, code: Code): void {
  codes.set(facet, [...new Set([...(codes.get(facet) ?? []), code])]);
}

/**
 * Beginnings of words that must all occur in a listing, folded: from the rest that `readSearchText`
 * leaves.
 */
export function listWords(text: string): string[] {
  const tokens = splitTokens(text);
  const words = new Set<string>();
  for (let at = 0; at < tokens.length;) {
    const nothing = findPhrase(tokens, at, SAYS_NOTHING)?.length ?? 0;
    const isGold = tokens[at]?.word === "or" && !isConjunction(tokens, at);
    if (nothing === 0 || isGold) words.add(wordBeginning(tokens[at]?.word ?? ""));
    at += isGold ? 1 : Math.max(nothing, 1);
  }
  return [...words];
}

/** Whether a text contains anything except plain words. */
export function isUnderstood({ filters, payment, city, unnamedCity, sort }: SearchText): boolean {
  const others = [payment, city, unnamedCity, sort];
  return Object.keys(filters).length > 0 || others.some((other) => other !== null);
}
