import type { MetaDescriptor } from "react-router";
import { site } from "#site/site.ts";
import { getLocale } from "#messages/runtime.js";
import { languageTag, LOCALES } from "#values/locale.ts";
import { hrefIn, pathWithoutLocale } from "./locale-href.ts";

/** The part of a route's meta arguments that is used here. */
type MetaArgs = {
  location: { pathname: string };
  matches: ReadonlyArray<{ id: string; loaderData?: unknown } | undefined>;
};

type PageMeta = {
  title: string;
  description?: string;
  /** For a person's own pages and for what is not a page of its own. */
  isPrivate?: boolean;
  /** A schema.org object (JSON-LD). */
  structuredData?: Record<string, unknown>;
};

/**
 * Title, description, canonical address and the page's other language, for a route's `meta` export.
 * The canonical address leaves the query out: filters and prefills are views of one page.
 */
export function pageMeta(args: MetaArgs, page: PageMeta): MetaDescriptor[] {
  const origin = siteOrigin(args);
  const path = pathWithoutLocale(args.location.pathname);
  const addressIn = (locale: "en" | "fr") => `${origin}${hrefIn(path, locale)}`;
  const title = `${page.title} · ${site.name}`;
  const description = page.description
    ? [
        { name: "description", content: page.description },
        { property: "og:description", content: page.description },
      ]
    : [];
  if (page.isPrivate) {
    return [{ title }, ...description, { name: "robots", content: "noindex" }];
  }
  return [
    { title },
    ...description,
    { property: "og:title", content: title },
    { property: "og:site_name", content: site.name },
    { property: "og:type", content: "website" },
    { property: "og:url", content: addressIn(getLocale()) },
    { property: "og:locale", content: languageTag[getLocale()].replace("-", "_") },
    { tagName: "link", rel: "canonical", href: addressIn(getLocale()) },
    ...LOCALES.map((locale) => ({
      tagName: "link",
      rel: "alternate",
      hrefLang: languageTag[locale],
      href: addressIn(locale),
    })),
    { tagName: "link", rel: "alternate", hrefLang: "x-default", href: addressIn("en") },
    ...(page.structuredData ? [{ "script:ld+json": page.structuredData }] : []),
  ];
}

/** The origin as the visitor sees it, which the root loader knows: for addresses in metadata. */
export function siteOrigin({ matches }: Pick<MetaArgs, "matches">): string {
  const data = matches.find((match) => match?.id === "root")?.loaderData;
  const hasOrigin = typeof data === "object" && data !== null && "origin" in data;
  return hasOrigin && typeof data.origin === "string" ? data.origin : "";
}
