import { and, desc, eq, ne, sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import type { ListingCardFacts } from "./listing-card-facts.ts";
import { cardColumns, toCard } from "./listing-queries.server.ts";
import { listingTable } from "./listing.table.ts";

const SIMILAR_COUNT = 4;
/** The newest of a body type are looked at, however many there are (index listing_live_body_posted). */
const LOOKED_AT = 400;

/** Live cars of the same body type: those whose price is nearest, of the same province first. */
export async function similarCars(
  listing: Pick<ListingCardFacts, "id" | "bodyType" | "priceCad" | "provinceCode">,
): Promise<ListingCardFacts[]> {
  const newest = db()
    .select(cardColumns)
    .from(listingTable)
    .where(
      and(
        eq(listingTable.state, "live"),
        eq(listingTable.bodyType, listing.bodyType),
        ne(listingTable.id, listing.id),
      ),
    )
    .orderBy(desc(listingTable.postedAt))
    .limit(LOOKED_AT)
    .as("newest");
  const rows = await db()
    .select()
    .from(newest)
    .orderBy(
      // Elsewhere counts as a price that is a fifth further off.
      sql`abs(${newest.priceCad} - ${listing.priceCad}::integer)
        + case when ${newest.provinceCode} = ${listing.provinceCode} then 0
          else ${listing.priceCad}::integer / 5 end`,
      newest.id,
    )
    .limit(SIMILAR_COUNT);
  return rows.map(toCard);
}
