import { and, desc, eq, or, sql } from "drizzle-orm";
import { cacheRead } from "#platform/database/cached-reads.server.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import { env } from "#platform/env/env.server.ts";
import { calendarDay } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import type { ShownReviews } from "./review.ts";
import { reviewTable } from "./review.table.ts";

/**
 * The newest published reviews, those in the visitor's language first, each in its own language;
 * with the count and average of all of them. The demo's samples are only included in the demo.
 */
export const listShownReviews = cacheRead(readShownReviews, { most: 20 });

async function readShownReviews(locale: Locale, limit: number): Promise<ShownReviews> {
  const rows = await selectShown({ locale, limit, showsDemo: env().DEMO });
  const [first] = rows;
  const reviews = rows.map(
    ({ writtenAt: at, count: _count, averageStars: _average, isSample: _sample, ...review }) => ({
      ...review,
      writtenOn: calendarDay(at),
    }),
  );
  const { count = 0, averageStars = 0, isSample = false } = first ?? {};
  return { reviews, count, averageStars, isSample };
}

const selectShown = prepareQuery(
  "shown_reviews",
  ["locale", "limit", "showsDemo"],
  (database, { locale, limit, showsDemo }) => {
    const { id, author, place, stars, text, isDemo, writtenAt, reply } = reviewTable;
    return database
      .select({
        id,
        author,
        place,
        locale: reviewTable.locale,
        stars,
        text,
        isDemo,
        writtenAt,
        reply,
        // Of all reviews, not only those within the limit.
        count: sql<number>`(count(*) over ())::integer`,
        averageStars: sql<number>`(avg(${stars}) over ())::float8`,
        isSample: sql<boolean>`bool_or(${isDemo}) over ()`,
      })
      .from(reviewTable)
      .where(
        and(eq(reviewTable.state, "published"), or(eq(isDemo, false), sql`${showsDemo}::boolean`)),
      )
      .orderBy(sql`${reviewTable.locale} = ${locale} desc`, desc(writtenAt))
      .limit(limit);
  },
);
