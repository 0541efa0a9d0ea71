import { redirectDocument } from "react-router";
import { languageTag } from "#values/locale.ts";
import { localeOfPath } from "./locale-href.ts";

/**
 * Root's middleware in the browser. A document's script holds the words of its own language only, so
 * a page in the other one is a document of its own, whatever link or redirect leads there.
 */
export async function leaveForOtherLanguage<Results>(
  request: Request,
  next: () => Promise<Results>,
): Promise<Results> {
  const { href, pathname } = new URL(request.url);
  const isSame = document.documentElement.lang === languageTag[localeOfPath(pathname)];
  if (request.method === "GET" && !isSame) throw redirectDocument(href);
  return next();
}
