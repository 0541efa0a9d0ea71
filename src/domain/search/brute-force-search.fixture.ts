import { distanceKm } from "#values/distance.ts";
import { foldText } from "#values/text-fold.ts";
import type { GeneratedListing } from "./generated-listings.fixture.ts";
import { countedYear, kmBucket, priceBucket } from "./search-bucket.ts";
import { readSearchText } from "./search-text.ts";
import {
  type Facet,
  FACETS,
  type FacetName,
  isOpen,
  nameKey,
  RADII_KM,
  type Range,
  type SearchAnswer,
  type SearchFilters,
  type SearchRequest,
  type Sort,
} from "./search.ts";

/** What a search must answer, read off the rows one by one: slow, and plain enough to be believed. */
export function bruteForceSearch(
  listings: readonly GeneratedListing[],
  request: SearchRequest,
): Omit<SearchAnswer, "next"> {
  const worded = withText(listings, request.text);
  const found = worded.filter((listing) => matches(listing, request));
  const facets = FACETS.map((facet) => {
    const omitted = omit(request, facet);
    const without = worded.filter((listing) => matches(listing, omitted));
    return [facet, countBy(facet, without, request)] as const;
  });
  return {
    count: found.length,
    facets: Object.fromEntries(facets) as Record<FacetName, Facet>,
    ids: found.toSorted((a, b) => compare(a, b, request)).map(({ id }) => id),
  };
}

const OPEN: Range = { min: null, max: null };

const OWN_FILTER: Readonly<
  Record<Exclude<FacetName, "distance" | "model" | "city">, Partial<SearchFilters>>
> = {
  make: { makes: [], models: [] },
  bodyType: { bodyTypes: [] },
  year: { year: OPEN },
  price: { priceCad: OPEN },
  km: { odometerKm: OPEN },
  fuel: { fuels: [] },
  transmission: { transmissions: [] },
  drive: { drives: [] },
  colour: { colours: [] },
  province: { provinces: [], cities: [] },
  condition: { conditions: [] },
  seller: { sellers: [] },
};

function omit(request: SearchRequest, facet: FacetName): SearchRequest {
  const { filters, geo } = request;
  if (facet === "distance") return { ...request, geo: geo && { ...geo, radiusKm: null } };
  return { ...request, filters: { ...filters, ...ownFilter(facet, filters) } };
}

function ownFilter(facet: Exclude<FacetName, "distance">, filters: SearchFilters) {
  const { makes, models, provinces, cities } = filters;
  if (facet === "model") {
    return { makes: [...makes, ...models.map(({ make }) => make)], models: [] };
  }
  if (facet === "city") {
    return {
      provinces: [...provinces, ...cities.map(({ provinceCode }) => provinceCode)],
      cities: [],
    };
  }
  return OWN_FILTER[facet];
}

function matches(listing: GeneratedListing, { filters, geo }: SearchRequest): boolean {
  const oneOf = (chosen: readonly string[], value: string | null) =>
    chosen.length === 0 || (value !== null && chosen.includes(value));
  return (
    listing.state === filters.status &&
    oneOfNested(
      filters.makes,
      filters.models.map(({ make, model }) => [make, model]),
      listing.make,
      listing.model,
    ) &&
    oneOfNested(
      filters.provinces,
      filters.cities.map(({ provinceCode, city }) => [provinceCode, city]),
      listing.provinceCode,
      listing.city,
    ) &&
    oneOf(filters.bodyTypes, listing.bodyType) &&
    oneOf(filters.fuels, listing.fuel) &&
    oneOf(filters.transmissions, listing.transmission) &&
    oneOf(filters.drives, listing.drive) &&
    oneOf(filters.colours, listing.exteriorColour) &&
    oneOf(filters.conditions, listing.condition) &&
    oneOf(filters.sellers, sellerOf(listing)) &&
    within(filters.year, listing.year) &&
    within(filters.odometerKm, listing.odometerKm) &&
    within(filters.priceCad, listing.priceCad) &&
    (!filters.isPriceFromPayment || isOpen(filters.priceCad) || listing.provinceCode !== "QC") &&
    (geo === null || geo.radiusKm === null || distanceKm(geo, listing) <= geo.radiusKm)
  );
}

/** Outer values count whole unless an inner one of theirs is chosen. */
function oneOfNested(
  outers: readonly string[],
  inners: readonly (readonly [string, string])[],
  outer: string,
  inner: string,
): boolean {
  if (outers.length === 0 && inners.length === 0) return true;
  const chosen = inners.filter(([of]) => of === outer);
  if (chosen.length > 0) return chosen.some(([, name]) => name === inner);
  return outers.includes(outer);
}

function within({ min, max }: Range, value: number): boolean {
  return (min === null || value >= min) && (max === null || value <= max);
}

function withText(listings: readonly GeneratedListing[], text: string): GeneratedListing[] {
  const { makes, models, year, words } = readSearchText(text, knownNames(listings));
  const pairs = models.map(({ make, model }) => [make, model] as const);
  return listings.filter((listing) => {
    const have = words.length > 0 ? foldText(wordsOf(listing)).split(/[^a-z0-9]+/) : [];
    return (
      oneOfNested(makes, pairs, listing.make, listing.model) &&
      within(year, listing.year) &&
      words.every((word) => have.some((each) => each.startsWith(word)))
    );
  });
}

const known = new WeakMap<readonly GeneratedListing[], Parameters<typeof readSearchText>[1]>();

function knownNames(listings: readonly GeneratedListing[]): Parameters<typeof readSearchText>[1] {
  const kept = known.get(listings);
  if (kept) return kept;
  const shown = listings.filter(({ state }) => state !== "paused");
  const models = new Map(
    shown.map(({ make, model }) => [nameKey(make, model), { make, model }] as const),
  );
  const names = {
    makes: [...new Set(shown.map(({ make }) => make))],
    models: [...models.values()],
  };
  known.set(listings, names);
  return names;
}

/** What people type for a code, where it is more than the code itself. */
const CODE_WORDS: Readonly<Record<string, string>> = {
  suv: "suv vus",
  sedan: "sedan berline",
  hatchback: "hatchback hayon voiture",
  truck: "truck pickup camion camionnette",
  minivan: "minivan fourgonnette",
  black: "black noir",
  blue: "blue bleu",
  brown: "brown brun",
  gold: "gold or dore",
  green: "green vert",
  grey: "grey gray gris",
  maroon: "maroon bordeaux",
  pink: "pink rose",
  purple: "purple violet mauve",
  red: "red rouge",
  silver: "silver argent",
  white: "white blanc",
  yellow: "yellow jaune",
  gasoline: "gasoline gas essence",
  hybrid: "hybrid hybride",
  plug_in_hybrid: "plug in hybrid hybride rechargeable branchable phev",
  electric: "electric electrique ev ve",
  flex_fuel: "flex fuel polycarburant",
  automatic: "automatic automatique",
  manual: "manual manuelle",
  fwd: "fwd front wheel drive traction avant",
  rwd: "rwd rear wheel drive propulsion arriere",
  awd: "awd all wheel drive transmission integrale",
  "4wd": "4wd 4x4 four wheel drive quatre roues motrices",
};

function wordsOf(listing: GeneratedListing): string {
  const { make, model, trim, city, provinceCode, description } = listing;
  const codes = [
    listing.bodyType,
    listing.exteriorColour,
    listing.fuel,
    listing.transmission,
    listing.drive ?? "",
  ].map((code) => CODE_WORDS[code] ?? code);
  return [make, model, trim, city, provinceCode, description, ...codes].join(" ");
}

function sellerOf({ isDealer }: GeneratedListing): string {
  return isDealer ? "dealer" : "private";
}

function countBy(
  facet: FacetName,
  listings: readonly GeneratedListing[],
  { geo }: SearchRequest,
): Facet {
  const counts: Record<string, number> = {};
  const add = (key: string | null) => {
    if (key !== null) counts[key] = (counts[key] ?? 0) + 1;
  };
  for (const listing of listings) {
    if (facet !== "distance") add(VALUE_OF[facet](listing));
    else if (geo) {
      for (const radiusKm of RADII_KM) {
        if (distanceKm(geo, listing) <= radiusKm) add(String(radiusKm));
      }
    }
  }
  return { counts, without: listings.length };
}

const VALUE_OF: Readonly<
  Record<Exclude<FacetName, "distance">, (listing: GeneratedListing) => string | null>
> = {
  make: ({ make }) => make,
  model: ({ make, model }) => nameKey(make, model),
  bodyType: ({ bodyType }) => bodyType,
  year: ({ year }) => String(countedYear(year)),
  price: ({ priceCad }) => priceBucket(priceCad),
  km: ({ odometerKm }) => kmBucket(odometerKm),
  fuel: ({ fuel }) => fuel,
  transmission: ({ transmission }) => transmission,
  drive: ({ drive }) => drive,
  colour: ({ exteriorColour }) => exteriorColour,
  province: ({ provinceCode }) => provinceCode,
  city: ({ provinceCode, city }) => nameKey(provinceCode, city),
  condition: ({ condition }) => condition,
  seller: sellerOf,
};

function compare(a: GeneratedListing, b: GeneratedListing, { sort, geo }: SearchRequest): number {
  const order = sort === "distance" && !geo ? "newest" : sort;
  const isDescending = ["newest", "price_desc", "bids"].includes(order);
  const keyOf: Readonly<Record<Sort, (listing: GeneratedListing) => number>> = {
    newest: ({ postedAt }) => postedAt.getTime(),
    price: ({ priceCad }) => priceCad,
    price_desc: ({ priceCad }) => priceCad,
    km: ({ odometerKm }) => odometerKm,
    distance: (listing) => (geo ? distanceKm(geo, listing) : 0),
    bids: ({ bidCount }) => bidCount,
  };
  const key = keyOf[order];
  const ascending = key(a) - key(b) || (a.id < b.id ? -1 : 1);
  return isDescending ? -ascending : ascending;
}
