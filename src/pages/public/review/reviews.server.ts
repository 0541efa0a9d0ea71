import { env } from "#platform/env/env.server.ts";
import type { ReviewsElsewhere } from "./reviews.tsx";

/** Where other companies have reviews of the business: only what the operator configured. */
export function findReviewsElsewhere(): ReviewsElsewhere {
  const { REVIEWS_PAGE_URL, REVIEWS_WIDGET_URL } = env();
  return {
    pageUrl: REVIEWS_PAGE_URL ?? null,
    widgetUrl: REVIEWS_WIDGET_URL ?? null,
  };
}
