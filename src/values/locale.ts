/** The languages of the site, as codes. English stands at `/`, French under `/fr`. */
export const LOCALES = ["en", "fr"] as const;
export type Locale = (typeof LOCALES)[number];

export function isLocale(value: unknown): value is Locale {
  return value === "en" || value === "fr";
}

/** The tag that Intl and `lang` attributes take. */
export const languageTag = { en: "en-CA", fr: "fr-CA" } as const satisfies Record<Locale, string>;
