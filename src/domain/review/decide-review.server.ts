import { and, asc, desc, eq, inArray, isNull } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { isUuid } from "#values/uuid.ts";
import { reviewTable } from "./review.table.ts";

const MOST_SHOWN = 100;

/** A review as staff read it. */
export type StaffReview = Awaited<ReturnType<typeof listReviewsForStaff>>[number];

/** Those that wait, the oldest first; those that are shown or declined, the newest first. */
export async function listReviewsForStaff(which: "waiting" | "decided") {
  const { id, author, place, locale, stars, text, isDemo, state, reply, writtenAt } = reviewTable;
  return db()
    .select({ id, author, place, locale, stars, text, isDemo, state, reply, writtenAt })
    .from(reviewTable)
    .where(
      which === "waiting"
        ? eq(reviewTable.state, "waiting")
        : inArray(reviewTable.state, ["published", "declined"]),
    )
    .orderBy(which === "waiting" ? asc(reviewTable.writtenAt) : desc(reviewTable.writtenAt))
    .limit(MOST_SHOWN);
}

type Decision = { reviewId: string; byUserId: string; state: "published" | "declined" };

/** Shown or not. Also a shown one may be declined later, and the other way round; its words never change. */
export async function decideReview({ reviewId, byUserId, state }: Decision): Promise<boolean> {
  if (!isUuid(reviewId)) return false;
  const decided = await db()
    .update(reviewTable)
    .set({
      state,
      publishedAt: state === "published" ? now() : null,
      decidedAt: now(),
      decidedByUserId: byUserId,
    })
    .where(eq(reviewTable.id, reviewId))
    .returning({ id: reviewTable.id });
  return decided.length > 0;
}

/** The business's answer under a published review, given once. */
export async function replyToReview(given: {
  reviewId: string;
  byUserId: string;
  reply: string;
}): Promise<{ ok: true } | { ok: false; code: "not_open" }> {
  const { reply } = given;
  if (!isUuid(given.reviewId)) return { ok: false, code: "not_open" };
  const replied = await db()
    .update(reviewTable)
    .set({ reply, repliedAt: now(), repliedByUserId: given.byUserId })
    .where(
      and(
        eq(reviewTable.id, given.reviewId),
        eq(reviewTable.state, "published"),
        isNull(reviewTable.reply),
      ),
    )
    .returning({ id: reviewTable.id });
  return replied.length > 0 ? { ok: true } : { ok: false, code: "not_open" };
}
