import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** A phone number in international form, `+14165550123` (ITU-T E.164). */
export type E164 = `+${string}`;

type PhoneReading =
  | { ok: true; e164: E164; extension: string | null }
  | { ok: false; code: "empty" | "not_a_number" | "not_canadian" };

/** Longer than any number that a person types, including extension and remarks. */
const MAX_LENGTH = 60;

/** "514 555-0123, poste 42": the library knows only the English words. */
const QUEBEC_EXTENSION = /[\s,]*\bposte\s*(?=\d)/i;

/**
 * Reads a Canadian phone number in any format; returns E.164 ("+14165550123"). A number of another
 * country gets its own error code, because it may well be real. The number tables are 80 kB: keep
 * this module on the server.
 */
export function readPhone(text: string): PhoneReading {
  const trimmed = text.trim();
  if (!trimmed) return { ok: false, code: "empty" };
  if (trimmed.length > MAX_LENGTH) return { ok: false, code: "not_a_number" };
  const number = parsePhoneNumberFromString(trimmed.replace(QUEBEC_EXTENSION, " ext. "), "CA");
  if (!number?.isValid()) return { ok: false, code: "not_a_number" };
  if (number.country !== "CA") return { ok: false, code: "not_canadian" };
  return { ok: true, e164: `+${number.number.slice(1)}`, extension: number.ext ?? null };
}
