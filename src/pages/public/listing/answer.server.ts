import { and, count, eq, ne } from "drizzle-orm";
import { data } from "react-router";
import { bidTable } from "#domain/bid/bid.table.ts";
import { findAgreedPrice } from "#domain/bid/bid-state.ts";
import { answerBid, moveListing } from "#domain/sale/move-with-offers.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import {
  type EditableListing,
  findEditableListing,
  isListingReviewed,
} from "#domain/listing/editable-listing.server.ts";
import { findMoveRefusal, isSold } from "#domain/listing/listing-state.ts";
import { formatListingTitle, type ListingName } from "#domain/listing/listing.ts";
import { type PageArgs, redirectTo, requireMember } from "#pages/session/guards.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isUuid } from "#values/uuid.ts";
import {
  ASKED_MOVES,
  type AskedFirst,
  type AskedFrom,
  isAskedFirst,
  type SaleQuestion,
} from "./sale-question.tsx";

type Listing = ListingName & { id: string; priceCad: number };

/**
 * What the seller is asked.
 * @throws 404 where the listing or the bid is not theirs, and a redirect where it is answered already.
 */
export async function loadQuestion(args: PageArgs, listingId: string): Promise<SaleQuestion> {
  const query = new URL(args.request.url).searchParams;
  const intent = query.get("intent");
  const from = query.get("from") === "manage" ? "manage" : "listing";
  const { user } = requireMember(args);
  if (!isAskedFirst(intent)) throw data(null, { status: 404 });
  const listing = await findListingToSell(user, listingId, intent);
  if (isSold(listing)) throw redirectTo(backTo({ listingId, from, intent, code: "already_sold" }));
  const question = await findSaleQuestion(listing, intent, from, query.get("bid"));
  if (!question.bid && intent !== "mark-sold") throw data(null, { status: 404 });
  return question;
}

/** What there is to ask about a listing. Whoever asks has made sure that it is theirs to sell. */
export async function findSaleQuestion(
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
    car: formatListingTitle(listing),
    askingCad: listing.priceCad,
    bid,
    otherOpenBids: await countOpenBids(listing.id, bid?.id),
  };
}

/** Does what was asked about, and leads back to where the seller came from. */
export async function answerQuestion(args: PageArgs, listingId: string): Promise<never> {
  const { user } = requireMember(args);
  const { fields } = await requirePost(args.request);
  const intent = rawValue(fields, "intent");
  const bidId = rawValue(fields, "bidId");
  const from = rawValue(fields, "from") === "manage" ? "manage" : "listing";
  if (!isAskedFirst(intent)) throw data(null, { status: 404 });
  await findListingToSell(user, listingId, intent);
  const result = await db().transaction((transaction) =>
    intent === "mark-sold"
      ? moveListing(transaction, { by: user, listingId, move: "mark_sold" })
      : answerBid(transaction, {
          by: user,
          bidId,
          answer: intent === "accept-sold" ? "sell" : "reserve",
        }),
  );
  const done = intent === "mark-sold" ? "marked_sold" : "answered";
  throw redirectTo(backTo({ listingId, from, intent, code: result.ok ? done : result.code }));
}

/**
 * The listing, where the person may be asked about it: also sold already, which they are told.
 * @throws 404 for everything else.
 */
async function findListingToSell(
  user: SignedInUser,
  listingId: string,
  intent: AskedFirst,
): Promise<EditableListing> {
  const listing = await findEditableListing(user, listingId);
  if (!listing) throw data(null, { status: 404 });
  const circumstances = { by: listing.editedBy, isReviewed: isListingReviewed(), at: now() };
  const refusal = findMoveRefusal(ASKED_MOVES[intent], listing, circumstances);
  if (refusal === "not_permitted" || refusal === "not_from_here") throw data(null, { status: 404 });
  return listing;
}

async function bidOfAddress(listingId: string, bidId: string | null) {
  if (bidId === null || !isUuid(bidId)) return null;
  return bidWhere(listingId, eq(bidTable.id, bidId));
}

async function bidWhere(listingId: string, condition: ReturnType<typeof eq>) {
  const [bid] = await db()
    .select({ bid: bidTable, bidderName: userTable.name })
    .from(bidTable)
    .innerJoin(userTable, eq(userTable.id, bidTable.bidderId))
    .where(and(eq(bidTable.listingId, listingId), condition));
  if (!bid) return null;
  return { id: bid.bid.id, bidderName: bid.bidderName, priceCad: findAgreedPrice(bid.bid) };
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

type WayBack = { listingId: string; from: AskedFrom; intent: AskedFirst; code: string };

function backTo({ listingId, from, intent, code }: WayBack): string {
  if (from === "listing") return `${hrefIn(paths.listing(listingId))}?answered=${code}#bids`;
  const page = hrefIn(paths.sellerListing(listingId));
  if (intent !== "mark-sold") return `${page}?answered=${code}#bids`;
  return `${page}?${code === "marked_sold" ? "done=sold" : `failed=${code}`}`;
}
