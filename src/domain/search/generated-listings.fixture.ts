import { bidTable } from "#domain/bid/bid.table.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { seededRandom } from "#packages/car-illustration/seeded-random";
import { type Database, db } from "#platform/database/database.server.ts";
import type { ProvinceCode } from "#values/province.ts";
import { FEATURES } from "#values/vehicle.ts";
import { sql } from "drizzle-orm";
import type { CodesFacet } from "./facet-kinds.ts";
import { UNRATED } from "./listing-search.table.ts";
import { type CodesName, FACET_NAMES, FACETS, isCodesFacet, type SearchedCar } from "./facets.ts";

/** A listing for a test or a benchmark of the search, with its number of bids; not demo data. */
export type GeneratedListing = SearchedCar & {
  id: string;
  trim: string | null;
  description: string;
  lat: number;
  lon: number;
  state: "live" | "sold" | "paused";
  postedAt: Date;
  bidCount: number;
  dealRank: number;
};

// oxfmt-ignore
const MODELS = [
  ["Honda", "Civic"], ["Honda", "CR-V"], ["Toyota", "Corolla"], ["Toyota", "RAV4"],
  ["Ford", "F-150"], ["Mazda", "Mazda3"], ["Mercedes-Benz", "C-Class"], ["Ram", "1500"],
  ["Chrysler", "Grand Caravan"], ["Dodge", "Grand Caravan"], ["Audi", "TT"], ["Land Rover", "Defender"],
] as const;

// oxfmt-ignore
export const GENERATED_CITIES = [
  ["ON", "Toronto", 43.7, -79.42], ["ON", "Mississauga", 43.59, -79.64], ["ON", "Ottawa", 45.42, -75.7],
  ["QC", "Gatineau", 45.48, -75.7], ["QC", "Montréal", 45.51, -73.59], ["BC", "Vancouver", 49.25, -123.12],
  ["BC", "Victoria", 48.43, -123.37], ["AB", "Calgary", 51.05, -114.07], ["NL", "St. John’s", 47.56, -52.71],
] as const satisfies readonly (readonly [ProvinceCode, string, number, number])[];

// oxfmt-ignore
const PHRASES = [
  "Leather seats", "Heated seats", "One owner", "No accidents", "Sièges en cuir", "Toit ouvrant",
  "Winter tires included", "New brakes", "Très propre", "Remote starter",
  "Electric windows", "Vitres électriques", "Automatic headlights, black interior",
];

/** All facets of codes, except the province, which depends on the city. */
const CODED = FACET_NAMES.filter(isCodesFacet)
  .filter((name) => name !== "province")
  .map((name): CodesFacet => FACETS[name]);
type CodedColumn = Exclude<(typeof FACETS)[CodesName]["column"], "provinceCode">;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Generates the same listings for the same count. Many are equal on purpose, because errors of
 * paging occur at ties.
 */
export function* generatedListings(count: number): Generator<GeneratedListing> {
  const random = seededRandom(`search ${count}`);
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)]!;
  // Squared, so that the first values are the common ones, as on roads.
  const pickCommon = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() ** 2 * values.length)]!;
  for (let index = 0; index < count; index += 1) {
    const kind = pickCommon(MODELS);
    const [make, model] = kind;
    // Each model has two variants of this facet, and some sellers leave it out.
    const twoWays = (facet: CodesFacet) =>
      [0, 1].map((way) => facet.codes[(MODELS.indexOf(kind) + way) % facet.codes.length]!);
    const [provinceCode, city, lat, lon] = pickCommon(GENERATED_CITIES);
    const isSpread = random() < 0.5;
    const spread = () => (isSpread ? (random() - 0.5) * 2 : 0);
    const coded = Object.fromEntries(
      CODED.map((facet) => [
        facet.column,
        facet.isOptional ? pick([...twoWays(facet), null]) : pickCommon(facet.codes),
      ]),
    ) as Pick<SearchedCar, CodedColumn>;
    yield {
      ...coded,
      // The first feature of the list is on nearly every car, the last on few.
      features: FEATURES.filter((_, at) => random() < 1 / (1 + at * 0.6)),
      id: uuid(random),
      make,
      model,
      trim: pick([null, "LX", "EX-L", "Sport"]),
      year: 2008 + Math.floor(random() * 18),
      odometerKm: Math.floor(random() * 35) * 10_000 + pick([0, 0, 1, 4_321]),
      priceCad: 500 + Math.floor(random() ** 2 * 120) * 1_000,
      description: [pick(PHRASES), pick(PHRASES), pick(PHRASES)].join(". "),
      city,
      provinceCode,
      lat: lat + spread(),
      lon: lon + spread(),
      state: pickCommon(["live", "live", "live", "sold", "paused"] as const),
      postedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 200) * DAY_MS),
      bidCount: random() < 0.9 ? 0 : Math.floor(random() * 4),
      dealRank: index % 3 === 0 ? UNRATED : ((index * 37) % 200) - 100,
    };
  }
}

function uuid(random: () => number): string {
  const hex = (length: number) =>
    Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join("");
  return `${hex(8)}-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(12)}`;
}

/** Converts it to a row of `listing`. */
function listingRow(
  { seller, bidCount: _, dealRank: __, ...listing }: GeneratedListing,
  by: { sellerId: string; dealershipId: string },
): typeof listingTable.$inferInsert {
  return {
    ...listing,
    sellerId: by.sellerId,
    dealershipId: seller === "dealer" ? by.dealershipId : null,
    illustration: { body: "SUV", colour: "Red" },
  };
}

const AT_ONCE = 1_000;

/**
 * Fills a migrated, empty database with these listings and their bids. The caller must run ANALYZE.
 */
export async function storeListings(listings: Iterable<GeneratedListing>): Promise<Database> {
  const database = db();
  await database.insert(userTable).values({ id: "seller", name: "A B", email: "a@example.com" });
  const [dealership] = await database
    .insert(dealershipTable)
    .values({
      name: "Example Motors",
      phone: "+14165550100",
      streetAddress: "1 Example Street",
      postalCode: "M5V 0A1",
      servedRadiusKm: 100,
      city: "Toronto",
      provinceCode: "ON",
      lat: 43.7,
      lon: -79.42,
      leadEmail: "leads@example.com",
      servedProvinces: ["ON"],
      takesLeadKinds: [],
    })
    .returning({ id: dealershipTable.id });
  const seller = { sellerId: "seller", dealershipId: dealership!.id };
  for (const some of chunks(listings, AT_ONCE)) {
    await database.insert(listingTable).values(some.map((each) => listingRow(each, seller)));
    const bids = some.flatMap(({ id, bidCount }) =>
      Array.from({ length: bidCount }, () => ({
        listingId: id,
        bidderId: "seller",
        // Declined, because a person may have only one open bid on a car.
        state: "declined" as const,
        priceCad: 1_000,
        phone: "+14165550100",
      })),
    );
    if (bids.length > 0) await database.insert(bidTable).values(bids);
    await database.execute(sql`
      update listing_search s set deal_rank = r.rank
      from unnest(${sql.param(some.map(({ id }) => id))}::uuid[],
        ${sql.param(some.map(({ dealRank }) => dealRank))}::smallint[]) r (id, rank)
      where s.listing_id = r.id`);
  }
  return database;
}

function* chunks<Value>(values: Iterable<Value>, size: number): Generator<Value[]> {
  let chunk: Value[] = [];
  for (const value of values) {
    chunk.push(value);
    if (chunk.length === size) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}
