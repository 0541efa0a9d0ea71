import type { LeadStatus } from "#domain/lead/lead.ts";
import type { LeadKind } from "#values/lead-kind.ts";
import type { Source } from "#values/lead-source.ts";
import type { Locale } from "#values/locale.ts";
import type { RegionCode } from "#values/province.ts";
import { foldText } from "#values/text-fold.ts";
import { readReference } from "#values/reference.ts";

/** Which leads the inbox shows; what is null does not narrow it. */
export type InboxFilter = {
  kind: LeadKind | null;
  stage: LeadStatus | null;
  /** The id of the user who works on it; `NONE` for nobody. */
  owner: string | null;
  /** The id of the dealership that has it; `NONE` for none. */
  dealership: string | null;
  province: RegionCode | null;
  language: Locale | null;
  /** How its sender came to us; `NONE` if that is not known. */
  source: Source | typeof NONE | null;
  /** The tag of the campaign that brought its sender; `NONE` for no campaign. */
  campaign: string | null;
  /** Where it stands against the time that its sender was promised. */
  due: DueFilter | null;
  /** How it ended: `won`, `lost`, or lost for one reason, by its id. */
  outcome: string | null;
  /** A stage that it was in and has left. */
  left: LeadStatus | null;
  /** Only leads about a certain car. */
  hasCar: boolean;
  /** Only leads whose sender was asked for documents that have not all come. */
  needsDocuments: boolean;
  /** Only leads that wait for staff to pass them on. */
  isAwaited: boolean;
  /** The first and the last day on which it arrived: "2026-11-27". */
  from: string | null;
  to: string | null;
  search: LeadSearch | null;
};

export const NONE = "none";

/** `today` has still to be contacted today; `late` was contacted too late, or not yet. */
export const DUE_FILTERS = ["overdue", "today", "met", "late"] as const;
export type DueFilter = (typeof DUE_FILTERS)[number];

export const EVERY_LEAD: InboxFilter = {
  kind: null,
  stage: null,
  owner: null,
  dealership: null,
  province: null,
  language: null,
  source: null,
  campaign: null,
  due: null,
  outcome: null,
  left: null,
  hasCar: false,
  needsDocuments: false,
  isAwaited: false,
  from: null,
  to: null,
  search: null,
};

/** By when they are due shows only leads whose sender has still to be contacted. */
export const INBOX_SORTS = ["newest", "due", "active"] as const;
export type InboxSort = (typeof INBOX_SORTS)[number];

/** What a person may mean by the words in the search field. A lead is found by any of the three. */
export type LeadSearch = {
  /** Folded; a word of the lead must begin with each. */
  words: readonly string[];
  /** Digits in a row of a phone number; null for fewer than four, which match too many. */
  phoneDigits: string | null;
  reference: string | null;
};

const MIN_PHONE_DIGITS = 4;
const MAX_SEARCH_LENGTH = 100;
/** Longer words are cut alike in `inbox_words`. */
const MAX_WORD_LENGTH = 40;
const PHONE_LIKE = /^[\d\s().+-]+$/;

/** Reads a search; null if there is nothing to search for. */
export function readSearch(text: string): LeadSearch | null {
  const typed = text.slice(0, MAX_SEARCH_LENGTH);
  const words = foldText(typed).split(" ").filter(Boolean);
  if (words.length === 0) return null;
  const digits = typed.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return {
    words: words.map((word) => word.slice(0, MAX_WORD_LENGTH)),
    phoneDigits: PHONE_LIKE.test(typed) && digits.length >= MIN_PHONE_DIGITS ? digits : null,
    reference: readReference(typed),
  };
}

/** The search as a tsquery. Folded words hold only letters and digits: nothing needs escaping. */
export function writeSearchQuery({ words, phoneDigits, reference }: LeadSearch): string {
  const begins = (word: string) => `'${word}':*`;
  const alternatives = [words.map(begins).join(" & ")];
  if (phoneDigits) alternatives.push(begins(phoneDigits));
  if (reference) alternatives.push(begins(reference.toLowerCase()));
  return alternatives.map((each) => `(${each})`).join(" | ");
}
