import { PHONE_CODE_HOURS } from "#values/retention.ts";

/** The limits of reference/security.md and domain.md §8. */
export const CODE_LIFE_MS = 10 * 60_000;
export const MOST_GUESSES = 5;
const MOST_SENDS = 5;
export const SENDS_WINDOW_MS = 10 * 60_000;
export const MOST_SENDS_A_DAY = 10;
/** How long a verified number stays verified for the form that asked for it. */
export const VERIFIED_LIFE_MS = PHONE_CODE_HOURS * 60 * 60_000;
const FIRST_RESEND_DELAY_MS = 10_000;

/** What a code is for; a code for one purpose is not valid for another. */
export const PHONE_PURPOSES = [
  "pre_approval",
  "sell_car",
  "credit_application",
  "account",
  "saved_form",
] as const;
export type PhonePurpose = (typeof PHONE_PURPOSES)[number];

/** How a code is sent. */
export const CODE_WAYS = ["sms", "email"] as const;
export type CodeWay = (typeof CODE_WAYS)[number];

/** How long to wait before the next code: the delay doubles with each code sent in the window. */
export function resendDelayMs(sendsSoFar: number): number {
  return sendsSoFar === 0 ? 0 : FIRST_RESEND_DELAY_MS * 2 ** (sendsSoFar - 1);
}

/**
 * The six digits of a typed or pasted code; null if it is not one. Spaces and dashes are accepted.
 */
export function readCode(typed: string): string | null {
  const digits = typed.replace(/[\s\u00A0\u202F-]/gu, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}

/**
 * Milliseconds until another code may be sent; 0 if it may be sent now. `sentAt` has the window's
 * sends, newest first.
 */
export function waitBeforeSendMs(sentAt: readonly Date[], at: Date): number {
  const [newest] = sentAt;
  if (!newest) return 0;
  const oldest = sentAt.at(-1) ?? newest;
  const windowEnds =
    sentAt.length >= MOST_SENDS ? oldest.getTime() + SENDS_WINDOW_MS - at.getTime() : 0;
  const delayEnds = newest.getTime() + resendDelayMs(sentAt.length) - at.getTime();
  return Math.max(0, windowEnds, delayEnds);
}
