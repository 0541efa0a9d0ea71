import { ACCIDENTS, BRANDS, OWNER_COUNTS } from "#domain/declaration/declaration.ts";
import { accidentsLabel, brandLabel, ownersLabel } from "#domain/declaration/declared-label.ts";
import { listKeys } from "#values/record.ts";
import { m } from "#messages/messages.js";
import { featureLabel } from "#values/feature-label.ts";
import { formatKm } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { provinceName, PROVINCES, provincesByName } from "#values/province.ts";
import {
  bodyTypeLabel,
  colourLabel,
  conditionLabel,
  driveLabel,
  fuelLabel,
  transmissionLabel,
} from "#values/vehicle-label.ts";
import {
  BODY_TYPES,
  COLOURS,
  CONDITIONS,
  CYLINDER_COUNTS,
  DRIVES,
  FEATURES,
  FUELS,
  SEAT_COUNTS,
  TRANSMISSIONS,
} from "#values/vehicle.ts";
import {
  type Code,
  codes,
  type CodesFacet,
  type DistanceFacet,
  type Facet,
  nameKey,
  names,
  type NamesFacet,
  range,
  type Range,
  type RangeFacet,
  type Said,
  SELLER_KINDS,
  set,
  type SetFacet,
  splitNameKey,
} from "./facet-kinds.ts";

/**
 * Everything by which cars are searched, in the order of the page's filter column, of addresses and
 * of chips. Adding a facet is one entry here, its messages, and its column (see
 * listing-search.table.ts).
 */
export const FACETS = {
  price: range({
    param: "price",
    heading: m.cars_facet_budget,
    control: "budget",
    startsOpen: true,
    column: "priceCad",
    packed: ["year_price", 1],
    steps: { first: 0, size: 2_500, count: 41, rounding: "down" },
    format: formatCad,
  }),
  bodyType: codes({
    param: "type",
    heading: m.cars_facet_body,
    control: "tiles",
    startsOpen: true,
    isLanding: true,
    codes: BODY_TYPES,
    column: "bodyType",
    packed: ["model_body", 1],
    label: bodyTypeLabel,
  }),
  make: names({
    param: "make",
    heading: m.cars_facet_make,
    control: "checks",
    startsOpen: true,
    isLanding: true,
    column: "make",
    label: (make) => make,
  }),
  model: names({
    param: "model",
    heading: m.cars_facet_model,
    control: null,
    isLanding: true,
    column: "model",
    packed: ["model_body", 0],
    within: "make",
    label: (key) => key.replace("_", " "),
  }),
  colour: codes({
    param: "colour",
    heading: m.cars_facet_colour,
    control: "swatches",
    startsOpen: true,
    codes: COLOURS,
    column: "exteriorColour",
    packed: ["look", 0],
    label: colourLabel,
  }),
  year: range({
    param: "year",
    heading: m.cars_facet_year,
    control: "from_to",
    column: "year",
    packed: ["year_price", 0],
    // SPEC.md §9: manufactured in 1925 or later. Seven bits of years; other years count at the
    // ends.
    steps: { first: 1925, size: 1, count: 128, rounding: "down" },
    format: String,
  }),
  km: range({
    param: "km",
    heading: m.cars_facet_km,
    control: "up_to",
    column: "odometerKm",
    packed: ["km_driveline", 0],
    // Rounded up, so that the sum of all steps up to 50,000 is exactly the cars with at most 50,000
    // km.
    steps: { first: 0, size: 10_000, count: 32, rounding: "up" },
    format: formatKm,
    choices: [20_000, 50_000, 80_000, 100_000, 150_000, 200_000],
  }),
  province: codes({
    param: "province",
    heading: m.cars_facet_province,
    control: "checks",
    isLanding: true,
    codes: PROVINCES,
    column: "provinceCode",
    packed: ["look", 1],
    label: provinceName,
    inOrder: provincesByName,
  }),
  city: names({
    param: "city",
    heading: m.cars_facet_city,
    control: null,
    isLanding: true,
    column: "city",
    packed: ["city_id", 0],
    within: "province",
    label: (key) => {
      const { outer, inner } = splitNameKey(key);
      return m.cars_chip_city({ city: inner, province: outer });
    },
  }),
  transmission: codes({
    param: "transmission",
    heading: m.cars_facet_transmission,
    control: "checks",
    startsOpen: true,
    codes: TRANSMISSIONS,
    column: "transmission",
    packed: ["km_driveline", 2],
    label: transmissionLabel,
  }),
  fuel: codes({
    param: "fuel",
    heading: m.cars_facet_fuel,
    control: "checks",
    codes: FUELS,
    column: "fuel",
    packed: ["km_driveline", 1],
    label: fuelLabel,
  }),
  drive: codes({
    param: "drive",
    heading: m.listing_form_drive_label,
    control: "checks",
    codes: DRIVES,
    column: "drive",
    packed: ["look", 2],
    isOptional: true,
    label: driveLabel,
  }),
  seats: codes({
    param: "seats",
    heading: m.listing_form_seats_label,
    control: "checks",
    codes: SEAT_COUNTS,
    column: "seats",
    packed: ["model_body", 2],
    isOptional: true,
    label: (count) => m.cars_seats({ count }),
  }),
  cylinders: codes({
    param: "cylinders",
    heading: m.listing_form_cylinders_label,
    control: "checks",
    codes: CYLINDER_COUNTS,
    column: "cylinders",
    packed: ["model_body", 3],
    isOptional: true,
    label: (count) => m.cars_cylinders({ count }),
  }),
  features: set({
    param: "feature",
    heading: m.cars_facet_features,
    control: "checks",
    codes: FEATURES,
    column: "features",
    packed: ["features_first", "features_last"],
    label: featureLabel,
  }),
  condition: codes({
    param: "condition",
    heading: m.cars_facet_condition,
    control: "checks",
    codes: CONDITIONS,
    column: "condition",
    packed: ["look", 4],
    label: conditionLabel,
  }),
  accidents: codes({
    param: "accidents",
    heading: m.cars_facet_accidents,
    control: "checks",
    codes: ACCIDENTS,
    offered: ["none"],
    column: "accidents",
    packed: ["declared", 1],
    isOptional: true,
    label: accidentsLabel,
  }),
  brand: codes({
    param: "brand",
    heading: m.cars_facet_brand,
    control: "checks",
    codes: BRANDS,
    column: "brand",
    packed: ["declared", 0],
    isOptional: true,
    label: brandLabel,
  }),
  owners: codes({
    param: "owners",
    heading: m.cars_facet_owners,
    control: "checks",
    codes: OWNER_COUNTS,
    offered: [1],
    column: "owners",
    packed: ["declared", 2],
    isOptional: true,
    label: ownersLabel,
  }),
  seller: codes({
    param: "seller",
    heading: m.cars_facet_seller,
    control: "checks",
    codes: SELLER_KINDS,
    column: "seller",
    packed: ["look", 3],
    label: (kind) => (kind === "dealer" ? m.cars_seller_dealer() : m.cars_seller_private()),
  }),
  distance: {
    kind: "distance",
    param: "within",
    heading: m.cars_facet_distance,
    control: null,
  } satisfies DistanceFacet,
};

export type FacetName = keyof typeof FACETS;
/** The facets whose values are in a request's filters; the distance belongs to the location. */
export type FilterName = Exclude<FacetName, "distance">;
/** The facets that names of another facet narrow. */
export type OuterName = NonNullable<NamesFacet["within"]>;
type NameOf<Kind extends Facet["kind"]> = {
  [Name in FacetName]: (typeof FACETS)[Name]["kind"] extends Kind ? Name : never;
}[FacetName];
export type CodesName = NameOf<"codes">;
export type NamesName = NameOf<"names">;
export type RangeName = NameOf<"range">;
export type SetName = NameOf<"set">;

/** The facets whose values a request lists one by one. */
export type ListName = CodesName | NamesName | SetName;

/** The filter of a request on one facet. An empty list or an open range filters nothing. */
export type FilterValue<Name extends FilterName> = (typeof FACETS)[Name] extends
  | CodesFacet<infer Each>
  | SetFacet<infer Each>
  ? readonly Each[]
  : (typeof FACETS)[Name] extends RangeFacet
    ? Range
    : readonly string[];

export const FACET_NAMES: readonly FacetName[] = listKeys(FACETS);
export const FILTER_NAMES = FACET_NAMES.filter((name) => name !== "distance");

/** A facet by name, for code that treats all facets of a kind in the same way. */
export function findFacet(name: FacetName): Facet {
  return FACETS[name];
}

export function isCodesFacet(name: FacetName): name is CodesName {
  return findFacet(name).kind === "codes";
}

export function isNamesFacet(name: FacetName): name is NamesName {
  return findFacet(name).kind === "names";
}

export function isRangeFacet(name: FacetName): name is RangeName {
  return findFacet(name).kind === "range";
}

export function isSetFacet(name: FacetName): name is SetName {
  return findFacet(name).kind === "set";
}

/** The facet to which a facet's names belong: the make of models, the province of cities. */
export function outerFacet(name: FacetName): OuterName | null {
  const facet = findFacet(name);
  return facet.kind === "names" ? (facet.within ?? null) : null;
}

const INNER: ReadonlyMap<FacetName, NamesName> = new Map(
  FACET_NAMES.filter(isNamesFacet).flatMap((name): [FacetName, NamesName][] => {
    const outer = outerFacet(name);
    return outer ? [[outer, name]] : [];
  }),
);

/** The facet whose names belong to this facet's values; null if there is none. */
export function innerFacet(name: FacetName): NamesName | null {
  return INNER.get(name) ?? null;
}

export function isOuter(name: FacetName): name is OuterName {
  return INNER.has(name);
}

/** The columns of a listing that the search reads: those of all facets. */
export type SearchedCar = Pick<Said, (typeof FACETS)[FilterName]["column"]>;

/** The visible text of a code or a name: "Red", "Honda CR-V", "Toronto, ON". */
export function formatValue(name: ListName, value: Code, locale: Locale): string {
  if (isNamesFacet(name)) return FACETS[name].label(String(value), locale);
  const facet: Pick<CodesFacet, "label"> = FACETS[name];
  return facet.label(value, locale);
}

/**
 * The value under which a car is counted, before any steps; null if its seller did not say. A set
 * has several values, so it is excluded.
 */
export function facetValue(name: Exclude<FilterName, SetName>, car: SearchedCar): Code | null {
  const value = car[FACETS[name].column];
  const outer = outerFacet(name);
  return outer && value !== null ? nameKey(String(facetValue(outer, car)), String(value)) : value;
}
