import type { MetaDescriptor } from "react-router";
import { formatCarName } from "#values/car-name.ts";
import { splitNameKey } from "#domain/search/facet-kinds.ts";
import { FACETS, FILTER_NAMES, findFacet } from "#domain/search/facets.ts";
import { landingPath, type LandingSubject } from "#domain/landing/landing.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta, siteOrigin } from "#ui/page-meta.ts";
import { isProvince } from "#values/province.ts";
import {
  buildCarsSearch,
  type CarsQuery,
  countFilters,
  readCarsQuery,
  writeCarsQuery,
} from "./cars-address.ts";
import { formatPageTitle } from "./cars-words.ts";
import type { CarsView } from "./cars.server.ts";

type MetaArgs = Parameters<typeof pageMeta>[0];

/** The facets of landing pages: one make, model or body type, in one province or city. */
const LANDING = FILTER_NAMES.filter((name) => findFacet(name).isLanding);

export function buildCarsMeta(args: MetaArgs, query: CarsQuery, view: CarsView): MetaDescriptor[] {
  const title = formatPageTitle(query, view.location, getLocale());
  // Not for a name without cars, which would make endless empty pages, nor for a single car, whose
  // own page says more.
  const isLanding = isLandingPage(query) && view.count > (countFilters(query) === 0 ? 0 : 1);
  return pageMeta(args, {
    title,
    description: m.cars_description({ title }),
    // Combinations of filters are not indexed: they show the same cars.
    isPrivate: !isLanding,
    standsFor: landingAddress(query),
    structuredData: itemList(view, siteOrigin(args)),
  });
}

function isLandingPage(query: CarsQuery): boolean {
  const names = [...writeCarsQuery({ ...query, sort: "newest", after: null, by: "price" }).keys()];
  const isSingle = new Set(names).size === names.length;
  const isListed = names.every((name) => LANDING.some((landing) => FACETS[landing].param === name));
  return isSingle && isListed && countFilters(query) <= LANDING.length;
}

/** The landing page of the query, or the query without its page, sort and other parameters. */
function landingAddress(query: CarsQuery): string {
  const subject = landingSubject(query);
  const path = subject && landingPath(subject);
  if (path) return path;
  const plain = readCarsQuery(new URLSearchParams());
  const landing = Object.fromEntries(LANDING.map((name) => [name, query[name]]));
  return `${paths.cars()}${buildCarsSearch({ ...plain, ...landing })}`;
}

/** The subject of the query if it has a landing page (landing.page.tsx). */
function landingSubject(query: CarsQuery): LandingSubject | null {
  const [make] = query.make;
  const [model] = query.model;
  const provinceCode = query.province.find(isProvince);
  const [city] = query.city;
  const [bodyType] = query.bodyType;
  const subjects: (LandingSubject | null)[] = [
    bodyType ? { kind: "bodyType", bodyType } : null,
    model
      ? { kind: "model", make: splitNameKey(model).outer, model: splitNameKey(model).inner }
      : null,
    make && !model ? { kind: "make", make } : null,
    city && provinceCode ? { kind: "city", provinceCode, city: splitNameKey(city).inner } : null,
    provinceCode && !city ? { kind: "province", provinceCode } : null,
  ];
  const [only, ...others] = subjects.filter((subject) => subject !== null);
  return only && others.length === 0 ? only : null;
}

function itemList({ cars, count }: CarsView, origin: string): Record<string, unknown> {
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    numberOfItems: count,
    itemListElement: cars.map((car, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: formatCarName(car),
      url: `${origin}${hrefIn(paths.listing(car.id))}`,
    })),
  };
}
