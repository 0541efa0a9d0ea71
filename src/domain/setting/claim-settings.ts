import { z } from "zod";

/** The home page's sentences about the business, which its operator may say in other words. */
export const WORDED_CLAIMS = [
  "time",
  "languages",
  "trust_check_title",
  "trust_check_text",
  "trust_cost_title",
  "trust_cost_text",
  "trust_data_title",
  "trust_data_text",
  "trust_promise_title",
  "trust_promise_text",
] as const;
export type WordedClaim = (typeof WORDED_CLAIMS)[number];

export const LONGEST_CLAIM = 250;
export const LONGEST_SOURCE = 300;
const LONGEST_SHORT_CLAIM = 45;

/** A tick or a title has one line; a text has several. */
export function longestOf(claim: WordedClaim): number {
  return claim.endsWith("_text") ? LONGEST_CLAIM : LONGEST_SHORT_CLAIM;
}

/**
 * Whether a claim says how many, or compares. The Competition Act (s. 74.01) asks for a proof that
 * exists before the claim is made.
 */
export function needsSource(words: string): boolean {
  return (
    /[\p{N}%]/u.test(words) ||
    /\b(best|fastest|lowest|cheapest|largest|biggest|leading|most|meilleure?s?|les? plus|la plus|le moins|premiers?)\b/iu.test(
      words,
    )
  );
}

const ownClaim = z
  .object({
    claim: z.enum(WORDED_CLAIMS),
    en: z.string().trim().min(1).max(LONGEST_CLAIM),
    fr: z.string().trim().min(1).max(LONGEST_CLAIM),
    /** What proves it. */
    source: z.string().trim().max(LONGEST_SOURCE),
  })
  .refine(({ claim, en, fr }) => Math.max(en.length, fr.length) <= longestOf(claim))
  .refine(({ en, fr, source }) => source !== "" || !needsSource(`${en} ${fr}`));
export type OwnClaim = z.infer<typeof ownClaim>;

export const CLAIM_SETTINGS = {
  claimWords: {
    group: "claims",
    stored: z
      .array(ownClaim)
      .refine((all) => new Set(all.map(({ claim }) => claim)).size === all.length),
    byDefault: [],
    shownOn: ["home"],
  },
} as const;
