/**
 * The states of a review: staff decide whether it is shown, and its author may withdraw it, which
 * nobody can undo. Its text stays as it was sent.
 */
export const REVIEW_STATES = ["waiting", "published", "declined", "withdrawn"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/**
 * The reasons for which a review may be declined, as /reviews tells everybody; there are no others.
 * That a review is bad for us is not a reason.
 */
export const DECLINE_REASONS = [
  "personal_information",
  "insulting",
  "advertising",
  "not_about_us",
  "unlawful",
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

export const REPLY_MAX_LENGTH = 1_000;
/** For how many days the e-mail's link is valid. */
export const REVIEW_LINK_DAYS = 60;

/** A review as visitors see it. */
export type Review = {
  id: string;
  author: string;
  /** "Brampton, ON"; empty if the lead has no city. */
  place: string;
  locale: string;
  stars: number;
  text: string;
  isDemo: boolean;
  /** The date in the business's own time zone, YYYY-MM-DD. */
  writtenOn: string;
  /** The business's reply; null if there is none. */
  reply: string | null;
};

/**
 * The newest reviews, and how many there are in all; `isSample`: whether the demo's samples are
 * among them.
 */
export type ShownReviews = {
  reviews: Review[];
  count: number;
  averageStars: number;
  isSample: boolean;
};
