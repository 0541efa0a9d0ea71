import { WORDED_CLAIMS, type WordedClaim } from "#domain/setting/claim-settings.ts";
import type { Settings } from "#domain/setting/setting.ts";
import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import { makeRecord } from "#values/record.ts";

/** What the site says by itself. Each must stay a fact about this site. */
const SITE_WORDS = {
  time: m.home_hero_tick_time,
  languages: m.home_hero_tick_languages,
  trust_check_title: m.home_trust_check_title,
  trust_check_text: m.home_trust_check_text,
  trust_cost_title: m.home_trust_cost_title,
  trust_cost_text: m.home_trust_cost_text,
  trust_data_title: m.home_trust_data_title,
  trust_data_text: m.home_trust_data_text,
  trust_promise_title: m.home_trust_promise_title,
  trust_promise_text: m.home_trust_promise_text,
} as const satisfies Record<WordedClaim, unknown>;

export type ClaimWords = Record<WordedClaim, string>;

export function sayClaim(claim: WordedClaim, locale: Locale): string {
  return SITE_WORDS[claim]({}, { locale });
}

/** The claims in the operator's words, or else in the site's. */
export function listClaimWords(
  { claimWords }: Pick<Settings, "claimWords">,
  locale: Locale,
): ClaimWords {
  const own = new Map(claimWords.map((each) => [each.claim, each[locale]]));
  return makeRecord(WORDED_CLAIMS, (claim) => own.get(claim) ?? sayClaim(claim, locale));
}
