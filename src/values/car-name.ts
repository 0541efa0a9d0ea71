import type { Locale } from "./locale.ts";

type CarName = {
  year?: number | string | null;
  make?: string | null;
  model?: string | null;
  trim?: string | null;
};

/**
 * "2018 Honda Civic LX" in English, « Honda Civic LX 2018 » in French, where a model year stands
 * behind what it is of. What is not known stays out; empty where nothing is.
 */
export function formatCarName({ year, make, model, trim }: CarName, locale: Locale): string {
  const name = [make, model, trim];
  return (locale === "fr" ? [...name, year] : [year, ...name]).filter(Boolean).join(" ");
}
