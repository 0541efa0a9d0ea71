import { decimalText } from "./format.ts";
import type { Locale } from "./locale.ts";

/** Below this, whole dollars with their cents have at most fifteen digits. */
const WHOLE_BELOW_CAD = 1e13;

/**
 * Dollars rounded to the cent, half away from zero. The value is first rounded to the fifteen
 * digits that a double holds exactly, so that 1.005 (slightly less in binary) still rounds to 1.01.
 */
export function roundToCents(amountCad: number): number {
  // Fast path: most amounts are whole dollars, and a page rounds hundreds of them.
  if (Number.isInteger(amountCad) && Math.abs(amountCad) < WHOLE_BELOW_CAD) return amountCad || 0;
  const cents = Math.round(Number((Math.abs(amountCad) * 100).toPrecision(15)));
  return cents === 0 ? 0 : (Math.sign(amountCad) * cents) / 100;
}

/** Adds dollars in whole cents, so that no binary error adds up. */
export function sumCad(amountsCad: readonly number[]): number {
  return (
    amountsCad.reduce((cents, amount) => cents + Math.round(roundToCents(amount) * 100), 0) / 100
  );
}

/** "$29,990" and "29 990 $" with no-break spaces; with cents only if there are any. */
export function formatCad(amountCad: number, locale: Locale): string {
  const cents = roundToCents(amountCad);
  return inDollars(cents, locale, Number.isInteger(cents) ? 0 : 2);
}

/** Always with cents: "$438.00", "438,00 $". For payments and tax lines in a column. */
export function formatCadCents(amountCad: number, locale: Locale): string {
  return inDollars(roundToCents(amountCad), locale, 2);
}

function inDollars(amountCad: number, locale: Locale, digits: number): string {
  const text = decimalText(amountCad, locale, { minimumDigits: digits, maximumDigits: digits });
  if (locale === "fr") return `${text}\u00a0$`;
  return text.startsWith("-") ? `-$${text.slice(1)}` : `$${text}`;
}
