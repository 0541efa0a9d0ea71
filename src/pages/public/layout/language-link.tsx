import { useLocation } from "react-router";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { hrefIn } from "#ui/locale-href.ts";
import { languageTag } from "#values/locale.ts";

/**
 * The same page in the other language, query included. A plain link: the page's language is decided
 * when a document loads, and the answers of a form are kept on the server.
 */
export function LanguageLink({
  className,
  isShort = false,
}: {
  className: string;
  isShort?: boolean;
}) {
  const { pathname, search } = useLocation();
  const other = getLocale() === "fr" ? "en" : "fr";
  return (
    <a
      className={className}
      href={hrefIn(pathname + search, other)}
      lang={languageTag[other]}
      hrefLang={languageTag[other]}
      aria-label={isShort ? `${m.layout_language_short()}, ${m.layout_language()}` : undefined}
    >
      {isShort ? m.layout_language_short() : m.layout_language()}
    </a>
  );
}
