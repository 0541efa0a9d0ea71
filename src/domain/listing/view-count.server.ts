import { sql } from "drizzle-orm";
import { today } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { isPersonsVisit } from "./persons-visit.ts";
import { listingViewDayTable } from "./view-count.table.ts";

type View = {
  listing: { id: string; sellerId: string };
  /** Who looks, if they signed in. The seller's own looks do not count. */
  userId: string | null;
  headers: Headers;
};

/** Counts one opening of a listing's page. Of the visitor nothing is kept. */
export async function countListingView({ listing, userId, headers }: View): Promise<void> {
  if (userId === listing.sellerId || !isPersonsVisit(headers)) return;
  await db()
    .insert(listingViewDayTable)
    .values({ listingId: listing.id, day: today(), views: 1 })
    .onConflictDoUpdate({
      target: [listingViewDayTable.listingId, listingViewDayTable.day],
      set: { views: sql`${listingViewDayTable.views} + 1` },
    });
}
