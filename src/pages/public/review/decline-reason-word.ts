import type { DeclineReason } from "#domain/review/review.ts";
import { m } from "#messages/messages.js";

const WORDS: Record<DeclineReason, () => string> = {
  personal_information: m.review_declined_for_option_personal_information,
  insulting: m.review_declined_for_option_insulting,
  advertising: m.review_declined_for_option_advertising,
  not_about_us: m.review_declined_for_option_not_about_us,
  unlawful: m.review_declined_for_option_unlawful,
};

/** Why a review is not shown, as a text that its author, staff and the public page share. */
export const declineReasonWord = (reason: DeclineReason) => WORDS[reason]();
