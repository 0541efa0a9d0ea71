import type { MetaDescriptor } from "react-router";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { FACETS, FILTER_NAMES, findFacet } from "#domain/search/facets.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { type CarsQuery, countFilters, readCarsQuery, writeCarsQuery } from "./cars-address.ts";
import { formatPageTitle } from "./cars-words.ts";
import type { CarsView } from "./cars.server.ts";

type MetaArgs = Parameters<typeof pageMeta>[0];

/** What a page may be found under by itself: one make or model or type, in one province or city. */
const LANDING = FILTER_NAMES.filter((name) => findFacet(name).isLanding);

export function buildCarsMeta(args: MetaArgs, query: CarsQuery, view: CarsView): MetaDescriptor[] {
  const title = formatPageTitle(query, view.place, getLocale());
  const origin = findOrigin(args);
  // A name that no car has would make as many empty pages as there are words.
  const isLanding = isLandingPage(query) && view.count > 0;
  const meta = pageMeta(args, {
    title,
    description: m.cars_description({ title }),
    // Every combination of filters is a view of the same cars: a search engine needs few of them.
    isPrivate: !isLanding,
    structuredData: itemList(view, origin),
  });
  const search = landingSearch(query);
  return search ? meta.map((descriptor) => withSearch(descriptor, args, search)) : meta;
}

function isLandingPage(query: CarsQuery): boolean {
  const names = [...writeCarsQuery({ ...query, sort: "newest", after: null, by: "price" }).keys()];
  const isSingle = new Set(names).size === names.length;
  const isListed = names.every((name) => LANDING.some((landing) => FACETS[landing].param === name));
  return isSingle && isListed && countFilters(query) <= LANDING.length;
}

/** The canonical query: no page, no order, nothing but what makes it a page of its own. */
function landingSearch(query: CarsQuery): string {
  if (!isLandingPage(query)) return "";
  const plain = readCarsQuery(new URLSearchParams());
  const landing = Object.fromEntries(LANDING.map((name) => [name, query[name]]));
  const params = writeCarsQuery({ ...plain, ...landing });
  return params.size > 0 ? `?${params}` : "";
}

/** `pageMeta` leaves every query out of its addresses; a landing page's own belongs to them. */
function withSearch(descriptor: MetaDescriptor, args: MetaArgs, search: string): MetaDescriptor {
  const addresses = (["en", "fr"] as const).map(
    (locale) => `${findOrigin(args)}${hrefIn(paths.cars(), locale)}`,
  );
  if ("href" in descriptor && addresses.includes(String(descriptor.href))) {
    return { ...descriptor, href: `${String(descriptor.href)}${search}` };
  }
  if ("property" in descriptor && descriptor.property === "og:url") {
    return { ...descriptor, content: `${String(descriptor.content)}${search}` };
  }
  return descriptor;
}

function itemList({ cars, count }: CarsView, origin: string): Record<string, unknown> {
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    numberOfItems: count,
    itemListElement: cars.map((car, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: formatListingTitle(car),
      url: `${origin}${hrefIn(paths.listing(car.id))}`,
    })),
  };
}

function findOrigin({ matches }: MetaArgs): string {
  const data = matches.find((match) => match?.id === "root")?.loaderData;
  const hasOrigin = typeof data === "object" && data !== null && "origin" in data;
  return hasOrigin && typeof data.origin === "string" ? data.origin : "";
}
