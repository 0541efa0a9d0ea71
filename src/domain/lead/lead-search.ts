import { foldText } from "#values/text-fold.ts";
import { readReference } from "#values/reference.ts";

/** What a person may mean by the words in the inbox's search field. Any one of the three finds. */
export type LeadSearch = {
  /** Folded; each must be part of name, e-mail or city. */
  words: string[];
  /** Part of a phone number without its country code; fewer than four digits find too much. */
  phoneDigits: string | null;
  reference: string | null;
};

const MIN_PHONE_DIGITS = 4;
const MAX_SEARCH_LENGTH = 100;
const PHONE_LIKE = /^[\d\s().+-]+$/;

/** Reads a search; null where there is nothing to look for. */
export function readSearch(text: string): LeadSearch | null {
  const typed = text.slice(0, MAX_SEARCH_LENGTH);
  const words = foldText(typed).split(" ").filter(Boolean);
  if (words.length === 0) return null;
  const digits = typed.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return {
    words,
    phoneDigits: PHONE_LIKE.test(typed) && digits.length >= MIN_PHONE_DIGITS ? digits : null,
    reference: readReference(typed),
  };
}
