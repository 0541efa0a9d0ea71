import { CONDITIONS_MAX_LENGTH, OFFER_DAYS, OFFER_LIMITS_CAD } from "./dealer-offer.ts";
import { controlCharacters } from "#forms/questions/raw-fields.ts";
import { daysAfter, readIsoDate } from "#values/calendar-date.ts";
import { readNumber } from "#values/number-reading.ts";
import { holdsSin } from "#values/sin.ts";

/** The form's name among those of its page. */
export const OFFER_FORM = "offer";

export type TypedOffer = { amount: string; validUntil: string; conditions: string };

export type OfferFieldError =
  | { control: "amount"; code: "amount_missing" | "not_an_amount" | "amount_limits" }
  | { control: "validUntil"; code: "day_missing" | "not_a_day" | "day_limits" }
  | { control: "conditions"; code: "conditions_too_long" | "conditions_unreadable" | "holds_sin" };

type OfferReading =
  | { ok: true; terms: { amountCad: number; validUntil: string; conditions: string } }
  | { ok: false; fieldErrors: OfferFieldError[] };

/** The first and the last day (YYYY-MM-DD) on which an offer made today may end. */
export function offerDays(today: string): { first: string; last: string } {
  return { first: daysAfter(today, OFFER_DAYS.min), last: daysAfter(today, OFFER_DAYS.max) };
}

/** Reads an offer as typed on `today` (YYYY-MM-DD); every field error is found. */
export function readOffer(typed: TypedOffer, today: string): OfferReading {
  const amount = readNumber(typed.amount, { ...OFFER_LIMITS_CAD, step: 1 });
  const day = readIsoDate(typed.validUntil);
  const conditions = typed.conditions.replaceAll("\r\n", "\n").trim();
  const fieldErrors: OfferFieldError[] = [];
  if (!amount.ok) fieldErrors.push({ control: "amount", code: amountCode(amount.code) });
  const { first, last } = offerDays(today);
  if (!day.ok) {
    fieldErrors.push({
      control: "validUntil",
      code: day.code === "empty" ? "day_missing" : "not_a_day",
    });
  } else if (day.date < first || day.date > last) {
    fieldErrors.push({ control: "validUntil", code: "day_limits" });
  }
  if (conditions.length > CONDITIONS_MAX_LENGTH)
    fieldErrors.push({ control: "conditions", code: "conditions_too_long" });
  if (controlCharacters.test(conditions))
    fieldErrors.push({ control: "conditions", code: "conditions_unreadable" });
  if (holdsSin(conditions)) fieldErrors.push({ control: "conditions", code: "holds_sin" });
  if (!amount.ok || !day.ok || fieldErrors.length > 0) return { ok: false, fieldErrors };
  return { ok: true, terms: { amountCad: amount.value, validUntil: day.date, conditions } };
}

/** What a seller would take instead of an offer, in whole dollars; null unless it is more than the offer. */
export function readCounter(typed: string, offerCad: number): number | null {
  const amount = readNumber(typed, { min: offerCad + 1, max: OFFER_LIMITS_CAD.max, step: 1 });
  return amount.ok ? amount.value : null;
}

function amountCode(code: "empty" | "not_a_number" | "below_min" | "above_max" | "off_step") {
  if (code === "empty") return "amount_missing";
  return code === "below_min" || code === "above_max" ? "amount_limits" : "not_an_amount";
}
