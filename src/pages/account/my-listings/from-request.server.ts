import { eq } from "drizzle-orm";
import { data } from "react-router";
import { may } from "#domain/identity/permission.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { findDeclaredInRequest } from "#domain/sell-request/find-declared.server.ts";
import { formatOfferedCarName } from "#domain/sell-request/dealer-offer/offered-car.ts";
import { translateIn } from "#forms/translate.server.ts";
import { paths } from "#site/paths.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { redirectTo, requireMember } from "#pages/session/guards.server.ts";
import { buildKeyedPath } from "#pages/public/sell-request/request-address.ts";
import { estimateOfferedCar, findRequestListing } from "#domain/sell-request/own-listing.server.ts";
import {
  type RequestPageArgs,
  type SellRequest,
  requireSeller,
} from "#pages/public/sell-request/request-access.server.ts";
import { lockCarOfRequest } from "#domain/sell-request/dealer-offer/sell-request-lead.server.ts";
import { requestListingTable } from "#domain/sell-request/sell-request.table.ts";
import { showPhotosOnListing } from "#domain/sell-request/request-photos.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatCad } from "#values/money.ts";
import type { ListingFields } from "#domain/listing/listing-answers.ts";
import { findAdSeller, viewAdStatement } from "./ad-statement.server.ts";
import { handleListingForm, viewListingForm } from "./listing-form-page.server.ts";
import { insertDraft, type WriteResult } from "#domain/listing/write-listing.server.ts";
import { buildDraftAnswers } from "#domain/sell-request/draft-answers.ts";

/**
 * The form of a new listing with a request's answers in it. It requires an account, and that the
 * person sent the request. Opening it stores nothing.
 */
export async function loadFromRequest(args: RequestPageArgs) {
  const { user, visitor } = requireMember(args);
  const { request, key } = await requireOwnRequest(args);
  const made = await findRequestListing(request.lead.id);
  if (made) throw redirectToListing(user, made);
  const { locale } = visitor;
  const words = { locale, translate: translateIn(locale) };
  const offered = await estimateOfferedCar(request.answers);
  const estimate = offered?.estimate;
  return {
    reference: request.lead.reference,
    backHref: buildKeyedPath(paths.sellRequest(request.lead.reference), key),
    car: formatOfferedCarName(request.answers, locale),
    /** The price range of similar cars, as text: the seller chooses the price. */
    estimate: estimate?.ok
      ? { low: formatCad(estimate.lowCad, locale), high: formatCad(estimate.highCad, locale) }
      : null,
    view: viewListingForm(visitor, {
      answers: buildDraftAnswers(request.answers, words),
      adStatement: viewAdStatement(visitor, await findAdSeller(user)),
    }),
  };
}

/** Saves the listing as a draft and links it to its request. */
export async function handleFromRequest(args: RequestPageArgs) {
  const who = requireMember(args);
  const { request } = await requireOwnRequest(args);
  const seller = await findAdSeller(who.user);
  return handleListingForm(
    args,
    { ...who, seller },
    (user, fields) => createFromRequest(user, request, fields),
    { saved: paths.listingPhotos, refused: paths.sellerListings() },
  );
}

/**
 * The request, if it belongs to the account or was sent from this browser without an account. The
 * link from an e-mail is not enough: anybody who received a forwarded mail could list the car.
 */
async function requireOwnRequest(args: RequestPageArgs) {
  const caller = await requireSeller(args);
  if (caller.seller.way !== "mail_link") return caller;
  const path = paths.sellRequest(caller.request.lead.reference);
  throw redirectTo(buildKeyedPath(path, caller.key, { done: "other_account" }));
}

/** A request has one listing: a second press gets the same one, another account gets none. */
export async function createFromRequest(
  user: SignedInUser,
  { lead }: Pick<SellRequest, "lead">,
  fields: ListingFields,
): Promise<WriteResult> {
  if (!may(user, "createListing")) return { ok: false, code: "not_permitted" };
  return db().transaction(async (transaction) => {
    await transaction
      .select({ id: leadTable.id })
      .from(leadTable)
      .where(eq(leadTable.id, lead.id))
      .for("no key update");
    const made = await findRequestListing(lead.id, transaction);
    if (made) {
      return made.sellerId === user.id
        ? { ok: true, id: made.id }
        : { ok: false, code: "not_found" };
    }
    const car = await lockCarOfRequest(transaction, lead.id);
    if (car.state !== "available") return { ok: false, code: "car_taken" };
    // The declaration as it was sent: a difference in the form is a correction of it.
    const declared = await findDeclaredInRequest(transaction, lead.id);
    const id = await insertDraft(transaction, user, fields, { carId: car.id, declared });
    await transaction.insert(requestListingTable).values({ leadId: lead.id, listingId: id });
    await showPhotosOnListing(transaction, lead.submissionId, id);
    return { ok: true, id };
  });
}

type Made = NonNullable<Awaited<ReturnType<typeof findRequestListing>>>;

function redirectToListing(user: SignedInUser, { id, sellerId, state }: Made) {
  if (sellerId !== user.id) return data(null, { status: 404 });
  const path = state === "removed" ? paths.sellerListings() : paths.sellerListing(id);
  return redirectTo(hrefIn(path));
}
