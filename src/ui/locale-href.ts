import { getLocale } from "#messages/runtime.js";
import type { Locale } from "#values/locale.ts";

/**
 * A path of `paths.ts` (query and hash included) as a visitor of this language sees it. A path that
 * carries a language already is moved into the wanted one. Whatever it is given, what it makes is an
 * address of this site: every local link and redirect is made here.
 */
export function hrefIn(path: string, locale: Locale = getLocale()): string {
  const bare = pathWithoutLocale(path);
  // French home is `/fr`, not `/fr/`: one address a page, so that links and caches agree.
  return locale === "fr" ? `/fr${bare.replace(/^\/(?=$|[?#])/, "")}` : bare;
}

/** The path without its language: `/fr/about` is `/about`, `/fr` is `/`. */
export function pathWithoutLocale(path: string): string {
  const bare = path.replace(/^\/fr(?=$|[/?#])/, "");
  return `/${bare.replace(OTHER_SITE, "")}`;
}

/**
 * What makes an address out of a path, such as the `//` of `//elsewhere.example`: browsers read a
 * backslash as a slash, and drop tabs and line breaks, and spaces and control characters before.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const OTHER_SITE = /^[/\\\s\u0000-\u001f]+/;

/** The language that an address is in. */
export function localeOfPath(path: string): Locale {
  return /^\/fr(?=$|[/?#.])/.test(path) ? "fr" : "en";
}
