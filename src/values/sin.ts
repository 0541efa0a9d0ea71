import { withoutUuids } from "./uuid.ts";

type SinReading =
  | { ok: true; sin: string; isTemporary: boolean }
  | { ok: false; code: "empty" | "length" | "not_issued" | "check_digit" };

/**
 * Reads a Social Insurance Number with or without spaces and dashes. The first digit says where it
 * was issued: 1 to 7 in a province, 9 to a temporary resident; 0 and 8 are not issued to people.
 */
export function readSin(text: string): SinReading {
  const sin = text.replace(/[\s\u2010-\u2015-]+/g, "");
  if (!sin) return { ok: false, code: "empty" };
  if (!/^\d{9}$/.test(sin)) return { ok: false, code: "length" };
  if (/^[08]/.test(sin)) return { ok: false, code: "not_issued" };
  if (luhnSum(sin) % 10 !== 0) return { ok: false, code: "check_digit" };
  return { ok: true, sin, isTemporary: sin.startsWith("9") };
}

/**
 * Whether a text contains a possible Social Insurance Number that is not a part of a longer number.
 * Ids of cars and dealerships are ignored: one in three hundred has nine such digits by chance.
 */
export function containsSin(text: string): boolean {
  return [...withoutUuids(text).matchAll(NINE_DIGITS)].some(([found]) => isSin(found));
}

const NINE_DIGITS = /(?<![\d.,$])\d{3}([\s\u2010-\u2015.-]?)\d{3}\1\d{3}(?!\d)/gu;

function isSin(found: string): boolean {
  return readSin(found.replaceAll(".", "")).ok;
}

/** The text with each possible number masked: for what arrives and can no longer be refused. */
export function maskSins(text: string): string {
  return text.replace(NINE_DIGITS, (found) => (isSin(found) ? maskSin(found) : found));
}

/** "••• ••• 286": the only part that is shown without a reason. */
export function maskSin(sin: string): string {
  return `••• ••• ${sin.slice(-3)}`;
}

function luhnSum(digits: string): number {
  return [...digits].reduce((sum, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
}
