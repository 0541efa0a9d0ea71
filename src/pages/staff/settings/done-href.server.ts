import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";

type Done = "saved" | "undone" | "drafted" | "nothing_drafted" | "published" | "discarded";

/** Where a person is after a change: the page, which says that it was done. */
export function doneHref(locale: Locale, done: Done, to: string): string {
  const [path = "", anchor] = to.split("#");
  return `${hrefIn(path, locale)}?done=${done}${anchor ? `#${anchor}` : ""}`;
}
