import { sellCarHandler } from "#domain/sell-request/sell-car-handler.server.ts";
import {
  acceptOffer,
  declineOffer,
} from "#domain/sell-request/dealer-offer/answer-offer.server.ts";
import { counterOffer } from "#domain/sell-request/dealer-offer/counter-offer.server.ts";
import type { DeclineReason } from "#domain/sell-request/dealer-offer/dealer-offer.ts";
import {
  declineInvitation,
  makeOffer,
} from "#domain/sell-request/dealer-offer/make-offer.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { daysAfter } from "#values/calendar-date.ts";
import { calendarDay } from "#values/format.ts";
import { demoMember, personUserId } from "./accounts.ts";
import { DEMO_DEALER_KEY } from "./dealerships.ts";
import { demoId } from "./demo-id.ts";
import type { DemoOffer, DemoSellRequest } from "./leads.ts";
import { DEMO_COLLEAGUES } from "./people.ts";
import { demoCity } from "./cities.ts";
import { type Act, moveTo, sendForm, writeTo } from "./send-form.server.ts";

/** Sends a sell request, with dealerships' offers for the car and the seller's answers. */
export async function sendSellRequest(act: Act, reference: string, request: DemoSellRequest) {
  const { name, city, phone, locale, by, isPrivate, passedFor, offers = [] } = request;
  const { year, make, model, style, bodyTrim, colour, odometerKm, sellOrTrade } = request;
  const { bodyType = style } = request;
  const sent = await sendForm(act, sellCarHandler, {
    reference,
    request,
    locale,
    verifies: { phone, purpose: "sell_car" },
    answers: {
      formname: "SellYourCar",
      year: String(year),
      make,
      model,
      city,
      province: demoCity(city).provinceCode,
      bodyType,
      style,
      bodyTrim,
      exteriorColour: colour,
      interiorColour: "black",
      transmission: "automatic",
      manufactureYear: String(year),
      totalRun: String(odometerKm),
      exteriorDamage: "no",
      interiorDamage: "no",
      accidentHistory: "no",
      smoked: "no",
      windshieldDamage: "yes",
      keyFobs: "two_plus",
      tireReplacement: "2_to_4_years",
      brakes: "yes",
      mechanicalIssues: "no",
      salvageStatus: "no",
      ownership: "owned",
      sellOrTrade,
      shareWithDealerships: isPrivate ? "no" : "yes",
      sellerName: name,
      sellerEmail: by ? demoMember(by).email : writeTo(name),
      sellerPhone: phone,
      termsAccepted: "yes",
    },
  });
  if (!sent) return;
  for (const offer of offers) await makeDemoOffer(act, reference, request, offer);
  if (passedFor) await declineToOffer(act, reference, request.daysAgo - 0.7, passedFor);
  await moveTo(act, reference, request);
}

/** A dealership's offer, perhaps raised, and the seller's answer. */
async function makeDemoOffer(
  act: Act,
  reference: string,
  { daysAgo, by }: DemoSellRequest,
  offered: DemoOffer,
) {
  const { dealershipKey, amountCad, validDays, conditions, afterDays, raisedToCad } = offered;
  const { answer, counterCad } = offered;
  const maker = {
    userId: findColleague(dealershipKey),
    dealershipId: demoId("dealership", dealershipKey),
  };
  // Counted from today, so that an open offer is open whenever the demo is started.
  const terms = { validUntil: daysAfter(calendarDay(now()), validDays), conditions };
  let seenOfferId: string | null = null;
  for (const [turn, price] of [amountCad, raisedToCad].entries()) {
    if (price === undefined) continue;
    const id = demoId("purchase offer", `${reference} ${dealershipKey} ${turn}`);
    const offer = { ...terms, id, seenOfferId, amountCad: price };
    const made = await act(daysAgo - afterDays - turn * 0.3, () =>
      makeOffer(maker, reference, offer),
    );
    if (!made.ok) throw new Error(`The demo's offer on ${reference}: ${made.code}.`);
    seenOfferId = id;
  }
  if (seenOfferId === null) return;
  const offerId = seenOfferId;
  const seller = by
    ? { reference, way: "account" as const, userId: demoMember(by).id }
    : { reference, way: "mail_link" as const, userId: null };
  if (counterCad !== undefined) {
    const named = await act(daysAgo - afterDays - 0.2, () =>
      counterOffer(seller, offerId, String(counterCad)),
    );
    if (!named.ok) throw new Error(`The demo's counter-offer on ${reference}: ${named.code}.`);
  }
  if (!answer) return;
  const decide = answer === "accepted" ? acceptOffer : declineOffer;
  const decided = await act(daysAgo - afterDays - 0.8, () => decide(seller, offerId));
  if (!decided.ok) throw new Error(`The demo's answer on ${reference}: ${decided.code}.`);
}

async function declineToOffer(act: Act, reference: string, daysAgo: number, reason: DeclineReason) {
  const dealershipId = demoId("dealership", DEMO_DEALER_KEY);
  const maker = { userId: demoMember("dealer").id, dealershipId };
  const declined = await act(daysAgo, () => declineInvitation(maker, reference, reason));
  if (!declined.ok) throw new Error(`The demo cannot pass on ${reference}: ${declined.code}.`);
}

/** The id of the person who makes a dealership's offers. */
function findColleague(dealershipKey: string): string {
  if (dealershipKey === DEMO_DEALER_KEY) return demoMember("dealer").id;
  const colleague = DEMO_COLLEAGUES.find((each) => each.dealershipKey === dealershipKey);
  if (!colleague) throw new Error(`Nobody works for the demo's ${dealershipKey}.`);
  return personUserId(colleague);
}
