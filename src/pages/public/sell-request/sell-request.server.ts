import { listDealReferences } from "#domain/deal/deal-queries.server.ts";
import { mayBeShared } from "#domain/lead/consents.server.ts";
import type { SenderWay } from "#domain/lead/lead-link.server.ts";
import { isWithdrawn } from "#domain/lead/withdraw-lead.server.ts";
import { isSentOrOwed } from "#domain/notification/messages.server.ts";
import {
  listInvitedNames,
  findChoice,
} from "#domain/sell-request/dealer-offer/sell-request-lead.server.ts";
import { listOffers } from "#domain/sell-request/dealer-offer/offers.server.ts";
import { formatOfferedCarName } from "#domain/sell-request/dealer-offer/offered-car.ts";
import { answerRows } from "#forms/answer-rows.ts";
import { translateIn } from "#forms/translate.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser, Visitor } from "#platform/request/visitor.server.ts";
import { listRequestPhotos } from "#domain/sell-request/request-photos.server.ts";
import { type SellCarAnswers, sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { languageTag, type Locale } from "#values/locale.ts";
import { maskEmail, maskPhone } from "#values/mask.ts";
import {
  estimateOfferedCar,
  type RequestListing,
  findRequestListing,
} from "#domain/sell-request/own-listing.server.ts";
import { buildOfferedCarPicture, findBodyType } from "#domain/sell-request/drawn-car.ts";
import {
  type RequestPageArgs,
  type SellRequest,
  requireSellRequest,
  type RequestCaller,
  requireSeller,
} from "./request-access.server.ts";
import { findNotice, describeRefusal, buildKeyedPath } from "./request-address.ts";
import { shareConsentText, shareConsent } from "#domain/sell-request/share-consent.ts";
import { data } from "react-router";
import {
  acceptOffer,
  type AnswerResult,
  callOffOffer,
  declineOffer,
  type Seller,
  undoDecline,
} from "#domain/sell-request/dealer-offer/answer-offer.server.ts";
import {
  counterOffer,
  withdrawCounter,
} from "#domain/sell-request/dealer-offer/counter-offer.server.ts";
import {
  recordChoice,
  stopSharing,
} from "#domain/sell-request/dealer-offer/seller-choice.server.ts";
import {
  isSellerChoice,
  type SellerChoice,
} from "#domain/sell-request/dealer-offer/dealer-offer.ts";
import { answerSameCar, findOtherOwnCar, type Owner } from "#domain/sale/own-car.server.ts";
import { defineCommands, type Press, runCommand } from "#pages/command/commands.server.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { describePromise } from "#pages/public/form-journey/promise.server.ts";
import { leadPhoneCommands, viewLeadPhone } from "#pages/public/phone-code/lead-phone.server.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import { redirectTo } from "#pages/session/guards.server.ts";

/** What was not done, and why; with the choice as posted. */
export type SellRequestRefusal = {
  text: string;
  /** The control that it is about; null if it is about an offer as a whole. */
  control: "choice" | "share" | "counter" | null;
  choice: SellerChoice | null;
  /** The counter-offer as typed. */
  counter: { offerId: string; typed: string } | null;
};

/** Each post sends e-mails: far more than a person needs, and few enough to stop abuse. */
const POSTS_BY_REQUEST = { name: "sell request posts", most: 60, windowMs: 60 * 60_000 };

type Caller = RequestCaller & { seller: NonNullable<RequestCaller["seller"]> };
type AboutRequest = Caller & { lead: SellRequest["lead"]; way: SenderWay };

/** An answer to one offer. `done` is the code of the notice after it. */
function offerCommand(
  done: string,
  answer: (seller: Seller, offerId: string) => Promise<AnswerResult>,
) {
  return {
    async run({ field }: Press, caller: AboutRequest) {
      const result = await answer(caller.seller, field("offerId"));
      if (result.ok) throw redirectBack(caller, done);
      if (result.code === "not_found") throw data(null, { status: 404 });
      return refuse(409, { text: describeRefusal(result.code) });
    },
  };
}

/** The commands of a request's page: the choice, answers to offers, the code of its phone. */
const commands = defineCommands<AboutRequest>()({
  ...leadPhoneCommands,
  choose: {
    run: ({ field }, caller) => handleChoice(caller, field("choice"), field("share") === "yes"),
  },
  "stop-sharing": {
    async run(_press, caller) {
      await stopSharing(caller.seller);
      throw redirectBack(caller, "unshared");
    },
  },
  "same-car": { run: (_press, caller) => handleOtherCar(caller, true) },
  "another-car": { run: (_press, caller) => handleOtherCar(caller, false) },
  accept: offerCommand("accepted", acceptOffer),
  decline: offerCommand("declined", declineOffer),
  undo: offerCommand("reopened", undoDecline),
  counter: {
    run: ({ field }, caller) => answerCounter(caller, field("offerId"), field("counterPrice")),
  },
  "withdraw-counter": offerCommand("counter_withdrawn", withdrawCounter),
  "call-off": offerCommand("called_off", callOffOffer),
});
export type SellRequestPress = keyof typeof commands;

/** @throws 404 for a person who is not its sender */
export async function handleSellRequestPost(args: RequestPageArgs) {
  const caller = await requireSeller(args);
  const { reference, way } = caller.seller;
  const limit = await countAgainst(POSTS_BY_REQUEST, reference);
  if (!limit.ok) {
    const text = m.sale_refused_too_many();
    return refuse(429, { text }, { "retry-after": String(limit.retryAfterSeconds) });
  }
  return runCommand(args, commands, { ...caller, lead: caller.request.lead, way });
}

async function handleOtherCar(caller: Caller, isSame: boolean) {
  const { request, seller } = caller;
  const { vin = null } = request.answers;
  const said = { leadId: request.lead.id, vin, isSame };
  const answered = await answerSameCar(ownerOf(caller), said, seller.userId);
  if (answered.ok || answered.code === "not_found")
    throw redirectBack(caller, isSame ? "joined" : "told_apart");
  return refuse(409, { text: m.sale_refused_both_taken() });
}

/**
 * The owner whose cars may be compared with this request's: the account's, and those of a number
 * that was proved with this request. Not for a person with an e-mailed link, which may be
 * forwarded.
 */
function ownerOf({ visitor, request, seller }: RequestCaller): Owner {
  if (!seller || seller.way === "mail_link") return { user: null, provedPhone: null };
  const { phone, phoneVerifiedAt } = request.lead;
  return {
    user: seller.way === "account" ? visitor.user : null,
    provedPhone: phoneVerifiedAt ? phone : null,
  };
}

async function answerCounter(caller: Caller, offerId: string, typed: string) {
  const result = await counterOffer(caller.seller, offerId, typed);
  if (result.ok) throw redirectBack(caller, "countered");
  if (result.code === "not_found") throw data(null, { status: 404 });
  if (result.code !== "not_a_price") return refuse(409, { text: describeRefusal(result.code) });
  const counter = { offerId, typed: typed.slice(0, 40) };
  return refuse(422, { text: "", control: "counter", counter });
}

async function handleChoice(caller: Caller, typed: string, agrees: boolean) {
  const { seller, key, visitor } = caller;
  if (!isSellerChoice(typed)) {
    return refuse(422, { text: m.sale_choice_missing(), control: "choice" });
  }
  const consent = agrees
    ? shareConsent(visitor.locale, { at: "request_page", givenAt: now() })
    : null;
  const result = await recordChoice(seller, typed, consent);
  if (!result.ok) {
    switch (result.code) {
      case "not_found":
        throw data(null, { status: 404 });
      case "already_accepted":
        return refuse(409, { text: m.sale_refused_passed_over(), choice: typed });
      case "consent_missing":
        return refuse(422, { text: m.sale_share_missing(), control: "share", choice: typed });
    }
  }
  if (typed === "dealership_offers") throw redirectBack(caller, "chosen");
  throw redirectTo(buildKeyedPath(paths.listingFromRequest(seller.reference), key));
}

function redirectBack({ request, key }: RequestCaller, done: string): Response {
  const path = paths.sellRequest(request.lead.reference);
  return redirectTo(buildKeyedPath(path, key, { done }));
}

function refuse(
  status: number,
  input: Partial<SellRequestRefusal> & { text: string },
  headers: Record<string, string> = {},
) {
  return data<SellRequestRefusal>(
    { control: null, choice: null, counter: null, ...input },
    { status, headers },
  );
}

/**
 * How long after Submit the page says that the request arrived: not for people who come back later.
 */
const FRESH_MS = 2 * 60_000;

/**
 * The page of one request: a few facts for anybody who knows the reference, everything for its
 * sender.
 */
export async function loadSellRequestPage(args: RequestPageArgs) {
  const { visitor, request, seller, key } = await requireSellRequest(args);
  const { lead, submission } = request;
  const [dealershipNames, isShared] = await Promise.all([
    listInvitedNames(lead.id),
    mayBeShared(db(), submission.id),
  ]);
  const ageMs = now().getTime() - submission.submittedAt.getTime();
  const notice = findNotice(args.request.url);
  return {
    reference: lead.reference,
    /** Whether the dealerships that received it may still see it. */
    isShared,
    dealershipCount: dealershipNames.length,
    /** By when our team will contact the person, or when it did, as text. */
    replyBy: describePromise(lead, visitor.locale),
    /** "Autos du Fleuve and Rideau Wheel House"; "" if no dealership has it. */
    dealerships: new Intl.ListFormat(languageTag[visitor.locale]).format(dealershipNames),
    isConfirmedByEmail: await isSentOrOwed(lead.id, "lead_confirmation"),
    isFresh: seller !== null && seller.way !== "mail_link" && !notice && ageMs < FRESH_MS,
    isSignedIn: visitor.user !== null,
    isDeadKey: key !== "" && seller === null,
    key,
    notice,
    sale: seller && {
      ...(await viewOwnRequest(request, visitor, isShared)),
      sameCar: await viewSameCar({ visitor, request, seller, key }),
    },
  };
}

export type SellRequestPage = Awaited<ReturnType<typeof loadSellRequestPage>>;
export type OwnSellRequest = NonNullable<SellRequestPage["sale"]>;

async function viewOwnRequest(
  { lead, submission, answers }: SellRequest,
  visitor: Visitor,
  isShared: boolean,
) {
  const { user, locale } = visitor;
  const [offers, chosen, listing, estimate, photos, phone, isOver] = await Promise.all([
    listOffers(db(), lead.id),
    findChoice(db(), lead.id),
    findRequestListing(lead.id),
    estimateOfferedCar(answers),
    listRequestPhotos(submission.id),
    viewLeadPhone(visitor, lead),
    isWithdrawn(db(), lead.id),
  ]);
  const accepted = offers.find(({ state }) => state === "accepted");
  const deals = accepted ? await listDealReferences([accepted.id]) : null;
  return {
    dealReference: accepted ? (deals?.get(accepted.id) ?? null) : null,
    car: formatOfferedCarName(answers, locale),
    city: lead.city ?? "",
    illustration: buildOfferedCarPicture(answers, lead.reference),
    style: findBodyType(answers) ?? "sedan",
    colour: answers.exteriorColour ?? "grey",
    odometerKm: answers.totalRun ?? null,
    rows: ownRows(answers, locale),
    // An offer that a newer one of the same dealership replaced cannot be chosen.
    offers: offers.filter(({ state }) => state !== "replaced"),
    choice: chosen ?? (isShared ? ("dealership_offers" as const) : null),
    isShared,
    isWithdrawn: isOver,
    consentText: shareConsentText(locale),
    listing: listing && viewListing(listing, user),
    estimate,
    photos,
    /** The card for a number that is not verified yet; null if it is. */
    phone: isOver ? null : phone,
  };
}

/**
 * The page of another car of theirs with the same VIN; null if there is none, or it is known to be
 * this car.
 */
async function viewSameCar(caller: RequestCaller): Promise<{ path: string } | null> {
  const { request } = caller;
  const { vin = null } = request.answers;
  const other = await findOtherOwnCar(ownerOf(caller), request.lead.id, vin);
  if (!other) return null;
  const path =
    other.kind === "listing" ? paths.sellerListing(other.id) : paths.sellRequest(other.reference);
  return { path };
}

/** Anybody with the link sees the listing's state; only its account may open its page. */
function viewListing({ sellerId, ...listing }: RequestListing, user: SignedInUser | null) {
  return { ...listing, isManageable: user === null || user.id === sellerId };
}

/** The answers; contact data is masked, because several people may use one browser. */
function ownRows(answers: SellCarAnswers, locale: Locale): { name: string; value: string }[] {
  const { sellerEmail, sellerPhone } = answers;
  const words = { locale, translate: translateIn(locale) };
  return answerRows(sellCarForm, answers, words)
    .filter(({ step }) => step !== "review")
    .map(({ key, name, value }) => {
      if (key === "sellerEmail" && sellerEmail) return { name, value: maskEmail(sellerEmail) };
      if (key === "sellerPhone" && sellerPhone) return { name, value: maskPhone(sellerPhone) };
      return { name, value };
    });
}
