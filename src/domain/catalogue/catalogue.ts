import { listKeys, makeRecord } from "#values/record.ts";
import type { Make, YearRange } from "./canadian-overlay.ts";
// 17 kB, made by catalogue/build-catalogue.mjs: for the server only. Pages get the options they show.
import catalogue from "./catalogue.json" with { type: "json" };

export type { Make };

/**
 * The model years of each model, first to last; null for a model that is still made. Names are as the
 * maker writes them: the same word in both languages, stored as they are. A model that paused in
 * between counts as sold throughout.
 */
export const MODEL_YEARS = catalogue as unknown as Readonly<
  Record<Make, Readonly<Record<string, YearRange>>>
>;

/** In the order of a list to choose from. */
export const MAKES: readonly Make[] = listKeys(MODEL_YEARS);

/** JSON's keys that are whole numbers come first, and no list of models begins so. */
const inListOrder = new Intl.Collator("en", {
  sensitivity: "base",
  ignorePunctuation: true,
  numeric: true,
}).compare;

/** Every model of each make, in the order of a list. */
export const CATALOGUE: Readonly<Record<Make, readonly string[]>> = makeRecord(MAKES, (make) =>
  Object.keys(MODEL_YEARS[make]).toSorted(inListOrder),
);
