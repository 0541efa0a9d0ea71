import { and, count, eq, ne } from "drizzle-orm";
import { data } from "react-router";
import { userTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { paths } from "#site/paths.ts";
import { db } from "#platform/database/database.server.ts";
import { postedForm } from "#platform/request/posted-form.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { redirectTo, requireMember, type PageArgs } from "#pages/session/guards.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { isListingId, listingTitle } from "#domain/listing/listing.ts";
import { acceptBid, type AnswerResult, markSold } from "#domain/bid/answer-bid.server.ts";
import { bidTable } from "#domain/bid/bid.table.ts";
import {
  type AskedFirst,
  type AskedFrom,
  isAskedFirst,
  type SaleQuestion,
} from "./sale-question.ts";

type Listing = Pick<
  typeof listingTable.$inferSelect,
  "id" | "sellerId" | "state" | "year" | "make" | "model" | "trim" | "priceCad"
>;

/**
 * What the seller is asked.
 * @throws 404 where the listing or the bid is not theirs, and a redirect where it is answered already.
 */
export async function loadQuestion(args: PageArgs, listingId: string): Promise<SaleQuestion> {
  const query = new URL(args.request.url).searchParams;
  const intent = query.get("intent");
  const from = query.get("from") === "manage" ? "manage" : "listing";
  const { user } = requireMember(args);
  const listing = await listingToSell(user, listingId, intent);
  if (!listing || !isAskedFirst(intent)) throw data(null, { status: 404 });
  if (listing.state === "sold") throw redirectTo(backTo({ listingId, from, code: "already_sold" }));
  const question = await saleQuestionOf(listing, intent, from, query.get("bid"));
  if (!question.bid && intent !== "mark-sold") throw data(null, { status: 404 });
  return question;
}

/** What there is to ask about a listing. Whoever asks has made sure that it is theirs to sell. */
export async function saleQuestionOf(
  listing: Listing,
  intent: AskedFirst,
  from: AskedFrom,
  bidId: string | null = null,
): Promise<SaleQuestion> {
  const bid =
    intent === "mark-sold"
      ? await bidWhere(listing.id, eq(bidTable.state, "accepted"))
      : await bidOfAddress(listing.id, bidId);
  return {
    listingId: listing.id,
    intent,
    from,
    car: listingTitle(listing),
    askingCad: listing.priceCad,
    bid,
    otherOpenBids: await countOpenBids(listing.id, bid?.id),
  };
}

/** Does what was asked about, and leads back to where the seller came from. */
export async function answerQuestion(args: PageArgs, listingId: string): Promise<never> {
  const { user } = requireMember(args);
  const fields = await postedForm(args.request);
  const intent = fields.get("intent");
  const bidId = fields.get("bidId");
  const from = fields.get("from") === "manage" ? "manage" : "listing";
  const listing = await listingToSell(user, listingId, intent);
  if (!listing || !isAskedFirst(intent)) throw data(null, { status: 404 });
  const result = await answer(intent, listing, typeof bidId === "string" ? bidId : "", user.id);
  const done = intent === "mark-sold" ? "marked_sold" : "answered";
  throw redirectTo(backTo({ listingId, from, code: result.ok ? done : result.code }));
}

function answer(
  intent: AskedFirst,
  listing: Listing,
  bidId: string,
  byUserId: string,
): Promise<AnswerResult> {
  const { id, sellerId } = listing;
  if (intent === "mark-sold") return markSold({ listingId: id, sellerId, byUserId });
  return acceptBid({ bidId, sellerId }, intent === "accept-sold" ? "sold" : "reserved");
}

/** The seller's own; staff may mark a car as sold in their place, but take no bid for them. */
async function listingToSell(
  user: SignedInUser,
  listingId: string,
  intent: unknown,
): Promise<Listing | null> {
  if (!isListingId(listingId)) return null;
  const [listing] = await db().select().from(listingTable).where(eq(listingTable.id, listingId));
  if (!listing || !["live", "paused", "sold"].includes(listing.state)) return null;
  const isTheirs = listing.sellerId === user.id && may(user, "answerBids");
  const isStaff = intent === "mark-sold" && may(user, "reviewListings");
  return isTheirs || isStaff ? listing : null;
}

async function bidOfAddress(listingId: string, bidId: string | null) {
  if (bidId === null || !isListingId(bidId)) return null;
  return bidWhere(listingId, eq(bidTable.id, bidId));
}

async function bidWhere(listingId: string, condition: ReturnType<typeof eq>) {
  const [bid] = await db()
    .select({ id: bidTable.id, bidderName: userTable.name, priceCad: bidTable.priceCad })
    .from(bidTable)
    .innerJoin(userTable, eq(userTable.id, bidTable.bidderId))
    .where(and(eq(bidTable.listingId, listingId), condition));
  return bid ?? null;
}

/** How many bids a sale would close, but for the one that it is made for. */
async function countOpenBids(listingId: string, exceptBidId?: string): Promise<number> {
  const [row] = await db()
    .select({ open: count() })
    .from(bidTable)
    .where(
      and(
        eq(bidTable.listingId, listingId),
        eq(bidTable.state, "open"),
        exceptBidId ? ne(bidTable.id, exceptBidId) : undefined,
      ),
    );
  return row?.open ?? 0;
}

function backTo(to: { listingId: string; from: AskedFrom; code: string }): string {
  if (to.from === "listing") {
    return `${hrefIn(paths.listing(to.listingId))}?answered=${to.code}#bids`;
  }
  const said = to.code === "marked_sold" ? "done=sold" : `failed=${to.code}`;
  return `${hrefIn(paths.sellerListing(to.listingId))}?${said}`;
}
