import { data } from "react-router";
import { m } from "#messages/messages.js";
import type { OfferRefusal } from "#domain/sell-request/dealer-offer/make-offer.server.ts";
import {
  CONDITIONS_MAX_LENGTH,
  OFFER_DAYS,
  OFFER_LIMITS_CAD,
} from "#domain/sell-request/dealer-offer/dealer-offer.ts";
import type { Notice } from "#ui/notice-line.tsx";
import { formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import type { OfferFieldError } from "#domain/sell-request/dealer-offer/read-offer.ts";

/** One thing to put right: the control it is about, null where it is about no single one. */
type DealerFieldError = { control: string | null; text: string };

/** What a refused form shows again: everything typed. `form` tells a page's forms apart. */
export type DealerAnswer = {
  form: string;
  fieldErrors: DealerFieldError[];
  typed: Record<string, string>;
};

type Refusal = Omit<DealerAnswer, "typed"> & { typed?: Record<string, string> };

/** 422, in words. */
export function refuse({ form, fieldErrors, typed = {} }: Refusal) {
  return data<DealerAnswer>({ form, fieldErrors, typed }, { status: 422 });
}

/** 429, and when to come back. */
export function refuseTooManyTries(form: string, retryAfterSeconds: number, typed = {}) {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const text =
    minutes === 1 ? m.account_too_many_minute() : m.account_too_many_minutes({ minutes });
  return data<DealerAnswer>(
    { form, fieldErrors: [{ control: null, text }], typed },
    { status: 429, headers: { "retry-after": String(retryAfterSeconds) } },
  );
}

const DONE: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    offered: m.dealer_done_offered,
    withdrawn: m.dealer_done_withdrawn,
    counter_accepted: m.dealer_done_counter_accepted,
    counter_declined: m.dealer_done_counter_declined,
    declined: m.dealer_done_declined,
  }),
);

/** What the page says after it was led to, `?done=` by code: no sentence comes from the address. */
export function findNotice(address: string): Notice | null {
  const code = new URL(address).searchParams.get("done");
  const words = code === null ? undefined : DONE.get(code);
  return words ? { text: words(), isError: false } : null;
}

const REFUSED: Record<Exclude<OfferRefusal, "not_found">, () => string> = {
  already_accepted: m.dealer_refused_already_accepted,
  not_wanted: m.dealer_refused_not_wanted,
  changed_meanwhile: m.dealer_refused_changed_meanwhile,
  reason_missing: m.dealer_decline_reason_missing,
};

export function describeRefusal(code: Exclude<OfferRefusal, "not_found">): string {
  return REFUSED[code]();
}

/** What is wrong with a field, as a sentence that says how to put it right. */
export function describeFieldError(code: OfferFieldError["code"], locale: Locale): string {
  switch (code) {
    case "amount_missing":
      return m.dealer_problem_amount_missing();
    case "not_an_amount":
      return m.dealer_problem_not_an_amount();
    case "amount_limits": {
      const min = formatCad(OFFER_LIMITS_CAD.min, locale);
      return m.dealer_problem_amount_limits({ min, max: formatCad(OFFER_LIMITS_CAD.max, locale) });
    }
    case "day_missing":
      return m.dealer_problem_day_missing();
    case "not_a_day":
      return m.dealer_problem_not_a_day();
    case "day_limits":
      return m.dealer_problem_day_limits({ days: formatNumber(OFFER_DAYS.max, locale) });
    case "conditions_too_long":
      return m.dealer_problem_conditions_too_long({
        most: formatNumber(CONDITIONS_MAX_LENGTH, locale),
      });
    case "conditions_unreadable":
      return m.dealer_problem_conditions_unreadable();
    case "holds_sin":
      return m.forms_error_holds_sin({ name: m.dealer_conditions() });
  }
}
