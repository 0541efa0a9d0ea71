import { sql } from "drizzle-orm";
import { bidTable } from "#domain/bid/bid.table.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { connectDatabase, type Database } from "#platform/database/database.server.ts";
import { type GeneratedListing, listingRow } from "./generated-listings.fixture.ts";

const AT_ONCE = 1_000;

/** Connects to a migrated, empty database and fills it with these listings and their bids. */
export async function storeListings(
  url: string,
  listings: Iterable<GeneratedListing>,
): Promise<Database> {
  const database = connectDatabase(url);
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
        priceCad: 1_000,
        phone: "+14165550100",
      })),
    );
    if (bids.length > 0) await database.insert(bidTable).values(bids);
  }
  await database.execute(sql`analyze`);
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
