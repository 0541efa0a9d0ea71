import { and, count, eq, ne } from "drizzle-orm";
import { data } from "react-router";
import { bidTable } from "#domain/bid/bid.table.ts";
import { findAgreedPrice } from "#domain/bid/bid-state.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import {
  type EditableListing,
  findManagedListing,
  isListingReviewed,
} from "#domain/listing/editable-listing.server.ts";
import { findMoveRefusal, isSold, type ListingMove } from "#domain/listing/listing-state.ts";
import type { ListingName } from "#domain/listing/listing.ts";
import { formatCarName } from "#values/car-name.ts";
import { PRESS_CONTROL } from "#pages/command/press.ts";
import { type Command, defineCommands, runCommand } from "#pages/command/commands.server.ts";
import { type PageArgs, redirectTo, requireMember } from "#pages/session/guards.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isKey } from "#values/record.ts";
import { isUuid } from "#values/uuid.ts";
import {
  type ListingSubject,
  bidCommands,
  listingMoveCommands,
  type MoveOutcome,
} from "./bid-commands.server.ts";
import type { ConfirmationOrigin, SaleConfirmation } from "./sale-confirmation.tsx";

/** The moves that a seller must confirm, because other people are notified at once; by command. */
const MOVES_TO_CONFIRM = {
  "accept-sold": "sell_to_bidder",
  "accept-reserved": "reserve",
  "mark-sold": "mark_sold",
} as const satisfies Record<string, ListingMove>;
export type MoveToConfirm = keyof typeof MOVES_TO_CONFIRM;

type Listing = ListingName & { id: string; priceCad: number };

/**
 * The confirmation to show.
 * @throws 404 if the listing or the bid is not the seller's, and a redirect if the car is already
 * sold.
 */
export async function loadSaleConfirmation(
  args: PageArgs,
  listingId: string,
): Promise<SaleConfirmation> {
  const query = new URL(args.request.url).searchParams;
  const press = query.get(PRESS_CONTROL) ?? "";
  const from = query.get("from") === "manage" ? "manage" : "listing";
  const { user } = requireMember(args);
  if (!isKey(MOVES_TO_CONFIRM, press)) throw data(null, { status: 404 });
  const listing = await findListingToSell(user, listingId, press);
  if (isSold(listing))
    throw redirectTo(buildReturnPath({ listingId, from, press, code: "already_sold" }));
  const confirmation = await findSaleConfirmation(listing, press, from, query.get("bid"));
  if (!confirmation.bid && press !== "mark-sold") throw data(null, { status: 404 });
  return confirmation;
}

/** The data of the confirmation. The caller has checked that the listing is theirs to sell. */
export async function findSaleConfirmation(
  listing: Listing,
  press: MoveToConfirm,
  from: ConfirmationOrigin,
  bidId: string | null = null,
): Promise<SaleConfirmation> {
  const bid =
    press === "mark-sold"
      ? await findBidWhere(listing.id, eq(bidTable.state, "accepted"))
      : await findBidInAddress(listing.id, bidId);
  return {
    listingId: listing.id,
    press,
    from,
    car: formatCarName(listing),
    askingCad: listing.priceCad,
    bid,
    otherOpenBids: await countOpenBids(listing.id, bid?.id),
  };
}

type SaleSubject = ListingSubject & { user: SignedInUser };

/**
 * Wraps a command for after the confirmation: it redirects to the page where the seller came from.
 */
function afterConfirmation(
  press: MoveToConfirm,
  command: Command<ListingSubject, Promise<MoveOutcome>>,
): Command<SaleSubject, Promise<never>> {
  return {
    async run(posted, { user, listingId }) {
      await findListingToSell(user, listingId, press);
      const { code } = await command.run(posted, { listingId });
      const from = posted.field("from") === "manage" ? "manage" : "listing";
      throw redirectTo(buildReturnPath({ listingId, from, press, code }));
    },
  };
}

const commands = defineCommands<SaleSubject>()({
  "accept-sold": afterConfirmation("accept-sold", bidCommands["accept-sold"]),
  "accept-reserved": afterConfirmation("accept-reserved", bidCommands["accept-reserved"]),
  "mark-sold": afterConfirmation("mark-sold", listingMoveCommands.mark_sold),
});

/** Runs the confirmed command. @throws 404 for any other. */
export async function handleSaleConfirmation(args: PageArgs, listingId: string): Promise<never> {
  const { user } = requireMember(args);
  return runCommand(args, commands, { user, listingId }, { status: 404 });
}

/**
 * The listing, if the person may sell it; also if it is already sold, which they are told.
 * @throws 404 otherwise.
 */
async function findListingToSell(
  user: SignedInUser,
  listingId: string,
  press: MoveToConfirm,
): Promise<EditableListing> {
  const listing = await findManagedListing(user, listingId);
  if (!listing) throw data(null, { status: 404 });
  const circumstances = { by: listing.editedBy, isReviewed: isListingReviewed(), at: now() };
  const refusal = findMoveRefusal(MOVES_TO_CONFIRM[press], listing, circumstances);
  if (refusal === "not_permitted" || refusal === "not_from_here") throw data(null, { status: 404 });
  return listing;
}

async function findBidInAddress(listingId: string, bidId: string | null) {
  if (bidId === null || !isUuid(bidId)) return null;
  return findBidWhere(listingId, eq(bidTable.id, bidId));
}

async function findBidWhere(listingId: string, condition: ReturnType<typeof eq>) {
  const [bid] = await db()
    .select({ bid: bidTable, bidderName: userTable.name })
    .from(bidTable)
    .innerJoin(userTable, eq(userTable.id, bidTable.bidderId))
    .where(and(eq(bidTable.listingId, listingId), condition));
  if (!bid) return null;
  return { id: bid.bid.id, bidderName: bid.bidderName, priceCad: findAgreedPrice(bid.bid) };
}

/** The number of bids that a sale would close, except the given one. */
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

type ReturnAddress = {
  listingId: string;
  from: ConfirmationOrigin;
  press: MoveToConfirm;
  code: string;
};

function buildReturnPath({ listingId, from, press, code }: ReturnAddress): string {
  if (from === "listing") return `${hrefIn(paths.listing(listingId))}?answered=${code}#bids`;
  const page = hrefIn(paths.sellerListing(listingId));
  if (press !== "mark-sold") return `${page}?answered=${code}#bids`;
  return `${page}?${code === "marked_sold" ? "done=sold" : `failed=${code}`}`;
}
