import type { bidTable } from "#domain/bid/bid.table.ts";
import { pickBelow, seededRandom } from "#packages/car-illustration/seeded-random";
import { BODY_TYPES } from "#values/vehicle.ts";
import { demoId } from "./demo-id.ts";
import type { DemoListing } from "./listings.ts";

export type DemoBid = typeof bidTable.$inferInsert;
type DemoBidder = { userId: string; phone: string };

/** The number of bids on each listing, one per person, highest first: 25 listings. */
// oxfmt-ignore
const BID_COUNTS = [6, 6, 6, 5, 5, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1];

/** SPEC.md §5 "Bid". */
const BID_STEP_CAD = 10;
const BID_MINIMUM_CAD = 1_000;

/** Rising bids on live listings, of each body type in turn, none before its car was posted. */
export function demoBids(
  listings: readonly DemoListing[],
  bidders: readonly DemoBidder[],
  at: Date,
): DemoBid[] {
  const random = seededRandom("demo bids");
  const waiting = listings.filter(({ state }) => state === "live");
  return BID_COUNTS.flatMap((count, rank) => {
    const ofType = waiting.filter(
      ({ bodyType }) => bodyType === BODY_TYPES[rank % BODY_TYPES.length],
    );
    const listing = ofType[pickBelow(random, ofType.length)];
    if (!listing) throw new Error("The demo has too few live listings to bid on.");
    waiting.splice(waiting.indexOf(listing), 1);
    const postedMs = listing.postedAt?.getTime() ?? at.getTime();
    const firstBidder = pickBelow(random, bidders.length);
    return Array.from({ length: count }, (_, turn): DemoBid => {
      const bidder = bidders[(firstBidder + turn) % bidders.length];
      if (!bidder) throw new Error("The demo has nobody to bid.");
      const share = 0.86 + (turn / 7) * 0.12 + random() * 0.01;
      return {
        id: demoId("bid", `${rank}-${turn}`),
        listingId: listing.id,
        bidderId: bidder.userId,
        priceCad: Math.max(
          BID_MINIMUM_CAD,
          Math.round((listing.priceCad * share) / BID_STEP_CAD) * BID_STEP_CAD,
        ),
        phone: bidder.phone,
        placedAt: new Date(postedMs + ((at.getTime() - postedMs) * (turn + 1)) / (count + 1)),
        isDemo: true,
      };
    });
  });
}
