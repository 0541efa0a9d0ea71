import { getLocale } from "#messages/runtime.js";
import type { Locale } from "#values/locale.ts";

/**
 * A path of `paths.ts` (with query and hash) for a visitor of this language. The language of a path
 * that has one already is replaced. Whatever the input, the result is an address of this site:
 * every local link and redirect is built here.
 */
export function hrefIn(path: string, locale: Locale = getLocale()): string {
  const bare = pathWithoutLocale(path);
  // French home is `/fr`, not `/fr/`: one address per page, so that links and caches agree.
  return locale === "fr" ? `/fr${bare.replace(/^\/(?=$|[?#])/, "")}` : bare;
}

/** The path without its language: `/fr/about` is `/about`, `/fr` is `/`. */
export function pathWithoutLocale(path: string): string {
  const bare = path.replace(/^\/fr(?=$|[/?#])/, "");
  return `/${bare.replace(OTHER_SITE, "")}`;
}

/**
 * What would turn a path into another site's address, such as the `//` of `//elsewhere.example`:
 * browsers treat a backslash as a slash, and remove tabs and line breaks, and leading spaces and
 * control characters.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const OTHER_SITE = /^[/\\\s\u0000-\u001f]+/;

/** The language of an address. */
export function localeOfPath(path: string): Locale {
  return /^\/fr(?=$|[/?#.])/.test(path) ? "fr" : "en";
}
