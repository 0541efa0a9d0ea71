/** What becomes of a review: staff decide once whether it is shown. Its words stay as they were sent. */
export const REVIEW_STATES = ["waiting", "published", "declined"] as const;

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

/** The newest reviews, and how many there are in all. */
export type ShownReviews = { reviews: Review[]; count: number; averageStars: number };
