import type { FieldError } from "#forms/field-error.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { E164 } from "#values/phone.ts";
import { placeBidForm } from "./bid.form.ts";
import type { BidFieldError } from "./bid.ts";

/** A bid as typed, on the page or in a call. */
export type TypedBid = { bidderPhone: string; proposedPrice: string; bidderMessage: string };

type BidReading =
  | { ok: true; phone: E164; priceCad: number; message: string }
  | { ok: false; fieldErrors: BidFieldError[] };

/**
 * Accepts a phone number in any Canadian notation and the price in dollars; the message is
 * optional.
 */
export function readBid(typed: TypedBid): BidReading {
  const reading = readForm(placeBidForm, rawFields(typed), { now: now(), locale: "en" });
  if (!reading.ok) return { ok: false, fieldErrors: reading.fieldErrors.map(toBidError) };
  const { bidderPhone, proposedPrice, bidderMessage = "" } = reading.answers;
  return { ok: true, phone: bidderPhone, priceCad: proposedPrice, message: bidderMessage };
}

type CodeOf<Name extends BidFieldError["field"]> = Extract<BidFieldError, { field: Name }>["code"];

// The form's codes, as the codes of the call in SPEC.md §7.

const PHONE_CODES: ReadonlyMap<string, CodeOf<"bidderPhone">> = new Map([
  ["missing", "phone_missing"],
  ["phone_not_canadian", "phone_not_canadian"],
]);

const PRICE_CODES: ReadonlyMap<string, CodeOf<"proposedPrice">> = new Map([
  ["missing", "price_missing"],
  ["min", "price_too_low"],
  ["max", "price_too_high"],
  ["not_on_step", "price_off_step"],
]);

const MESSAGE_CODES: ReadonlyMap<string, CodeOf<"bidderMessage">> = new Map([
  ["too_long", "message_too_long"],
  ["holds_sin", "holds_sin"],
]);

function toBidError({ question, code }: FieldError): BidFieldError {
  switch (question) {
    case "bidderPhone":
      return { field: question, code: PHONE_CODES.get(code) ?? "not_a_phone" };
    case "proposedPrice":
      return { field: question, code: PRICE_CODES.get(code) ?? "not_a_price" };
    default:
      return { field: "bidderMessage", code: MESSAGE_CODES.get(code) ?? "message_unreadable" };
  }
}
