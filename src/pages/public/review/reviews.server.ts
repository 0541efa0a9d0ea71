import { env } from "#platform/env/env.server.ts";
import { site } from "#site/site.ts";
import type { ReviewsElsewhere } from "./reviews.tsx";

/** Where others review the business: only what the operator configured, and in the demo an example. */
export function findReviewsElsewhere(): ReviewsElsewhere {
  const { DEMO, REVIEWS_PAGE_URL, REVIEWS_WIDGET_URL } = env();
  return {
    pageUrl: REVIEWS_PAGE_URL ?? (DEMO ? site.reviewUrl : null),
    widgetUrl: REVIEWS_WIDGET_URL ?? null,
  };
}
