import type { RouterContextProvider } from "react-router";
import { listActiveDealerships } from "#domain/dealership/dealership-queries.server.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { listLatestReviews, type Review } from "#domain/review/review.server.ts";
import { db } from "#platform/database/database.server.ts";
import { env } from "#platform/env/env.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { listTopBidListings } from "#domain/bid/bid-queries.server.ts";
import type { ProvinceCode } from "#values/province.ts";

const FEATURED_COUNT = 4;
const REVIEW_COUNT = 3;

/** The towns of one province where a dealership takes leads. */
export type ServedProvince = { provinceCode: ProvinceCode; cities: string[] };

export type HomeData = {
  featured: ListingCardFacts[];
  reviews: Review[];
  served: ServedProvince[];
  reviewsWidgetUrl: string | null;
  isDemo: boolean;
};

/** Everything on the home page that comes from the database. */
export async function loadHome(context: Readonly<RouterContextProvider>): Promise<HomeData> {
  const { locale } = readVisitor({ context });
  const [featured, reviews, dealerships] = await Promise.all([
    listTopBidListings(FEATURED_COUNT),
    listLatestReviews(locale, REVIEW_COUNT),
    listActiveDealerships(db()),
  ]);
  return {
    featured,
    reviews,
    served: groupByProvince(dealerships),
    reviewsWidgetUrl: env().REVIEWS_WIDGET_URL ?? null,
    isDemo: env().DEMO,
  };
}

function groupByProvince(
  dealerships: readonly { city: string; provinceCode: ProvinceCode }[],
): ServedProvince[] {
  const groups = Map.groupBy(dealerships, ({ provinceCode }) => provinceCode);
  return [...groups].map(([provinceCode, standing]) => ({
    provinceCode,
    cities: [...new Set(standing.map(({ city }) => city))],
  }));
}
