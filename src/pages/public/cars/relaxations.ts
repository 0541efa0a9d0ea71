import type { CarsQuery } from "./cars-address.ts";
import { type FacetName, isOpen, RADII_KM, type SearchAnswer } from "#domain/search/search.ts";

/** One filter to give up, or a wider circle, and how many cars that gives. */
export type Relaxation =
  | { drop: Exclude<FacetName, "distance"> | "text" | "place"; count: number }
  | { withinKm: number; count: number };

const MOST = 4;

/**
 * What stands closest to a search that finds nothing: each single filter whose absence gives cars,
 * the most cars first. The counts come with the facets, which are counted without their own filter.
 */
export function relaxations(
  query: CarsQuery,
  facets: SearchAnswer["facets"],
  withoutText: number,
): Relaxation[] {
  const dropped = filtered(query).map((drop) => ({ drop, count: facets[drop].without }));
  const text = query.text ? [{ drop: "text" as const, count: withoutText }] : [];
  const distance = query.near ? wider(query, facets.distance) : [];
  return [...dropped, ...text, ...distance]
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST);
}

/** The narrowest wider circle that holds cars, and leaving the place out. */
function wider(query: CarsQuery, distance: SearchAnswer["facets"]["distance"]): Relaxation[] {
  const { withinKm } = query;
  if (withinKm === null) return [];
  const radiusKm = RADII_KM.find(
    (each) => each > withinKm && (distance.counts[String(each)] ?? 0) > 0,
  );
  return [
    ...(radiusKm ? [{ withinKm: radiusKm, count: distance.counts[String(radiusKm)] ?? 0 }] : []),
    { drop: "place", count: distance.without },
  ];
}

function filtered(query: CarsQuery): Exclude<FacetName, "distance">[] {
  const active: Record<Exclude<FacetName, "distance">, boolean> = {
    make: query.makes.length > 0,
    model: query.models.length > 0,
    bodyType: query.bodyTypes.length > 0,
    year: !isOpen(query.year),
    price: !isOpen(query.priceCad) || !isOpen(query.paymentCad),
    km: !isOpen(query.odometerKm),
    fuel: query.fuels.length > 0,
    transmission: query.transmissions.length > 0,
    drive: query.drives.length > 0,
    colour: query.colours.length > 0,
    province: query.provinces.length > 0,
    city: query.cities.length > 0,
    condition: query.conditions.length > 0,
    seller: query.sellers.length > 0,
  };
  return (Object.keys(active) as (keyof typeof active)[]).filter((facet) => active[facet]);
}

/** The query with the filter given up. */
export function relaxed(query: CarsQuery, relaxation: Relaxation): CarsQuery {
  const open = { min: null, max: null };
  if ("withinKm" in relaxation) return { ...query, after: null, withinKm: relaxation.withinKm };
  const without: Record<typeof relaxation.drop, Partial<CarsQuery>> = {
    make: { makes: [], models: [] },
    model: { models: [] },
    bodyType: { bodyTypes: [] },
    year: { year: open },
    price: { priceCad: open, paymentCad: open },
    km: { odometerKm: open },
    fuel: { fuels: [] },
    transmission: { transmissions: [] },
    drive: { drives: [] },
    colour: { colours: [] },
    province: { provinces: [], cities: [] },
    city: { cities: [] },
    condition: { conditions: [] },
    seller: { sellers: [] },
    text: { text: "" },
    place: { near: "", sort: query.sort === "distance" ? "newest" : query.sort },
  };
  return { ...query, after: null, ...without[relaxation.drop] };
}
