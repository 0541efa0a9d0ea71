import { readsAsWebAddress } from "./web-address.ts";

type NameReading =
  | { ok: true; name: string }
  | { ok: false; code: "empty" | "too_long" | "not_a_name" };

export const MAX_NAME_LENGTH = 100;

/** Markup, e-mail addresses, control characters, and characters that change the text direction. */
const NOT_IN_A_NAME = /[<>@\\{}[\]|]|[\p{Cc}\p{Co}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

/**
 * Reads a name as its bearer writes it: any script, accents, apostrophes, one word or many. Only
 * markup, addresses and control characters are refused, because a name is written into e-mails to
 * other people.
 */
export function readPersonName(text: string): NameReading {
  const name = text
    .normalize("NFC")
    .replace(/[\u00ad\u200b\u200e\u200f\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  if (!name) return { ok: false, code: "empty" };
  if (name.length > MAX_NAME_LENGTH) return { ok: false, code: "too_long" };
  if (NOT_IN_A_NAME.test(name) || readsAsWebAddress(name) || !/\p{L}/u.test(name))
    return { ok: false, code: "not_a_name" };
  return { ok: true, name };
}

/** The maximum length of a name in an e-mail to a person who may not know its bearer. */
const MAIL_NAME_LENGTH = 40;

/**
 * A full name for an e-mail to another person: shortened, and "" if it is not a valid name, such as
 * one that was stored under an earlier rule.
 */
export function nameForMail(fullName: string): string {
  const read = readPersonName(fullName.slice(0, MAX_NAME_LENGTH));
  if (!read.ok) return "";
  const letters = [...read.name.replace(/[^\p{L}\p{M}\p{N}\s.,'’·()-]/gu, "")];
  const short = letters.slice(0, MAIL_NAME_LENGTH).join("").trim();
  return letters.length > MAIL_NAME_LENGTH ? `${short}…` : short;
}
