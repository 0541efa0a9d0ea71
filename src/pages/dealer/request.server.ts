import { randomUUID } from "node:crypto";
import { data } from "react-router";
import type { Offer } from "#domain/sell-request/dealer-offer/offers.server.ts";
import { offeredCarName } from "#domain/sell-request/dealer-offer/offered-car.ts";
import { answerRows } from "#forms/answer-rows.ts";
import { translateIn } from "#forms/translate.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import { type PageArgs, redirectTo } from "#pages/session/guards.server.ts";
import { offeredCarPicture } from "#domain/sell-request/drawn-car.ts";
import { listRequestPhotos } from "#domain/sell-request/request-photos.server.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { daysAfter } from "#values/calendar-date.ts";
import { readReference } from "#values/reference.ts";
import { requireDealerOrStaff, requireDealer } from "./dealer-access.server.ts";
import {
  dealerNotice,
  describeFieldError,
  describeRefusal,
  type DealerAnswer,
  refused,
  tooManyTries,
} from "./dealer-answer.ts";
import {
  dealerRequest,
  dealerRequests,
  MOST_REQUESTS_SHOWN,
} from "#domain/sell-request/dealer-requests.server.ts";
import { offerDays, OFFER_FORM, readOffer } from "#domain/sell-request/dealer-offer/read-offer.ts";
import {
  makeOffer,
  type OfferResult,
  withdrawOffer,
} from "#domain/sell-request/dealer-offer/make-offer.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { paths } from "#site/paths.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import { postedFields } from "#pages/public/form-journey/posted-fields.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isUuid } from "#values/uuid.ts";

/** Each offer sends an e-mail to the seller. */
const OFFERS_BY_PERSON = { name: "dealer offers", most: 120, windowMs: 60 * 60_000 };

/** What a dealership posts about one request: an offer, in place of the one before, or none any more. */
export async function answerRequestPost(args: RequestPageArgs) {
  const { user, visitor, dealership } = await requireDealer(args);
  const reference = readReference(args.params.reference ?? "");
  // Not theirs, or no longer: the same as none.
  if (!reference || !(await dealerRequest(dealership.id, reference)))
    throw data(null, { status: 404 });
  const raw = await postedFields(args.request);
  const field = (name: string) => rawValue(raw, name);
  const limit = countAgainst(OFFERS_BY_PERSON, user.id);
  const typed = {
    amount: field("amount"),
    validUntil: field("validUntil"),
    conditions: field("conditions"),
  };
  if (!limit.ok) return tooManyTries(OFFER_FORM, limit.retryAfterSeconds, typed);
  const maker = { userId: user.id, dealershipId: dealership.id };
  const seen = field("seenOfferId") || null;
  if (field("form") === "withdraw") {
    const result = await withdrawOffer(maker, reference, seen ?? "");
    // One that is no longer shared goes with its last offer.
    const isGone = result.ok && !(await dealerRequest(dealership.id, reference));
    if (isGone) throw redirectTo(`${hrefIn(paths.dealerRequests())}?done=withdrawn`);
    return redirectOrRefuse(result, reference, "withdrawn", typed);
  }
  const reading = readOffer(typed, today());
  if (!reading.ok) {
    const fieldErrors = reading.fieldErrors.map(({ control, code }) => ({
      control,
      text: describeFieldError(code, visitor.locale),
    }));
    return refused({ form: OFFER_FORM, fieldErrors, typed });
  }
  const id = isUuid(field("offerId")) ? field("offerId").toLowerCase() : randomUUID();
  const result = await makeOffer(maker, reference, { ...reading.terms, id, seenOfferId: seen });
  return redirectOrRefuse(result, reference, "offered", typed);
}

function redirectOrRefuse(
  result: OfferResult,
  reference: string,
  done: string,
  typed: DealerAnswer["typed"],
) {
  if (result.ok) throw redirectTo(`${hrefIn(paths.dealerRequest(reference))}?done=${done}`);
  if (result.code === "not_found") throw data(null, { status: 404 });
  const fieldErrors = [{ control: null, text: describeRefusal(result.code) }];
  return data<DealerAnswer>({ form: OFFER_FORM, fieldErrors, typed }, { status: 409 });
}

type RequestPageArgs = PageArgs & { params: { reference?: string } };

/** How long an offer stands unless the dealership says otherwise. */
const USUAL_DAYS = 14;

/** All requests of the dealership, for its list. */
export async function loadDealerRequests(args: PageArgs) {
  const { dealership, isStaff } = await requireDealerOrStaff(args);
  const requests = dealership || isStaff ? await dealerRequests(dealership?.id ?? null) : [];
  return {
    isStaff,
    dealershipName: dealership?.name ?? null,
    notice: dealerNotice(args.request.url),
    /** How many are shown, where there may be older ones; else null. */
    newestOnly: requests.length >= MOST_REQUESTS_SHOWN ? MOST_REQUESTS_SHOWN : null,
    requests: requests.map(({ lead, answers, state, current, invitedAt, offers }) => ({
      reference: lead.reference,
      car: offeredCarName(answers),
      odometerKm: answers.totalRun ?? null,
      city: lead.city ?? "",
      illustration: offeredCarPicture(answers, lead.reference),
      style: answers.style ?? "sedan",
      colour: answers.exteriorColour ?? "grey",
      state,
      offerCad: current?.amountCad ?? null,
      offerCount: offers.length,
      invitedAt,
    })),
  };
}

export type ListedRequest = Awaited<ReturnType<typeof loadDealerRequests>>["requests"][number];

/** One request with the car, how to reach its seller, and the dealership's own offers. */
export async function loadDealerRequest(args: RequestPageArgs) {
  const { dealership, isStaff, visitor } = await requireDealerOrStaff(args);
  const reference = readReference(args.params.reference ?? "");
  const isAllowed = dealership !== null || isStaff;
  const found =
    isAllowed && reference ? await dealerRequest(dealership?.id ?? null, reference) : null;
  if (!found) throw data(null, { status: 404 });
  const { lead, answers, state, isShared, takesOffer, offers, current, invitedAt } = found;
  // Shared so that an offer can be made and the car be bought: for nothing after that.
  const mayReach = isStaff || state === "accepted" || takesOffer;
  const { locale } = visitor;
  const day = today();
  return {
    reference: lead.reference,
    isStaff,
    car: offeredCarName(answers),
    city: lead.city ?? "",
    illustration: offeredCarPicture(answers, lead.reference),
    style: answers.style ?? "sedan",
    colour: answers.exteriorColour ?? "grey",
    rows: answerRows(sellCarForm, answers, { locale, translate: translateIn(locale) })
      .filter(({ step }) => step !== "review" && step !== "contact")
      .map(({ name, value }) => ({ name, value })),
    photos:
      isStaff || isShared || state === "accepted" ? await listRequestPhotos(lead.submissionId) : [],
    isShared,
    email: mayReach ? lead.email : null,
    phone: mayReach ? lead.phone : null,
    isPhoneVerified: lead.phoneVerifiedAt !== null,
    invitedAt,
    state,
    offers: offers.toReversed().map(shownOffer),
    current: current && shownOffer(current),
    canOffer: dealership !== null && takesOffer,
    newOfferId: randomUUID(),
    usualDay: daysAfter(day, USUAL_DAYS),
    days: offerDays(day),
    notice: dealerNotice(args.request.url),
  };
}

export type DealerRequestPage = Awaited<ReturnType<typeof loadDealerRequest>>;

function shownOffer(offer: Offer) {
  const { id, dealershipName, amountCad, validUntil, conditions, madeAt, state, decidedAt } = offer;
  return { id, dealershipName, amountCad, validUntil, conditions, madeAt, state, decidedAt };
}
