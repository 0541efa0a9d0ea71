import { sql } from "drizzle-orm";
import { today } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { listingViewDayTable } from "./listing.table.ts";

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

const PROGRAMS = /bot|crawl|spider|slurp|preview|monitor|headless|lighthouse|curl|wget|python|^$/i;

/** Whether a person seems to look: no program that says that it is one, no page loaded on a guess. */
function isPersonsVisit(headers: Headers): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? "";
  return !/prefetch|prerender/i.test(purpose) && !PROGRAMS.test(headers.get("user-agent") ?? "");
}
