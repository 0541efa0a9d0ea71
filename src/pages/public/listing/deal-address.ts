import { hrefIn } from "#ui/locale-href.ts";

/** An address of a deal with the key of the private link, so that the person keeps access. */
export function buildDealHref(path: string, key: string): string {
  return hrefIn(key ? `${path}?${new URLSearchParams({ key })}` : path);
}
