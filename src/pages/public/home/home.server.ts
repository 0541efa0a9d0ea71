import { desc, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { activeDealerships } from "#domain/dealership/dealership.server.ts";
import { db } from "#platform/database/database.server.ts";
import { env } from "#platform/env/env.server.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card-facts.ts";
import { topBidListings } from "#domain/listing/listing.server.ts";
import type { Locale } from "#values/locale.ts";
import type { ProvinceCode } from "#values/province.ts";
import { reviewTable } from "#domain/review/review.table.ts";

const FEATURED_COUNT = 4;
const REVIEW_COUNT = 3;

export type Review = {
  id: string;
  author: string;
  place: string;
  locale: string;
  stars: number;
  text: string;
  isDemo: boolean;
};

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
  const { locale } = visitorOf(context);
  const [featured, reviews, dealerships] = await Promise.all([
    topBidListings(FEATURED_COUNT),
    latestReviews(locale),
    activeDealerships(db()),
  ]);
  return {
    featured,
    reviews,
    served: groupByProvince(dealerships),
    reviewsWidgetUrl: env().REVIEWS_WIDGET_URL ?? null,
    isDemo: env().DEMO,
  };
}

/** The newest reviews, those in the visitor's language first: each is shown as it was written. */
async function latestReviews(locale: Locale): Promise<Review[]> {
  const { id, author, place, stars, text, isDemo } = reviewTable;
  return db()
    .select({ id, author, place, locale: reviewTable.locale, stars, text, isDemo })
    .from(reviewTable)
    .orderBy(sql`${reviewTable.locale} = ${locale} desc`, desc(reviewTable.publishedAt))
    .limit(REVIEW_COUNT);
}

function groupByProvince(
  dealerships: readonly { city: string; provinceCode: string }[],
): ServedProvince[] {
  const groups = Map.groupBy(dealerships, ({ provinceCode }) => provinceCode as ProvinceCode);
  return [...groups].map(([provinceCode, standing]) => ({
    provinceCode,
    cities: [...new Set(standing.map(({ city }) => city))],
  }));
}
