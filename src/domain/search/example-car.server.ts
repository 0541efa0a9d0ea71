import { sql } from "drizzle-orm";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { findPublicCardsBy } from "#domain/listing/listing-queries.server.ts";
import { cacheRead } from "#platform/database/cached-reads.server.ts";
import { findCodeNumber } from "./search-dictionary.server.ts";

/**
 * The newest car of a dealership outside Quebec, whose payment may be shown as an example. A
 * private sale has less tax in some provinces, and would make the example cheaper than what most
 * people pay.
 */
export async function findExampleCar(): Promise<ListingCardFacts | null> {
  const [car] = await readNewest();
  return car ?? null;
}

/** Returns a list, so that an empty result is cached too. */
const readNewest = cacheRead(readNewestAnew, { most: 1 });

function readNewestAnew(): Promise<ListingCardFacts[]> {
  const dealer = findCodeNumber("seller", "dealer");
  const quebec = findCodeNumber("province", "QC");
  return findPublicCardsBy(sql`
    select listing_id from listing_search
    where status = 1 and seller = ${dealer} and province <> ${quebec}
    order by posted_at desc, listing_id desc limit 1`);
}
