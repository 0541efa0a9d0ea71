import { randomUUID } from "node:crypto";
import { data } from "react-router";
import type { Offer } from "#domain/sell-request/dealer-offer/offers.server.ts";
import { offeredCarName } from "#domain/sell-request/dealer-offer/offered-car.ts";
import { answerRows } from "#forms/answer-rows.ts";
import { translateIn } from "#forms/translate.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { offeredCarPicture } from "#domain/sell-request/offered-car-picture.ts";
import { listRequestPhotos } from "#domain/sell-request/request-photos.server.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { daysAfter } from "#values/calendar-date.ts";
import { readReference } from "#values/reference.ts";
import { dealerCaller } from "./dealer-access.server.ts";
import { dealerNotice } from "./dealer-notice.ts";
import {
  dealerRequest,
  dealerRequests,
  MOST_REQUESTS_SHOWN,
} from "#domain/sell-request/dealer-requests.server.ts";
import { offerDays } from "#domain/sell-request/dealer-offer/read-offer.ts";

export type RequestPageArgs = PageArgs & { params: { reference?: string } };

/** How long an offer stands unless the dealership says otherwise. */
const USUAL_DAYS = 14;

/** All requests of the dealership, for its list. */
export async function loadDealerRequests(args: PageArgs) {
  const { dealership, isStaff } = await dealerCaller(args);
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
  const { dealership, isStaff, visitor } = await dealerCaller(args);
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
