import { getLocale } from "#messages/runtime.js";
import type { Locale } from "./locale.ts";

type CarName = {
  year?: number | string | null;
  make?: string | null;
  model?: string | null;
  trim?: string | null;
};

/**
 * "2018 Honda Civic LX" in English, « Honda Civic LX 2018 » in French, where the model year comes
 * last. Unknown parts are left out; "" if all are unknown. A message must pass its reader's locale;
 * only code that renders a page may leave it to the default.
 */
export function formatCarName(
  { year, make, model, trim }: CarName,
  locale: Locale = getLocale(),
): string {
  const name = [make, model, trim];
  return (locale === "fr" ? [...name, year] : [year, ...name]).filter(Boolean).join(" ");
}
