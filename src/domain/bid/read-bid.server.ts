import { countCharacters, withoutInvisible } from "#forms/questions/text.ts";
import { controlCharacters } from "#forms/questions/raw-fields.ts";
import { readNumber } from "#values/number-reading.ts";
import { type E164, readPhone } from "#values/phone.ts";
import { holdsSin } from "#values/sin.ts";
import {
  BID_MAXIMUM_CAD,
  BID_MESSAGE_MAX_LENGTH,
  BID_MINIMUM_CAD,
  BID_STEP_CAD,
  type BidFieldError,
} from "./bid.ts";

/** A bid as typed, on the page or in a call. */
export type TypedBid = { bidderPhone: string; proposedPrice: string; bidderMessage: string };

type BidReading =
  | { ok: true; phone: E164; priceCad: number; message: string }
  | { ok: false; fieldErrors: BidFieldError[] };

/** Of what a bidder proposes, and of what a seller names in return. */
export const PRICE_RULE = { min: BID_MINIMUM_CAD, max: BID_MAXIMUM_CAD, step: BID_STEP_CAD };

const PRICE_CODES = {
  empty: "price_missing",
  not_a_number: "not_a_price",
  below_min: "price_too_low",
  above_max: "price_too_high",
  off_step: "price_off_step",
} as const;

const PHONE_CODES = {
  empty: "phone_missing",
  not_a_number: "not_a_phone",
  not_canadian: "phone_not_canadian",
} as const;

/** Phone in any Canadian way of writing, the price as dollars, the message optional. */
export function readBid(typed: TypedBid): BidReading {
  const phone = readPhone(typed.bidderPhone);
  const price = readNumber(typed.proposedPrice, PRICE_RULE);
  const message = withoutInvisible(typed.bidderMessage).replace(/\r\n?/gu, "\n").trim();
  const messageError = checkMessage(message);
  if (phone.ok && price.ok && !messageError) {
    return { ok: true, phone: phone.e164, priceCad: price.value, message };
  }
  return {
    ok: false,
    fieldErrors: [
      ...(phone.ok ? [] : [{ field: "bidderPhone", code: PHONE_CODES[phone.code] } as const]),
      ...(price.ok ? [] : [{ field: "proposedPrice", code: PRICE_CODES[price.code] } as const]),
      ...(messageError ? [messageError] : []),
    ],
  };
}

function checkMessage(message: string): BidFieldError | null {
  if (countCharacters(message) > BID_MESSAGE_MAX_LENGTH)
    return { field: "bidderMessage", code: "message_too_long" };
  if (controlCharacters.test(message))
    return { field: "bidderMessage", code: "message_unreadable" };
  if (holdsSin(message)) return { field: "bidderMessage", code: "holds_sin" };
  return null;
}
