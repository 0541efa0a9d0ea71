import { hrefIn } from "#ui/locale-href.ts";

/** An address of a deal with the key that the person came by, so that it stays theirs. */
export function buildDealHref(path: string, key: string): string {
  return hrefIn(key ? `${path}?${new URLSearchParams({ key })}` : path);
}
