import { getLocale } from "#messages/runtime.js";
import type { Locale } from "./locale.ts";

type CarName = {
  year?: number | string | null;
  make?: string | null;
  model?: string | null;
  trim?: string | null;
};

/**
 * "2018 Honda Civic LX" in English, « Honda Civic LX 2018 » in French, where a model year stands
 * behind what it is of. What is not known stays out; empty where nothing is. A message's language is its
 * reader's; only what is read on a page may leave it to the page.
 */
export function formatCarName(
  { year, make, model, trim }: CarName,
  locale: Locale = getLocale(),
): string {
  const name = [make, model, trim];
  return (locale === "fr" ? [...name, year] : [year, ...name]).filter(Boolean).join(" ");
}
