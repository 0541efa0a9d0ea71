import { and, desc, eq, sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import type { ListingCardFacts } from "#storefront/listing/listing-card-facts.ts";
import { cardColumns, isListingId, toCard } from "#storefront/listing/listing.server.ts";
import { listingTable } from "#storefront/listing/listing.table.ts";
import type { BodyType } from "#vocabulary/vehicle.ts";

/** One more than shown is read, to know whether there is more. */
const PAGE_SIZE = 24;

export type CarsPage = {
  cars: ListingCardFacts[];
  /** All live cars of the type, on every page together. */
  count: number;
  /** What the next page comes after; null on the last one. */
  nextAfter: string | null;
};

/**
 * Live cars, newest first. `after` is the id of the last car of the page before: a page then costs
 * the same however far it lies, and a car posted meanwhile shifts nothing.
 */
export async function liveCars(search: {
  bodyType: BodyType | null;
  after: string | null;
}): Promise<CarsPage> {
  const { bodyType } = search;
  const after = search.after !== null && isListingId(search.after) ? search.after : null;
  const wanted = and(
    eq(listingTable.state, "live"),
    bodyType === null ? undefined : eq(listingTable.bodyType, bodyType),
  );
  const further = after
    ? sql`(${listingTable.postedAt}, ${listingTable.id})
        < ((select posted_at from listing where id = ${after}), ${after}::uuid)`
    : undefined;
  const [count, rows] = await Promise.all([
    db().$count(listingTable, wanted),
    db()
      .select(cardColumns)
      .from(listingTable)
      .where(and(wanted, further))
      .orderBy(desc(listingTable.postedAt), desc(listingTable.id))
      .limit(PAGE_SIZE + 1),
  ]);
  const cars = rows.slice(0, PAGE_SIZE).map(toCard);
  const last = cars.at(-1);
  return { cars, count, nextAfter: rows.length > PAGE_SIZE && last ? last.id : null };
}
