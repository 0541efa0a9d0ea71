import { desc, sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import type { Locale } from "#values/locale.ts";
import { reviewTable } from "./review.table.ts";

export type Review = {
  id: string;
  author: string;
  place: string;
  locale: string;
  stars: number;
  text: string;
  isDemo: boolean;
};

/** The newest reviews, those in the visitor's language first: each is shown as it was written. */
export async function listLatestReviews(locale: Locale, limit: number): Promise<Review[]> {
  const { id, author, place, stars, text, isDemo } = reviewTable;
  return db()
    .select({ id, author, place, locale: reviewTable.locale, stars, text, isDemo })
    .from(reviewTable)
    .orderBy(sql`${reviewTable.locale} = ${locale} desc`, desc(reviewTable.publishedAt))
    .limit(limit);
}
