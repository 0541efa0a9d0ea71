/** The languages of the site, as codes. English is at `/`, French under `/fr`. */
export const LOCALES = ["en", "fr"] as const;
export type Locale = (typeof LOCALES)[number];

export function isLocale(value: unknown): value is Locale {
  return value === "en" || value === "fr";
}

/** The tag for Intl and `lang` attributes. */
export const languageTag = { en: "en-CA", fr: "fr-CA" } as const satisfies Record<Locale, string>;
