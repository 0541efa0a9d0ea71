import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { bidEventTable, bidTable } from "#domain/bid/bid.table.ts";
import { makeBid } from "#domain/bid/bid.fixture.ts";
import type { NegotiationAction } from "#domain/bid/move-bid.server.ts";
import { placeBid } from "#domain/bid/place-bid.server.ts";
import type { SellerAnswer } from "#domain/bid/move-listing.server.ts";
import { carTable, requestCarTable } from "#domain/car/car.table.ts";
import type { DealSide } from "#domain/deal/deal-state.ts";
import { dealTable } from "#domain/deal/deal.table.ts";
import { isWithdrawn } from "#domain/lead/withdraw-lead.server.ts";
import type { ListingMove } from "#domain/listing/listing-state.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import {
  acceptOffer,
  callOffOffer,
  declineOffer,
  type Seller,
  undoDecline,
} from "#domain/sell-request/dealer-offer/answer-offer.server.ts";
import {
  answerCounter,
  counterOffer,
  withdrawCounter,
} from "#domain/sell-request/dealer-offer/counter-offer.server.ts";
import {
  type Dealership,
  inDays,
  storeDealership,
  storeSellRequest,
} from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { makeOffer, withdrawOffer } from "#domain/sell-request/dealer-offer/make-offer.server.ts";
import { listOffers } from "#domain/sell-request/dealer-offer/offers.server.ts";
import { stopSharing } from "#domain/sell-request/dealer-offer/seller-choice.server.ts";
import { withdrawSellRequest } from "#domain/sell-request/dealer-offer/withdraw-request.server.ts";
import { requestListingTable } from "#domain/sell-request/sell-request.table.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { endDeal } from "./end-deal.server.ts";
import { answerBid, moveBid, moveListing } from "./move-with-offers.server.ts";
import { joinCars } from "./own-car.server.ts";

export type People = {
  seller: SignedInUser;
  staff: SignedInUser;
  bidders: readonly SignedInUser[];
  dealers: readonly Dealership[];
};

export async function storePeople(): Promise<People> {
  return {
    seller: await storePerson("Jordan Mitchell", { role: "seller" }),
    staff: await storePerson("Sam Staff", { role: "staff" }),
    bidders: [
      await storePerson("Camille Roy", { locale: "fr" }),
      await storePerson("Amara Okafor"),
      await storePerson("Priya Nair"),
    ],
    dealers: [await storeDealership("Lakeshore Lane"), await storeDealership("Queen Street")],
  };
}

/** One car that is listed and offered to two dealerships, with everybody who may act on it. */
export type Sale = {
  people: People;
  /**
   * The cars of the request and of the listing: the same one, or two until their seller says that
   * they are one.
   */
  carIds: readonly [string, string];
  listingId: string;
  leadId: string;
  seller: Seller;
};

/** A sell request to which both dealerships were invited, to be copied (`copySales`). */
export async function storeSale(people: People): Promise<Sale> {
  const { reference, leadId } = await storeSellRequest({ userId: people.seller.id });
  const [car] = await db().insert(carTable).values({}).returning({ id: carTable.id });
  const carId = car!.id;
  await db().insert(requestCarTable).values({ leadId, carId });
  const listingId = await storeListing({ sellerId: people.seller.id, carId });
  await db().insert(requestListingTable).values({ leadId, listingId });
  const seller = { reference, way: "account", userId: people.seller.id } as const;
  return { people, carIds: [carId, carId], listingId, leadId, seller };
}

/**
 * Copies of the first sale, row by row: sending each form would take far longer. In every other
 * copy, nobody has said yet that the listing and the request are of one car.
 */
export async function copySales(like: Sale, count: number): Promise<Sale[]> {
  const copies = Array.from({ length: count }, (_, index) => {
    const car = randomUUID();
    return {
      lead: randomUUID(),
      submission: randomUUID(),
      listing: randomUUID(),
      car,
      listed: index % 2 === 0 ? car : randomUUID(),
      reference: `T${randomUUID().replaceAll("-", "").slice(0, 11).toUpperCase()}`,
    };
  });
  const made = sql`json_to_recordset(${JSON.stringify(copies)}::json)
    as made(lead uuid, submission uuid, listing uuid, car uuid, listed uuid, reference text)`;
  const copy = (table: string, changes: string, where: ReturnType<typeof sql>) =>
    sql`insert into ${sql.raw(table)} select (jsonb_populate_record(old, jsonb_build_object(${sql.raw(changes)}))).*
      from ${sql.raw(table)} old cross join ${made} where ${where}`;
  const submissionId = sql`(select submission_id from lead where id = ${like.leadId})`;
  await db().transaction(async (transaction) => {
    for (const statement of [
      copy(
        "submission",
        "'id', made.submission, 'reference', made.reference",
        sql`old.id = ${submissionId}`,
      ),
      copy(
        "consent",
        "'id', gen_random_uuid(), 'submission_id', made.submission",
        sql`old.submission_id = ${submissionId}`,
      ),
      copy(
        "lead",
        "'id', made.lead, 'submission_id', made.submission, 'reference', made.reference",
        sql`old.id = ${like.leadId}`,
      ),
      copy("purchase_offer_invitation", "'lead_id', made.lead", sql`old.lead_id = ${like.leadId}`),
      copy("car", "'id', made.car", sql`old.id = ${like.carIds[0]}`),
      copy("car", "'id', made.listed", sql`old.id = ${like.carIds[0]} and made.listed <> made.car`),
      copy(
        "sell_request_car",
        "'lead_id', made.lead, 'car_id', made.car",
        sql`old.lead_id = ${like.leadId}`,
      ),
      copy("listing", "'id', made.listing, 'car_id', made.listed", sql`old.id = ${like.listingId}`),
      copy(
        "sale_listing",
        "'lead_id', made.lead, 'listing_id', made.listing",
        sql`old.lead_id = ${like.leadId}`,
      ),
    ])
      await transaction.execute(statement);
  });
  return copies.map(({ lead, listing, car, listed, reference }) => ({
    people: like.people,
    carIds: [car, listed],
    listingId: listing,
    leadId: lead,
    seller: { ...like.seller, reference },
  }));
}

/** A button that somebody presses; `which` is the bidder or dealership that it concerns. */
export type Press = { name: PressName; which: number };
export type PressName = keyof typeof PRESSES;

const onListing =
  (by: "seller" | "staff", move: ListingMove) =>
  ({ people, listingId }: Sale) =>
    db().transaction((transaction) =>
      moveListing(transaction, { by: people[by], listingId, move }),
    );

const onBid =
  (answer: SellerAnswer) =>
  async ({ people, listingId }: Sale, which: number) => {
    const bidId = await findBid(listingId, people.bidders[which % 3]!.id);
    const by = people.seller;
    return db().transaction((transaction) => answerBid(transaction, { by, bidId, answer }));
  };

const negotiate =
  (who: "seller" | "bidder", move: NegotiationAction) =>
  async ({ people, listingId }: Sale, which: number) => {
    const bidder = people.bidders[which % 3]!;
    const bidId = await findBid(listingId, bidder.id);
    const by = who === "seller" ? people.seller : bidder;
    return db().transaction((transaction) =>
      moveBid(transaction, { by, bidId, move, typedPrice: "29500" }),
    );
  };

const onOffer =
  (answer: (seller: Seller, offerId: string) => Promise<unknown>) =>
  async (sale: Sale, which: number) =>
    answer(sale.seller, await findOffer(sale, which));

const byDealer =
  (act: (dealer: Dealership, reference: string, offerId: string) => Promise<unknown>) =>
  async (sale: Sale, which: number) =>
    act(sale.people.dealers[which % 2]!, sale.seller.reference, await findOffer(sale, which));

/** An action on the page of the newest deal. */
function onDeal(side: DealSide, move: "call_off" | "hand_over") {
  return async ({ people, carIds }: Sale) => {
    const deal = (await listDeals(carIds)).at(-1);
    if (!deal) return undefined;
    const dealer = people.dealers.find((each) => each.dealershipId === deal.buyerDealershipId);
    const buyerId = deal.buyerUserId ?? dealer?.userId ?? null;
    const userId = side === "seller" ? people.seller.id : buyerId;
    const caller = { dealId: deal.id, side, userId };
    return move === "hand_over"
      ? endDeal(caller, { move, odometerKm: null })
      : endDeal(caller, { move, why: { reason: "price", note: "" } });
  };
}

/** All deals for the cars, the oldest first. */
function listDeals(carIds: Sale["carIds"]) {
  return db()
    .select()
    .from(dealTable)
    .where(inArray(dealTable.carId, [...carIds]))
    .orderBy(dealTable.agreedAt);
}

const PRESSES = {
  "seller reserves": onBid("reserve"),
  "seller sells to a bidder": onBid("sell"),
  "seller declines a bid": onBid("decline"),
  "seller counters a bid": negotiate("seller", "counter"),
  "seller withdraws a counter to a bid": negotiate("seller", "withdraw_counter"),
  "seller releases": onListing("seller", "release"),
  "seller marks as sold": onListing("seller", "mark_sold"),
  "seller reopens": onListing("seller", "reopen"),
  "seller pauses": onListing("seller", "pause"),
  "seller resumes": onListing("seller", "resume"),
  "seller accepts an offer": onOffer(acceptOffer),
  "seller declines an offer": onOffer(declineOffer),
  "seller undoes a decline": onOffer(undoDecline),
  "seller counters an offer": onOffer((seller, id) => counterOffer(seller, id, "16000")),
  "seller withdraws a counter to an offer": onOffer(withdrawCounter),
  "seller calls an offer off": onOffer(callOffOffer),
  "dealer offers": async ({ people, seller }: Sale, which: number) => {
    const dealer = people.dealers[which % 2]!;
    const terms = { amountCad: 15_000 + which, validUntil: inDays(7), conditions: "" };
    const offer = { id: randomUUID(), seenOfferId: null, ...terms };
    return makeOffer(dealer, seller.reference, offer);
  },
  "dealer withdraws": byDealer(withdrawOffer),
  "dealer accepts a counter": byDealer((...all) => answerCounter(...all, "accepted")),
  "dealer declines a counter": byDealer((...all) => answerCounter(...all, "declined")),
  "bidder bids": ({ people, listingId }: Sale, which: number) =>
    placeBid(makeBid({ listingId, bidder: people.bidders[which % 3]! })),
  "bidder withdraws": negotiate("bidder", "withdraw"),
  "bidder accepts a counter": negotiate("bidder", "accept_counter"),
  "bidder declines a counter": negotiate("bidder", "decline_counter"),
  "seller calls the deal off": onDeal("seller", "call_off"),
  "buyer calls the deal off": onDeal("buyer", "call_off"),
  "the car is handed over": onDeal("seller", "hand_over"),
  "seller says that it is one car": async ({ people, carIds }: Sale) =>
    db().transaction((transaction) => joinCars(transaction, carIds, people.seller.id)),
  "seller removes": onListing("seller", "remove"),
  "seller stops sharing the request": ({ seller }: Sale) => stopSharing(seller),
  "seller withdraws the request": ({ seller }: Sale) =>
    db().transaction((transaction) =>
      withdrawSellRequest(transaction, seller, { byUserId: seller.userId }),
    ),
  "staff mark as sold": onListing("staff", "mark_sold"),
  "staff reopen": onListing("staff", "reopen"),
  "staff pause": onListing("staff", "pause"),
  "staff resume": onListing("staff", "resume"),
  "staff remove": onListing("staff", "remove"),
} as const satisfies Record<string, (sale: Sale, which: number) => Promise<unknown>>;

export const PRESS_NAMES = Object.keys(PRESSES) as PressName[];

export async function press(sale: Sale, { name, which }: Press): Promise<void> {
  await PRESSES[name](sale, which);
}

/** The newest bid of the bidder, as its page shows it. */
async function findBid(listingId: string, bidderId: string): Promise<string> {
  const [bid] = await db()
    .select({ id: bidTable.id })
    .from(bidTable)
    .where(and(eq(bidTable.listingId, listingId), eq(bidTable.bidderId, bidderId)))
    .orderBy(sql`${bidTable.placedAt} desc`)
    .limit(1);
  return bid?.id ?? randomUUID();
}

async function findOffer({ people, leadId }: Sale, which: number): Promise<string> {
  const { dealershipId } = people.dealers[which % 2]!;
  const offers = await listOffers(db(), leadId);
  return offers.findLast((offer) => offer.dealershipId === dealershipId)?.id ?? randomUUID();
}

/** The state of everything, and the notifications so far. */
export async function readSale({ carIds, listingId, leadId }: Sale) {
  const isOfCars = inArray(carTable.id, [...carIds]);
  const [cars, [listing], [request], isEnded, bids, offers, deals, notifications, news, ends] =
    await Promise.all([
      db().select().from(carTable).where(isOfCars),
      db().select().from(listingTable).where(eq(listingTable.id, listingId)),
      db().select().from(requestCarTable).where(eq(requestCarTable.leadId, leadId)),
      isWithdrawn(db(), leadId),
      db().select().from(bidTable).where(eq(bidTable.listingId, listingId)),
      listOffers(db(), leadId),
      listDeals(carIds),
      // For events of a bid: the messages to its bidder or to the seller.
      db()
        .select({ about: bidEventTable.bidId, event: messageTable.event, key: messageTable.key })
        .from(bidEventTable)
        .innerJoin(bidTable, eq(bidTable.id, bidEventTable.bidId))
        .innerJoin(
          messageTable,
          sql`${messageTable.key} like 'bid_event:' || ${bidEventTable.id} || ':%'`,
        )
        .where(eq(bidTable.listingId, listingId)),
      // For offers: the messages to a dealership's address for leads, and to a seller without an
      // account.
      db()
        .select({
          about: messageTable.dealershipId,
          event: messageTable.event,
          key: messageTable.key,
        })
        .from(messageTable)
        .where(and(eq(messageTable.leadId, leadId), isNull(messageTable.userId))),
      db()
        .select({ about: dealTable.wayId, event: messageTable.event, key: messageTable.key })
        .from(dealTable)
        .innerJoin(messageTable, sql`${messageTable.key} like 'deal:' || ${dealTable.id} || ':%'`)
        .where(inArray(dealTable.carId, [...carIds])),
    ]);
  return {
    cars: cars.map((car) => ({
      car,
      listing: listing!.carId === car.id ? listing! : null,
      bids: listing!.carId === car.id ? bids : [],
      offers: request!.carId === car.id ? offers : [],
      isRequestWithdrawn: isEnded,
      deals: deals.filter(({ carId }) => carId === car.id),
    })),
    told: [...notifications, ...news, ...ends],
  };
}

export type SaleSeen = Awaited<ReturnType<typeof readSale>>;
/** One of its cars, with everything that belongs to it. */
export type CarSeen = SaleSeen["cars"][number];
