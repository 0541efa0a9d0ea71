import { desc, inArray } from "drizzle-orm";
import type { CarIllustration } from "#packages/car-illustration/options";
import { db } from "#platform/database/database.server.ts";
import { PUBLIC_STATES } from "./listing-state.ts";
import { listingTable } from "./listing.table.ts";

/** How each listing that people can see is drawn, the newest first. */
export async function drawnListings(): Promise<CarIllustration[]> {
  const rows = await db()
    .select({ illustration: listingTable.illustration })
    .from(listingTable)
    .where(inArray(listingTable.state, PUBLIC_STATES))
    .orderBy(desc(listingTable.postedAt));
  // Only our own rules write this column (demo seed, listing editor).
  return rows.map(({ illustration }) => illustration as CarIllustration);
}
