import { mayBeShared } from "#domain/lead/consents.server.ts";
import { invitedNames } from "#domain/sell-request/dealer-offer/invitations.server.ts";
import { offersOn } from "#domain/sell-request/dealer-offer/offers.server.ts";
import { choiceOf } from "#domain/sell-request/dealer-offer/sale-request.server.ts";
import { offeredCarName } from "#domain/sell-request/dealer-offer/offered-car.ts";
import { answerRows } from "#forms/answer-rows.ts";
import { translateIn } from "#forms/translate.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser, Visitor } from "#platform/request/visitor.server.ts";
import { listRequestPhotos } from "#domain/sell-request/request-photos.server.ts";
import { type SellCarAnswers, sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { languageTag, type Locale } from "#values/locale.ts";
import { estimateOf } from "#domain/sell-request/estimate-of-request.server.ts";
import { maskedEmail, maskedPhone } from "./masked-contact.ts";
import { offeredCarPicture } from "#domain/sell-request/offered-car-picture.ts";
import { type SalePageArgs, type SaleRequest, saleCaller } from "./sale-access.server.ts";
import { type SaleListing, saleListingOf } from "#domain/sell-request/sale-listing.server.ts";
import { saleNotice } from "./sale-notice.ts";
import { shareConsentText } from "#domain/sell-request/share-consent.ts";

/** For so long after Submit the page says that it arrived. */
const FRESH_MS = 30 * 60_000;

/** The page of one request: a little for whoever knows the reference, all of it for its sender. */
export async function loadSalePage(args: SalePageArgs) {
  const { visitor, request, seller, key } = await saleCaller(args);
  const { lead, submission } = request;
  const [dealershipNames, isShared] = await Promise.all([
    invitedNames(lead.id),
    mayBeShared(db(), submission.id),
  ]);
  const ageMs = now().getTime() - submission.submittedAt.getTime();
  const notice = saleNotice(args.request.url);
  return {
    reference: lead.reference,
    /** Whether who received it may still see it. */
    isShared,
    dealershipCount: dealershipNames.length,
    /** "Autos du Fleuve and Rideau Wheel House"; empty where nobody has it. */
    dealerships: new Intl.ListFormat(languageTag[visitor.locale]).format(dealershipNames),
    isConfirmedByEmail: lead.email !== null,
    isFresh: seller !== null && seller.way !== "mail_link" && !notice && ageMs < FRESH_MS,
    isSignedIn: visitor.user !== null,
    isDeadKey: key !== "" && seller === null,
    key,
    notice,
    sale: seller && (await saleOf(request, visitor, isShared)),
  };
}

export type SalePage = Awaited<ReturnType<typeof loadSalePage>>;
export type Sale = NonNullable<SalePage["sale"]>;

async function saleOf(
  { lead, submission, answers }: SaleRequest,
  { user, locale }: Visitor,
  isShared: boolean,
) {
  const [offers, chosen, listing, estimate, photos] = await Promise.all([
    offersOn(db(), lead.id),
    choiceOf(db(), lead.id),
    saleListingOf(lead.id),
    estimateOf(answers),
    listRequestPhotos(submission.id),
  ]);
  return {
    car: offeredCarName(answers),
    city: lead.city ?? "",
    illustration: offeredCarPicture(answers, lead.reference),
    style: answers.style ?? "sedan",
    colour: answers.exteriorColour ?? "grey",
    odometerKm: answers.totalRun ?? null,
    rows: ownRows(answers, locale),
    // One that gave way to a newer offer of the same dealership is nothing to choose from.
    offers: offers.filter(({ state }) => state !== "replaced"),
    choice: chosen ?? (isShared ? ("dealership_offers" as const) : null),
    isShared,
    consentText: shareConsentText(locale),
    listing: listing && shownListing(listing, user),
    estimate,
    photos,
  };
}

/** Whoever holds the link sees where the listing stands; its page is its account's. */
function shownListing({ sellerId, ...listing }: SaleListing, user: SignedInUser | null) {
  return { ...listing, isManageable: user === null || user.id === sellerId };
}

/** What was answered; how to reach the person is masked, for a browser has more than one reader. */
function ownRows(answers: SellCarAnswers, locale: Locale): { name: string; value: string }[] {
  const { sellerEmail, sellerPhone } = answers;
  const words = { locale, translate: translateIn(locale) };
  return answerRows(sellCarForm, answers, words)
    .filter(({ step }) => step !== "review")
    .map(({ key, name, value }) => {
      if (key === "sellerEmail" && sellerEmail) return { name, value: maskedEmail(sellerEmail) };
      if (key === "sellerPhone" && sellerPhone) return { name, value: maskedPhone(sellerPhone) };
      return { name, value };
    });
}
