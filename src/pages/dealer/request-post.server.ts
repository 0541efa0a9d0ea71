import { randomUUID } from "node:crypto";
import { data } from "react-router";
import {
  makeOffer,
  type OfferResult,
  withdrawOffer,
} from "#domain/sell-request/dealer-offer/make-offer.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { paths } from "#site/paths.ts";
import { today } from "#platform/clock/clock.server.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import { redirectTo } from "#pages/session/guards.server.ts";
import { type DealerAnswer, refused, tooManyTries } from "./dealer-answer.ts";
import { postedFields } from "#pages/public/form-journey/posted-fields.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { readReference } from "#values/reference.ts";
import { isUuid } from "#values/uuid.ts";
import { dealerOf } from "./dealer-access.server.ts";
import { dealerRequest } from "#domain/sell-request/dealer-requests.server.ts";
import { fieldErrorText, refusalText } from "./dealer-notice.ts";
import { OFFER_FORM, readOffer } from "#domain/sell-request/dealer-offer/read-offer.ts";
import type { RequestPageArgs } from "./request-page.server.ts";

/** Each offer sends an e-mail to the seller. */
const OFFERS_BY_PERSON = { name: "purchase offers", most: 120, windowMs: 60 * 60_000 };

/** What a dealership posts about one request: an offer, in place of the one before, or none any more. */
export async function answerRequestPost(args: RequestPageArgs) {
  const { user, visitor, dealership } = await dealerOf(args);
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
    return ledOn(result, reference, "withdrawn", typed);
  }
  const reading = readOffer(typed, today());
  if (!reading.ok) {
    const problems = reading.problems.map(({ control, code }) => ({
      control,
      text: fieldErrorText(code, visitor.locale),
    }));
    return refused({ form: OFFER_FORM, problems, typed });
  }
  const id = isUuid(field("offerId")) ? field("offerId").toLowerCase() : randomUUID();
  const result = await makeOffer(maker, reference, { ...reading.terms, id, seenOfferId: seen });
  return ledOn(result, reference, "offered", typed);
}

function ledOn(result: OfferResult, reference: string, done: string, typed: DealerAnswer["typed"]) {
  if (result.ok) throw redirectTo(`${hrefIn(paths.dealerRequest(reference))}?done=${done}`);
  if (result.code === "not_found") throw data(null, { status: 404 });
  const problems = [{ control: null, text: refusalText(result.code) }];
  return data<DealerAnswer>({ form: OFFER_FORM, problems, typed }, { status: 409 });
}
