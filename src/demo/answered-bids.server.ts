import { eq, sql } from "drizzle-orm";
import { bidEventTable, bidTable } from "#domain/bid/bid.table.ts";
import type { BidMoveResult } from "#domain/bid/move-bid.server.ts";
import type { MoveResult } from "#domain/bid/move-listing.server.ts";
import { placeBid } from "#domain/bid/place-bid.server.ts";
import { answerBid, moveBid } from "#domain/sale/move-with-offers.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { demoMember, demoPerson } from "./accounts.ts";
import { demoId } from "./demo-id.ts";
import { DEMO_BIDDERS } from "./people.ts";
import type { Act } from "./send-form.server.ts";

/** The live cars of the demo's seller and dealer accounts, oldest first. */
export type OwnCars = Record<"seller" | "dealer", readonly { id: string; priceCad: number }[]>;

type DemoNegotiation = "counter" | "decline" | "withdraw" | "accept_counter";

/** Whose car, which one, the bid as a share of its price, and what was done with the bid. */
const DEMO_NEGOTIATIONS: readonly {
  of: "seller" | "dealer";
  car: number;
  share: number;
  daysAgo: number;
  message: string;
  moves: readonly DemoNegotiation[];
}[] = [
  {
    of: "seller",
    car: 0,
    share: 0.93,
    daysAgo: 1.4,
    message: "Could come by on Saturday.",
    moves: [],
  },
  { of: "seller", car: 1, share: 0.9, daysAgo: 2.6, message: "", moves: ["counter"] },
  {
    of: "seller",
    car: 2,
    share: 0.78,
    daysAgo: 4.1,
    message: "Cash, this week.",
    moves: ["decline"],
  },
  {
    of: "dealer",
    car: 0,
    share: 0.95,
    daysAgo: 0.8,
    message: "Is a trade-in possible?",
    moves: [],
  },
  {
    of: "dealer",
    car: 1,
    share: 0.91,
    daysAgo: 3.3,
    message: "",
    moves: ["counter", "accept_counter"],
  },
  { of: "dealer", car: 2, share: 0.88, daysAgo: 5.5, message: "", moves: ["withdraw"] },
];

/** Bids on the cars of the seller and dealer accounts, each with what was done with it. */
export async function placeDemoBids(act: Act, cars: OwnCars): Promise<void> {
  for (const [index, { of, car, share, daysAgo, message, moves }] of DEMO_NEGOTIATIONS.entries()) {
    const listing = cars[of][car];
    if (!listing) throw new Error(`The demo's ${of} has too few cars.`);
    const bidder = await findFreeBidder(listing.id, index);
    const id = demoId("bid", `talk ${index}`);
    const priceCad = Math.round((listing.priceCad * share) / 10) * 10;
    const { phone, locale } = bidder;
    if (phone === null) throw new Error("The demo's bidder has no phone.");
    const bid = { id, listingId: listing.id, bidder, locale, phone, priceCad, message };
    const placed = await act(daysAgo, () => placeBid(bid));
    if (!placed.ok) throw new Error(`The demo's bid ${index} is refused: ${placed.code}.`);
    const counter = String(Math.round((listing.priceCad * (1 + share)) / 20) * 10);
    for (const [turn, action] of moves.entries()) {
      await act(daysAgo - 0.3 * (turn + 1), async () => {
        const by = action === "withdraw" || action === "accept_counter" ? bidder : demoMember(of);
        const result = await db().transaction((transaction): Promise<BidMoveResult | MoveResult> =>
          action === "decline"
            ? answerBid(transaction, { by, bidId: id, answer: "decline" })
            : moveBid(transaction, { by, bidId: id, move: action, typedPrice: counter }),
        );
        if (!result.ok)
          throw new Error(`The demo's bid ${index} cannot ${action}: ${result.code}.`);
      });
    }
    await dateBid(id, daysAgo);
  }
}

/** A bidder who has no bid on the car yet. */
async function findFreeBidder(listingId: string, turn: number): Promise<SignedInUser> {
  const taken = await db()
    .select({ bidderId: bidTable.bidderId })
    .from(bidTable)
    .where(eq(bidTable.listingId, listingId));
  const people = [demoMember("buyer"), ...DEMO_BIDDERS.map(demoPerson)];
  const free = people.filter(({ id }) => taken.every(({ bidderId }) => bidderId !== id));
  const bidder = free[turn % free.length];
  if (!bidder) throw new Error("Everybody in the demo has a bid on this car.");
  return bidder;
}

/**
 * The database sets a bid's time itself while it locks the car; this sets it back to the intended
 * past.
 */
async function dateBid(id: string, daysAgo: number) {
  const past = sql`make_interval(secs => ${Math.round(daysAgo * 86_400)})`;
  await db()
    .update(bidTable)
    .set({ placedAt: sql`${bidTable.placedAt} - ${past}` })
    .where(eq(bidTable.id, id));
  await db()
    .update(bidEventTable)
    .set({ at: sql`${bidEventTable.at} - ${past}` })
    .where(eq(bidEventTable.bidId, id));
}
