import { asc, eq } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { findSaleConfirmation } from "#pages/public/listing/confirm-sale.server.ts";
import { describeFact, nameFact } from "#domain/declaration/describe-declared.server.ts";
import { listDeclaredChanges } from "#domain/listing/declared-changes.server.ts";
import { listingEventTable } from "#domain/listing/listing.table.ts";
import { listMovesAt, type OfferedMove, offerMoves } from "#domain/listing/listing-buttons.ts";
import { findSaleUndoEnd, isPublic, isSold } from "#domain/listing/listing-state.ts";
import { estimatePrice } from "#domain/pricing/price-estimate.server.ts";
import {
  type EditableListing,
  isListingReviewed,
} from "#domain/listing/editable-listing.server.ts";
import { listPhotos } from "#domain/listing/listing-photos.server.ts";
import { findListingsOfOthers } from "#domain/listing/same-vin.server.ts";
import { listPriceChanges, changePrice } from "#domain/listing/write-listing.server.ts";
import { type ListingPageArgs, requireListing, findNotice } from "./seller-access.server.ts";
import { findDealOfListing } from "#domain/deal/deal-queries.server.ts";
import { findListingNumbers, listViewsByDay } from "#domain/bid/seller-listings.server.ts";
import { data } from "react-router";
import { paths } from "#site/paths.ts";
import { defineCommands, type Press, runCommand } from "#pages/command/commands.server.ts";
import { redirectTo, type requireFormPost } from "#pages/session/guards.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { may } from "#domain/identity/permission.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { isMemberRole, type Role } from "#values/role.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { isStaffChangeRefusal } from "#domain/staff-change/staff-change.ts";
import { findFindings } from "#domain/ad-rules/find-findings.ts";
import { findAd } from "#domain/listing/listing-ad.server.ts";
import { describeAll } from "./ad-notes.server.ts";
import { describeStaffRefusal, viewOnBehalf } from "./on-behalf.server.ts";
import { priceForm, staffPriceForm } from "#domain/listing/listing.form.ts";
import {
  type ListingSubject,
  listingMoveCommands,
  receivedBidCommands,
} from "#pages/public/listing/bid-commands.server.ts";
import { loadReceivedBids } from "#pages/public/listing/bids-on-listing.server.ts";
import { makeRecord } from "#values/record.ts";

type Managed = ListingSubject & { user: SignedInUser; editedBy: EditableListing["editedBy"] };

/** The same move on this page, with a redirect to the resulting state. */
function redirectAfter(move: OfferedMove<"manage">) {
  return {
    async run(press: Press, managed: Managed) {
      const { ok, code } = await listingMoveCommands[move].run(press, managed);
      if (code === "ad_breaks_rule") return data({ isAdRefused: true }, { status: 422 });
      const path = hrefIn(paths.sellerListing(managed.listingId));
      if (!ok) throw redirectTo(`${path}?failed=${code}`);
      const next = move === "remove" ? hrefIn(paths.sellerListings()) : path;
      throw redirectTo(`${next}?done=${code === "marked_sold" ? "sold" : code}`);
    },
  };
}

/** What the page of one listing posts: a move, another price, or an answer to a bid. */
const commands = defineCommands<Managed>()({
  price: {
    run({ post }, { user, listingId, editedBy }) {
      if (editedBy === "staff") return handleStaffPrice(user, listingId, post);
      return handleForm(priceForm, post, async ({ price }) => {
        const changed = await changePrice(user, listingId, price);
        const notice = changed.ok ? "done=price" : "failed=already_sold";
        return { ok: true, redirectTo: `${hrefIn(paths.sellerListing(listingId))}?${notice}` };
      });
    },
  },
  ...receivedBidCommands,
  ...makeRecord(listMovesAt("manage"), redirectAfter),
});
export type ManagePress = keyof typeof commands;

export async function handleManagePost(args: ListingPageArgs) {
  const { user, listing } = await requireListing(args);
  const { id: listingId, editedBy } = listing;
  return runCommand(args, commands, { user, listingId, editedBy });
}

/** A new price for another person's listing: requires a reason and a recent second factor. */
function handleStaffPrice(
  user: SignedInUser,
  listingId: string,
  post: Awaited<ReturnType<typeof requireFormPost>>,
) {
  return handleForm(staffPriceForm, post, async ({ price, priceReason }): Promise<Outcome> => {
    const changed = await changePrice(user, listingId, price, priceReason);
    const path = hrefIn(paths.sellerListing(listingId));
    if (changed.ok) return { ok: true, redirectTo: `${path}?done=price` };
    if (!isStaffChangeRefusal(changed.code))
      return { ok: true, redirectTo: `${path}?failed=already_sold` };
    const { fieldErrors, message } = describeStaffRefusal(changed.code);
    return message === null ? { ok: false, fieldErrors } : { ok: false, message, status: 422 };
  });
}

const DAYS_SHOWN = 14;

/** One listing as its seller sees it. */
export async function loadManagedListing(args: ListingPageArgs) {
  const { user, visitor, listing } = await requireListing(args);
  const isOwn = listing.editedBy === "seller";
  const mayEdit = may(user, isOwn ? "editOwnListing" : "editAnyListing");
  const [numbers, days, prices, photos, events, estimate, bids, corrections, ad] =
    await Promise.all([
      findListingNumbers(listing.id),
      listViewsByDay(listing.id, DAYS_SHOWN),
      listPriceChanges(listing.id),
      listPhotos(listing.id),
      listEvents(listing.id),
      // A sold car needs no estimate.
      isSold(listing) ? null : estimatePrice({ ...listing, listingId: listing.id }),
      // Staff do not answer bids for a seller.
      isOwn && may(user, "answerBids") ? loadReceivedBids(listing) : null,
      listDeclaredChanges(listing.id),
      findAd(db(), listing.id),
    ]);
  const { locale } = visitor;
  const isPrivate = listing.dealershipId === null;
  return {
    listing: {
      ...listing,
      photo: photos[0] ?? null,
      isReserved: listing.reservedAt !== null,
      isDealer: listing.dealershipId !== null,
    },
    // Staff have the seller's buttons, unless they may only read.
    moves: may(user, isOwn ? "editOwnListing" : "moveAnyListing")
      ? offerMoves("manage", listing, {
          by: "seller",
          isReviewed: isListingReviewed(),
          at: now(),
        })
      : [],
    saleUndoEnds: findSaleUndoEnd(listing.soldAt, now()),
    question: await findSaleConfirmation(listing, "mark-sold", "manage"),
    canBeChanged: !isSold(listing) && mayEdit,
    onBehalf: viewOnBehalf(user, listing),
    priceView: showForm(isOwn ? priceForm : staffPriceForm, visitor),
    isPublic: isPublic(listing),
    numbers,
    days,
    prices,
    estimate,
    photos,
    events: events.map(({ kind, at, byUserId, role }) => ({
      kind,
      at,
      by: nameActor(byUserId, role, { isSeller: byUserId === listing.sellerId }),
    })),
    bids: bids && bids.received.length > 0 ? bids : null,
    corrections: corrections.map(({ fact, earlier, answer, state, at, decidedAt }) => ({
      fact: nameFact(fact, locale),
      earlier: describeFact(fact, earlier, locale),
      answer: describeFact(fact, answer, locale),
      state,
      at: new Date(decidedAt ?? at),
    })),
    isOwn,
    // Only for staff: the seller does not learn who else lists the car.
    sameVin:
      listing.editedBy === "staff"
        ? await findListingsOfOthers(listing.vin ?? undefined, listing.sellerId)
        : [],
    // For the seller, the deal is shown with the bid; staff see no bids.
    dealReference: isOwn ? null : await findDealOfListing(listing.id),
    isPrivate,
    // A sold car is no longer an advertisement.
    adFindings: ad && !isSold(listing) ? describeAll(findFindings(ad), locale, isPrivate) : [],
    notice: findNotice(args.request.url),
  };
}

export type ManageView = Awaited<ReturnType<typeof loadManagedListing>>;

/** Who changed the listing, as far as its seller may know. */
function nameActor(
  byUserId: string | null,
  role: Role | null,
  { isSeller }: { isSeller: boolean },
): "seller" | "staff" | "dealership" | "buyer" | null {
  if (byUserId === null) return null;
  if (isSeller) return "seller";
  if (role === "dealer") return "dealership";
  return role === null || isMemberRole(role) ? "buyer" : "staff";
}

async function listEvents(listingId: string) {
  const { kind, at, byUserId, id } = listingEventTable;
  return db()
    .select({ kind, at, byUserId, role: userTable.role })
    .from(listingEventTable)
    .leftJoin(userTable, eq(userTable.id, byUserId))
    .where(eq(listingEventTable.listingId, listingId))
    .orderBy(asc(at), asc(id));
}
