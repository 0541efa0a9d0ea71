import type { RouterContextProvider } from "react-router";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { findNewestVinOffer, type VinOffer } from "#domain/sell-request/vin-offer.server.ts";
import { listShownReviews } from "#domain/review/review.server.ts";
import type { ShownReviews } from "#domain/review/review.ts";
import { hasAllowedEmbeds } from "#pages/public/information/embeds.ts";
import {
  listServedProvinces,
  type ServedProvince,
} from "#pages/public/information/served-provinces.server.ts";
import { findReviewsElsewhere } from "#pages/public/review/reviews.server.ts";
import type { ReviewsElsewhere } from "#pages/public/review/reviews.tsx";
import { env } from "#platform/env/env.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { listTopBidListings } from "#domain/search/most-bids.server.ts";
import { listLandings } from "#domain/landing/landing.server.ts";
import type { BodyType } from "#values/vehicle.ts";

const FEATURED_COUNT = 4;
const REVIEW_COUNT = 3;

/** How many cars of a type are for sale, and their landing page. */
export type TypeForSale = { count: number; path: string };

export type HomeData = {
  /** Types that nobody sells today are absent. */
  types: Partial<Record<BodyType, TypeForSale>>;
  /** The answer to the VIN that the visitor sent, until they put it away. */
  vinOffer: VinOffer | null;
  featured: ListingCardFacts[];
  reviews: ShownReviews;
  reviewsElsewhere: ReviewsElsewhere;
  served: ServedProvince[];
  /** The visitor lets content of other companies load by itself (/cookies). */
  hasAllowedEmbeds: boolean;
  isDemo: boolean;
};

/** Everything on the home page that comes from the database. */
export async function loadHome(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<HomeData> {
  const visitor = readVisitor({ context });
  const { locale } = visitor;
  const [vinOffer, featured, reviews, served, landings] = await Promise.all([
    findNewestVinOffer(visitor),
    listTopBidListings(FEATURED_COUNT),
    listShownReviews(locale, REVIEW_COUNT),
    listServedProvinces(),
    listLandings(),
  ]);
  const types = landings.flatMap(({ subject, count, path }) =>
    subject.kind === "bodyType" ? [[subject.bodyType, { count, path }] as const] : [],
  );
  return {
    types: Object.fromEntries(types),
    vinOffer,
    featured,
    reviews,
    served,
    reviewsElsewhere: findReviewsElsewhere(),
    hasAllowedEmbeds: hasAllowedEmbeds(request),
    isDemo: env().DEMO,
  };
}
