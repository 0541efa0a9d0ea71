import type { MetaDescriptor } from "react-router";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { SHARED_PICTURE, sharedPictureUrl } from "#packages/car-illustration/picture-address";
import { site } from "#site/site.ts";
import { languageTag, type Locale, LOCALES } from "#values/locale.ts";
import { hrefIn, pathWithoutLocale } from "./locale-href.ts";

/** The part of a route's meta arguments that is used here. */
type MetaArgs = {
  location: { pathname: string };
  matches: ReadonlyArray<{ id: string; loaderData?: unknown } | undefined>;
};

/** The picture shown beside a shared link. */
export type SharedPicture = { path: string; alt: string; widthPx?: number; heightPx?: number };

type PageMeta = {
  title: string;
  description?: string;
  /** For personal pages, and for pages that search engines should not list on their own. */
  isPrivate?: boolean;
  /** The canonical path, from `paths.ts` and with its query, if it is not the page's own. */
  standsFor?: string;
  /** Default: the site's own picture. */
  picture?: SharedPicture;
  kind?: "website" | "article";
  /** A schema.org object (JSON-LD), or a function that makes one with the site's origin. */
  structuredData?: Record<string, unknown> | ((origin: string) => Record<string, unknown>);
};

/** How many characters of a title and of a description search engines show; they cut the rest. */
export const TITLE_CHARACTERS = 60;
export const DESCRIPTION_CHARACTERS = 160;

/** The page's title with the site's name, or a shorter one; if none fits, it is cut. */
export function fitTitle(title: string, ...shorter: string[]): string {
  const named = [title, ...shorter].flatMap((each) => [`${each} · ${site.name}`, each]);
  const fitting = named.find((each) => each.length <= TITLE_CHARACTERS);
  return fitting ?? cutText(title, TITLE_CHARACTERS);
}

/**
 * Cuts at the end of a word. Our own texts fit; what people wrote, such as a city's name, may not.
 */
function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\s,;:.–-]*\s\S*$/u, "")}…`;
}

/**
 * Title, description, canonical address and the page's other language, for a route's `meta` export.
 * The canonical address has no query: filters and prefilled values are views of one page.
 */
export function pageMeta(args: MetaArgs, page: PageMeta): MetaDescriptor[] {
  const origin = siteOrigin(args);
  const path = page.standsFor ?? pathWithoutLocale(args.location.pathname);
  const addressIn = (locale: Locale) => `${origin}${hrefIn(path, locale)}`;
  const title = fitTitle(page.title);
  const content = cutText(page.description ?? "", DESCRIPTION_CHARACTERS);
  const description = content
    ? [
        { name: "description", content },
        { property: "og:description", content },
      ]
    : [];
  if (page.isPrivate) {
    return [{ title }, ...description, { name: "robots", content: "noindex" }];
  }
  const locale = getLocale();
  const { structuredData } = page;
  const data = typeof structuredData === "function" ? structuredData(origin) : structuredData;
  return [
    { title },
    ...description,
    { property: "og:title", content: title },
    { property: "og:site_name", content: site.name },
    { property: "og:type", content: page.kind ?? "website" },
    { property: "og:url", content: addressIn(locale) },
    ...LOCALES.map((each) => ({
      property: each === locale ? "og:locale" : "og:locale:alternate",
      content: languageTag[each].replace("-", "_"),
    })),
    ...pictureMeta(page.picture ?? sitePicture(), origin),
    { tagName: "link", rel: "canonical", href: addressIn(locale) },
    ...LOCALES.map((each) => ({
      tagName: "link",
      rel: "alternate",
      hrefLang: languageTag[each],
      href: addressIn(each),
    })),
    { tagName: "link", rel: "alternate", hrefLang: "x-default", href: addressIn("en") },
    ...(data ? [{ "script:ld+json": data }] : []),
  ];
}

/** Open Graph, and the one tag that X needs besides it. */
function pictureMeta(
  { path, alt, widthPx, heightPx }: SharedPicture,
  origin: string,
): MetaDescriptor[] {
  const size = (name: string, px: number | undefined) =>
    px === undefined ? [] : [{ property: `og:image:${name}`, content: String(px) }];
  return [
    { property: "og:image", content: `${origin}${path}` },
    ...size("width", widthPx),
    ...size("height", heightPx),
    { property: "og:image:alt", content: alt },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

function sitePicture(): SharedPicture {
  const { widthPx, heightPx } = SHARED_PICTURE;
  const car = { body: "SUV", colour: "Red", seed: "site-1" } as const;
  return { path: sharedPictureUrl(car), alt: m.ui_shared_picture(), widthPx, heightPx };
}

/** The origin as the visitor sees it, from the root loader: for addresses in metadata. */
export function siteOrigin({ matches }: Pick<MetaArgs, "matches">): string {
  const data = matches.find((match) => match?.id === "root")?.loaderData;
  const hasOrigin = typeof data === "object" && data !== null && "origin" in data;
  return hasOrigin && typeof data.origin === "string" ? data.origin : "";
}
