import { deLocalizeHref, localizeHref } from "#messages/runtime.js";
import type { Locale } from "#vocabulary/locale.ts";

/**
 * A path of `paths.ts` (query and hash included) as a visitor of this language sees it. A path that
 * carries a language already is moved into the wanted one.
 */
export function hrefIn(path: string, locale?: Locale): string {
  const href = localizeHref(path, locale ? { locale } : {});
  // Paraglide writes French home as `/fr/`; one address a page, so that links and caches agree.
  return href.replace(/^\/fr\/(?=$|[?#])/, "/fr");
}

/** The path without its language: `/fr/about` is `/about`, `/fr` is `/`. */
export function pathWithoutLocale(path: string): string {
  return deLocalizeHref(path) || "/";
}
