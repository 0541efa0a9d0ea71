/**
 * What becomes of a review: staff decide whether it is shown, and its author may take it down, which
 * nobody undoes. Its words stay as they were sent.
 */
export const REVIEW_STATES = ["waiting", "published", "declined", "withdrawn"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/**
 * The rule by which a review is declined, as /reviews tells everybody: these reasons and no other. That
 * it is bad for us is none.
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
/** How long the link of the e-mail is good for. */
export const REVIEW_LINK_DAYS = 60;

/** A review as visitors read it. */
export type Review = {
  id: string;
  author: string;
  /** "Brampton, ON"; empty where the lead named no town. */
  place: string;
  locale: string;
  stars: number;
  text: string;
  isDemo: boolean;
  /** The business's own day: YYYY-MM-DD. */
  writtenOn: string;
  /** What the business answered; null where nothing. */
  reply: string | null;
};

/** The newest reviews, and how many there are in all; `isSample`: the demo's own are counted too. */
export type ShownReviews = {
  reviews: Review[];
  count: number;
  averageStars: number;
  isSample: boolean;
};
