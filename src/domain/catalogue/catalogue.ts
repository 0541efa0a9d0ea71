import type { Make, WrittenYears, YearRange } from "./canadian-overlay.ts";
// 17 kB, made by catalogue/build-catalogue.mjs: for the server only. Pages get the options they show.
import catalogue from "./catalogue.json" with { type: "json" };
import { newestModelYear } from "#values/vehicle.ts";

export type { Make };

const WRITTEN = catalogue as unknown as Record<Make, Record<string, WrittenYears>>;
const NEWEST_YEAR = newestModelYear(new Date());

/**
 * The model years of each model, first to last. Names are as the maker writes them: the same word in
 * both languages, stored as they are. A model that paused in between counts as sold throughout, and
 * one that is still made as sold until next year's models.
 */
export const MODEL_YEARS = Object.fromEntries(
  Object.entries(WRITTEN).map(([make, models]) => [make, toNow(models)]),
) as Readonly<Record<Make, Readonly<Record<string, YearRange>>>>;

function toNow(models: Record<string, WrittenYears>): Record<string, YearRange> {
  const known = Object.entries(models).map(
    ([model, [first, last]]) => [model, [first, last ?? NEWEST_YEAR]] as const,
  );
  return Object.fromEntries(known);
}

/** In the order of a list to choose from. */
export const MAKES = Object.keys(MODEL_YEARS) as readonly Make[];

/** JSON's keys that are whole numbers come first, and no list of models begins so. */
const inListOrder = new Intl.Collator("en", {
  sensitivity: "base",
  ignorePunctuation: true,
  numeric: true,
}).compare;

/** Every model of each make, in the order of a list. */
export const CATALOGUE = Object.fromEntries(
  MAKES.map((make) => [make, Object.keys(MODEL_YEARS[make]).toSorted(inListOrder)]),
) as unknown as Readonly<Record<Make, readonly string[]>>;

export function isMake(value: unknown): value is Make {
  return MAKES.some((make) => make === value);
}

/** The models of a make, of one model year if given; none where we do not know the make. */
export function modelsOf(make: string, year?: number): readonly string[] {
  if (!isMake(make)) return [];
  return CATALOGUE[make].filter((model) => year === undefined || wasSoldIn(make, model, year));
}

/** First and last model year; null for a model that we do not know. */
export function modelYears(make: string, model: string): YearRange | null {
  if (!isMake(make) || !Object.hasOwn(MODEL_YEARS[make], model)) return null;
  return MODEL_YEARS[make][model] ?? null;
}

function wasSoldIn(make: Make, model: string, year: number): boolean {
  const [first, last] = MODEL_YEARS[make][model] ?? [Infinity, -Infinity];
  return first <= year && year <= last;
}
