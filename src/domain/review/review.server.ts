import { and, desc, eq, sql } from "drizzle-orm";
import { readDb } from "#platform/database/replicas.server.ts";
import { env } from "#platform/env/env.server.ts";
import { calendarDay } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import type { ShownReviews } from "./review.ts";
import { reviewTable } from "./review.table.ts";

/**
 * The newest published reviews, those in the visitor's language first, each as it was written; how
 * many there are, and their average. The demo's samples are nobody's outside the demo.
 */
export async function listShownReviews(locale: Locale, limit: number): Promise<ShownReviews> {
  const { id, author, place, stars, text, isDemo, writtenAt, reply } = reviewTable;
  const isShown = and(
    eq(reviewTable.state, "published"),
    env().DEMO ? undefined : eq(isDemo, false),
  );
  const [rows, [total]] = await Promise.all([
    readDb()
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
      })
      .from(reviewTable)
      .where(isShown)
      .orderBy(sql`${reviewTable.locale} = ${locale} desc`, desc(writtenAt))
      .limit(limit),
    readDb()
      .select({
        count: sql<number>`count(*)::integer`,
        averageStars: sql<number>`coalesce(avg(${stars}), 0)::float8`,
      })
      .from(reviewTable)
      .where(isShown),
  ]);
  const reviews = rows.map(({ writtenAt: at, ...review }) => ({
    ...review,
    writtenOn: calendarDay(at),
  }));
  return { reviews, count: total?.count ?? 0, averageStars: total?.averageStars ?? 0 };
}
