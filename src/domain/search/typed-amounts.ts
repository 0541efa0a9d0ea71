import { FACETS, type RangeName } from "./facets.ts";
import { OPEN, type Range } from "./facet-kinds.ts";
import { findPhrase, listPhrases, type Token } from "./text-tokens.ts";

/** How often a payment is due. */
export type PaymentPeriod = "monthly" | "biweekly";

/** "under 20 000 $", "2015-2018", "100k km", "350 a month": an amount of one facet, or a payment. */
export type TypedAmount =
  | { of: RangeName; range: Range; isExact: boolean }
  | { of: "payment"; range: Range; period: PaymentPeriod }
  /** "50 km from", which is a distance only before a location. */
  | { of: "distance"; km: number };

/** The units that people type, folded, in both languages. */
const UNITS: Readonly<Record<Unit, string>> = {
  km: "km, kms, klm, kilometre, kilometer",
  dollars: "dollar, cad, piastre, buck",
  monthly:
    "a month, per month, each month, every month, monthly, month, mo, par mois, mois, le mois, chaque mois, mensuel, mensuelle, mensuellement",
  biweekly:
    "biweekly, bi weekly, every two weeks, every 2 weeks, per two weeks, every other week, aux deux semaines, aux 2 semaines, toutes les deux semaines, toutes les 2 semaines, par 2 semaines, par deux semaines, bihebdomadaire",
};
type Unit = "km" | "dollars" | PaymentPeriod;
const UNIT_PHRASES = listPhrases<Unit>(
  Object.entries(UNITS).map(([unit, phrases]) => [unit as Unit, phrases]),
);

/** The meaning of an amount, by a word before it: "budget 20000", « kilométrage max 100 000 ». */
type Label = RangeName | "payment";
const LABELS = listPhrases<Label>([
  ["price", "price, prix, budget, cost, asking price"],
  ["km", "km, kms, mileage, kilometrage, odometer, odometre, kilometre, kilometer"],
  ["year", "year, annee, model year, annee modele"],
  ["payment", "payment, paiement, versement, mensualite, monthly payment, paiement mensuel"],
]);

type Bound = {
  end: "min" | "max";
  /** "Newer than 2018" means at least 2019. */
  isStrict?: true;
  of?: RangeName;
};
const MAX: Bound = { end: "max" };
const MIN: Bound = { end: "min" };

const BOUNDS_BEFORE = listPhrases<Bound>([
  [
    MAX,
    "under, below, less than, lower than, up to, at most, no more than, not more than, not over, max, maximum, maximum of, within, moins de, moins que, a moins de, au dessous de, en dessous de, en bas de, sous, sous les, jusqu a, au plus, d au plus, au maximum, maximum de, pas plus de, pas plus que",
  ],
  [
    MIN,
    "over, above, more than, at least, no less than, from, starting at, starting from, min, minimum, minimum of, since, plus de, d au moins, au moins, a partir de, a compter de, au dessus de, minimum de, depuis, des",
  ],
  [{ end: "max", of: "price" }, "cheaper than, moins cher que, moins chere que"],
  [
    { end: "min", of: "year", isStrict: true },
    "newer than, after, plus recent que, plus recente que, apres",
  ],
  [
    { end: "max", of: "year", isStrict: true },
    "older than, before, plus vieux que, plus vieille que, plus ancien que, plus ancienne que, avant",
  ],
]);

const BOUNDS_BEHIND = listPhrases<Bound>([
  [
    MIN,
    "and up, and over, and above, or more, and more, and newer, or newer, or later, and later, min, minimum, et plus, ou plus, et plus recent, ou plus recent, et plus recente, ou plus recente",
  ],
  [
    MAX,
    "or less, and less, or under, and under, or below, and below, or older, and older, max, maximum, et moins, ou moins, et avant, ou avant, ou plus vieux, et plus vieux",
  ],
]);

const OPENERS = listPhrases([[true, "between, entre, from, de, d, des"]]);
const CONNECTORS = listPhrases([[true, "to, and, a, au, et, jusqu a, through, until"]]);

/** A car costs more than this; a smaller amount is a payment. */
const LEAST_PRICE_CAD = 1_000;
/** The highest price of a used car; an amount above it, without a unit, is not a price. */
const MOST_PRICE_CAD = 75_000;
const LEAST_ODOMETER_KM = 1_000;
/** "Under 2000" is a price, "under 2010" is a year. */
const ROUND_PRICE_CAD = 2_000;

/**
 * Parses an amount with its label, limits and unit from this position on; null if there is none.
 */
export function readTypedAmount(
  tokens: readonly Token[],
  at: number,
): { amount: TypedAmount; length: number } | null {
  const { bound, label, from } = readBefore(tokens, at);
  const range = readBetween(tokens, at, from);
  const read = range ?? readOne(tokens, from, bound);
  if (!read) return null;
  const amount = nameAmount(read, label, bound ?? read.bound);
  return amount && { amount, length: read.end - at };
}

type Read = {
  first: Figure;
  second: Figure | null;
  /** The limit after the amount: "2018+", "20 000 $ max". */
  bound: Bound | null;
  end: number;
};

/**
 * Reads a label and a limit in either order: "price under", "max price", « kilométrage maximum de
 * ».
 */
function readBefore(tokens: readonly Token[], at: number) {
  const first = findPhrase(tokens, at, LABELS);
  const behindLabel = at + (first?.length ?? 0);
  const bound = findPhrase(tokens, behindLabel, BOUNDS_BEFORE);
  const behindBound = behindLabel + (bound?.length ?? 0);
  const label = first ?? (bound && findPhrase(tokens, behindBound, LABELS));
  const from = behindBound + (first ? 0 : (label?.length ?? 0));
  // « budget de », "price of".
  const isFiller = (bound ?? label) !== null && ["de", "of", "d"].includes(wordAt(tokens, from));
  return {
    bound: bound?.meaning ?? null,
    label: label?.meaning ?? null,
    from: isFiller ? from + 1 : from,
  };
}

/** "between 10 and 15k", "2015-2018", « de 10 000 à 15 000 $ ». */
function readBetween(tokens: readonly Token[], at: number, from: number): Read | null {
  const opener = findPhrase(tokens, at, OPENERS);
  for (const start of opener ? [at + opener.length, from] : [from]) {
    const first = readFigure(tokens, start);
    if (!first) continue;
    const isDash = /^\s*[-–—]\s*$/.test(tokens[first.end - 1]?.behind ?? "");
    const connector = isDash ? 0 : findPhrase(tokens, first.end, CONNECTORS)?.length;
    if (connector === undefined) continue;
    const second = readFigure(tokens, first.end + connector);
    // "The 2018 and 20000 km" contains two amounts of different kinds.
    if (!second || !isSameThing(first, second)) continue;
    if (!opener && ["and", "et"].includes(wordAt(tokens, first.end))) continue;
    return { first, second, bound: null, end: second.end };
  }
  return null;
}

function isSameThing(first: Figure, second: Figure): boolean {
  if (first.unit && first.unit !== second.unit) return false;
  return first.isYear ? second.isYear && !second.unit : !second.isYear;
}

function readOne(tokens: readonly Token[], from: number, before: Bound | null): Read | null {
  const first = readFigure(tokens, from);
  if (!first) return null;
  const last = tokens[first.end - 1];
  if (!before && /^\s*\+/.test(last?.behind ?? ""))
    return { first, second: null, bound: MIN, end: first.end };
  const behind = before ? null : findPhrase(tokens, first.end, BOUNDS_BEHIND);
  const sign = /[<≤]/.test(tokens[from]?.before ?? "")
    ? MAX
    : /[>≥]/.test(tokens[from]?.before ?? "")
      ? MIN
      : null;
  const bound = behind?.meaning ?? sign;
  return { first, second: null, bound, end: first.end + (behind?.length ?? 0) };
}

type Figure = {
  value: number;
  /** "20k", "20 mille". */
  isThousands: boolean;
  /** Four digits without a separator, in the range of model years. */
  isYear: boolean;
  /** "20 000", "20,000": a year or a model is never written like this. */
  isGrouped: boolean;
  unit: Unit | null;
  end: number;
};

const SUFFIXED = /^(\d{1,9})(k|kms?|mois|mo)?$/;
const SUFFIX_UNITS: ReadonlyMap<string, Unit> = new Map([
  ["km", "km"],
  ["kms", "km"],
  ["mois", "monthly"],
  ["mo", "monthly"],
]);

/** "20000", "20 000 $", "$20,000", "20k", "15.5k", "100 000 km", "350 dollars a month". */
function readFigure(tokens: readonly Token[], at: number): Figure | null {
  let [, digits, suffix] = SUFFIXED.exec(wordAt(tokens, at)) ?? [];
  if (digits === undefined || (digits.length > 1 && digits.startsWith("0"))) return null;
  let end = at + 1;
  let isGrouped = false;
  while (digits.length <= (isGrouped ? 6 : 3) && suffix === undefined) {
    const [, group, ending] = /^(\d{3})(kms?)?$/.exec(wordAt(tokens, end)) ?? [];
    if (group === undefined || !/^[\s,.’']$/.test(tokens[end]?.before ?? "")) break;
    digits += group;
    suffix = ending;
    isGrouped = true;
    end += 1;
  }
  let value = Number(digits);
  const [, decimals, thousands] = /^(\d{1,2})(k)?$/.exec(wordAt(tokens, end)) ?? [];
  if (suffix === undefined && decimals && /^[.,]$/.test(tokens[end]?.before ?? "")) {
    // Cents of a price are ignored, but the decimals of "15.5k" are not.
    if (thousands) value = Number(`${digits}.${decimals}`);
    suffix = thousands;
    end += 1;
  }
  let isThousands = suffix === "k";
  if (!isThousands && ["k", "mille", "thousand"].includes(wordAt(tokens, end)) && value < 1_000) {
    isThousands = true;
    end += 1;
  }
  if (isThousands) value = Math.round(value * 1_000);
  const isYear = digits.length === 4 && !isGrouped && !isThousands && isModelYear(value);
  const unit = readUnit(tokens, at, end, SUFFIX_UNITS.get(suffix ?? "") ?? null);
  return { value, isThousands, isYear: isYear && unit.unit === null, isGrouped, ...unit };
}

function readUnit(tokens: readonly Token[], at: number, from: number, suffix: Unit | null) {
  const hasSign =
    /\$\s*$/.test(tokens[at]?.before ?? "") || /^\s*\$/.test(tokens[from - 1]?.behind ?? "");
  let unit: Unit | null = suffix ?? (hasSign ? "dollars" : null);
  let end = from;
  // "350 dollars a month": the later unit is the more specific one.
  for (let times = 0; times < 2; times += 1) {
    const found = findPhrase(tokens, end, UNIT_PHRASES);
    if (!found || (unit !== null && unit !== "dollars")) break;
    if (unit === "dollars" && found.meaning === "km") break;
    unit = found.meaning;
    end += found.length;
  }
  return { unit, end };
}

/** The facet of the numbers, and the ends of its range; null if nothing determines it. */
function nameAmount(
  { first, second }: Read,
  label: Label | null,
  bound: Bound | null,
): TypedAmount | null {
  const last = second ?? first;
  // "10-15k": both are in thousands.
  const firstValue =
    last.isThousands && !first.isThousands && first.value < 1_000
      ? first.value * 1_000
      : first.value;
  const of = findSubject(last, label, bound, second !== null);
  if (of === null) return null;
  if (of === "distance") return { of, km: last.value };
  // A year alone means exactly that year; a price, payment or odometer alone means the maximum.
  const isExact = of === "year" && !bound && !second;
  const ends = second ? [firstValue, second.value].toSorted((a, b) => a - b) : [];
  const step = bound?.isStrict ? 1 : 0;
  const range: Range = second
    ? { min: ends[0] ?? null, max: ends[1] ?? null }
    : isExact
      ? { min: first.value, max: first.value }
      : bound?.end === "min"
        ? { ...OPEN, min: first.value + step }
        : { ...OPEN, max: first.value - step };
  if (of !== "payment") return { of, range, isExact };
  return { of, range, period: last.unit === "biweekly" ? "biweekly" : "monthly" };
}

function findSubject(
  { value, unit, isYear, isThousands, isGrouped }: Figure,
  label: Label | null,
  bound: Bound | null,
  isRange: boolean,
): RangeName | "payment" | "distance" | null {
  if (unit === "monthly" || unit === "biweekly") return "payment";
  if (unit === "km") return value >= LEAST_ODOMETER_KM ? "km" : "distance";
  if (unit === null && bound?.of === "year") return isYear ? "year" : null;
  const isMoney = unit === "dollars" || label === "price" || bound?.of === "price";
  if (label === "payment") return "payment";
  if (isMoney) return value < LEAST_PRICE_CAD ? "payment" : "price";
  if (label === "year") return isYear ? label : null;
  if (label === "km") return value >= LEAST_ODOMETER_KM ? label : null;
  if (isYear) return bound?.end === "max" && value === ROUND_PRICE_CAD ? "price" : "year";
  const isLarge = isThousands || isGrouped || value >= 10_000;
  if (!isLarge && !(value >= LEAST_PRICE_CAD && (bound || isRange))) return null;
  return value <= MOST_PRICE_CAD ? "price" : "km";
}

function isModelYear(year: number): boolean {
  const { first, count } = FACETS.year.steps;
  return year >= first && year < first + count;
}

function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.word ?? "";
}
