import fc from "fast-check";
import { PROVINCES } from "#values/province.ts";
import { BODY_TYPES, COLOURS, CONDITIONS, DRIVES, FUELS, TRANSMISSIONS } from "#values/vehicle.ts";
import { GENERATED_CITIES, type GeneratedListing } from "./generated-listings.fixture.ts";
import {
  NO_FILTERS,
  RADII_KM,
  type Range,
  type SearchRequest,
  SELLER_KINDS,
  SORTS,
} from "./search.ts";

// oxfmt-ignore
const TEXTS = [
  "civic 2018 leather", "Honda", "crv", "f 150", "f-150 2015-2019", "mazda 3", "1500", "ram 1500",
  "tt", "audi tt", "caravan", "dodge grand caravan", "land rover", "mercedes", "seats", "sièges cuir",
  "rouge", "VUS montréal", "honda corolla", "winter tires toronto", "toyota mazda", "hybride",
  "nothing of the kind", "'; drop table listing; --", "&|!:*()", "🚗", "2012", "st. john’s", "4x4",
];

/** Anything that people may ask of these listings, mostly a few filters at once. */
export function randomRequest(
  listings: readonly GeneratedListing[],
): fc.Arbitrary<Omit<SearchRequest, "limit" | "after">> {
  const seldom = <Value>(value: fc.Arbitrary<Value>, otherwise: Value) =>
    fc.oneof({ weight: 6, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value });
  const some = <Value>(values: readonly Value[]) =>
    seldom(fc.subarray([...values], { minLength: 1, maxLength: Math.min(4, values.length) }), []);
  const distinct = <Value>(values: readonly Value[]): Value[] => [
    ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
  ];
  const makes = distinct(listings.map(({ make }) => make));
  const models = distinct(listings.map(({ make, model }) => ({ make, model })));
  const cities = distinct(listings.map(({ provinceCode, city }) => ({ provinceCode, city })));
  return fc.record({
    filters: fc.record({
      status: fc.oneof(
        { weight: 9, arbitrary: fc.constant("live" as const) },
        fc.constant("sold" as const),
      ),
      makes: some([...makes, "Nobody’s"]),
      models: some([...models, { make: "Honda", model: "Nothing" }]),
      bodyTypes: some(BODY_TYPES),
      year: range(2005, 2028),
      priceCad: range(0, 130_000),
      isPriceFromPayment: fc.boolean(),
      odometerKm: range(0, 360_000),
      fuels: some(FUELS),
      transmissions: some(TRANSMISSIONS),
      drives: some(DRIVES),
      colours: some(COLOURS),
      provinces: some(PROVINCES),
      cities: some(cities),
      conditions: some(CONDITIONS),
      sellers: some(SELLER_KINDS),
    }),
    text: seldom(fc.constantFrom(...TEXTS), ""),
    geo: seldom(
      fc.record({
        lat: fc.constantFrom(...GENERATED_CITIES.map(([, , lat]) => lat)),
        lon: fc.constantFrom(...GENERATED_CITIES.map(([, , , lon]) => lon)),
        radiusKm: fc.constantFrom(...RADII_KM, null),
      }),
      null,
    ),
    sort: fc.constantFrom(...SORTS),
  });
}

function range(lowest: number, highest: number): fc.Arbitrary<Range> {
  const end = fc.integer({ min: lowest, max: highest });
  return fc.oneof(
    { weight: 15, arbitrary: fc.constant(NO_FILTERS.year) },
    { weight: 1, arbitrary: fc.record({ min: end, max: fc.constant(null) }) },
    { weight: 1, arbitrary: fc.record({ min: fc.constant(null), max: end }) },
    { weight: 1, arbitrary: fc.record({ min: end, max: end }) },
  );
}
