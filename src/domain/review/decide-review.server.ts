import { asc, desc, eq, ne } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import {
  digestText,
  type Owner,
  recordStaffChange,
} from "#domain/staff-change/record-staff-change.server.ts";
import type { StaffMember } from "#domain/staff-change/staff-change.ts";
import { m } from "#messages/messages.js";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { isUuid } from "#values/uuid.ts";
import type { DeclineReason } from "./review.ts";
import { reviewRequestTable, reviewTable } from "./review.table.ts";

const MOST_SHOWN = 100;

/** A review as staff read it. */
export type StaffReview = Awaited<ReturnType<typeof listReviewsForStaff>>[number];

/** Waiting reviews: the oldest first; all others: the newest first. */
export async function listReviewsForStaff(which: "waiting" | "decided") {
  const { id, author, place, locale, stars, text, isDemo, state, declinedFor, reply, writtenAt } =
    reviewTable;
  return db()
    .select({
      id,
      author,
      place,
      locale,
      stars,
      text,
      isDemo,
      state,
      declinedFor,
      reply,
      writtenAt,
    })
    .from(reviewTable)
    .where((which === "waiting" ? eq : ne)(reviewTable.state, "waiting"))
    .orderBy(which === "waiting" ? asc(reviewTable.writtenAt) : desc(reviewTable.writtenAt))
    .limit(MOST_SHOWN);
}

type Decision = { reviewId: string; by: StaffMember } & (
  | { state: "published" }
  /** Declined by the public rule, for one of its reasons. */
  | { state: "declined"; declinedFor: DeclineReason }
);

/**
 * Publishes or declines a review. This can be changed later in both directions; the text never
 * changes. A review that its author withdrew stays withdrawn.
 */
export async function decideReview({ reviewId, by, ...decision }: Decision): Promise<boolean> {
  const { state } = decision;
  const declinedFor = decision.state === "declined" ? decision.declinedFor : null;
  return db().transaction(async (transaction) => {
    const found = await lockReview(transaction, reviewId);
    if (!found || found.review.state === "withdrawn") return false;
    const { review, owners } = found;
    await transaction
      .update(reviewTable)
      .set({
        state,
        declinedFor,
        publishedAt: state === "published" ? now() : null,
        decidedAt: now(),
        decidedByUserId: by.id,
      })
      .where(eq(reviewTable.id, reviewId));
    await recordStaffChange(transaction, {
      kind: "review_decided",
      by,
      thingId: reviewId,
      before: { reviewState: review.state, declinedFor: review.declinedFor },
      after: { reviewState: state, declinedFor },
      owners,
    });
    return true;
  });
}

/** The business's reply to a published review, given once. */
export async function replyToReview(input: {
  reviewId: string;
  by: StaffMember;
  reply: string;
}): Promise<{ ok: true } | { ok: false; code: "not_open" }> {
  const { reply, reviewId, by } = input;
  return db().transaction(async (transaction) => {
    const found = await lockReview(transaction, reviewId);
    if (found?.review.state !== "published" || found.review.reply !== null)
      return { ok: false, code: "not_open" };
    await transaction
      .update(reviewTable)
      .set({ reply, repliedAt: now(), repliedByUserId: by.id })
      .where(eq(reviewTable.id, reviewId));
    await recordStaffChange(transaction, {
      kind: "review_replied",
      by,
      thingId: reviewId,
      before: { reply: null },
      after: { reply: digestText(reply) },
      owners: found.owners,
    });
    return { ok: true };
  });
}

/** Locks a review, with its author if known: it outlives the lead and the account. */
async function lockReview(transaction: Transaction, reviewId: string) {
  if (!isUuid(reviewId)) return null;
  const [review] = await transaction
    .select()
    .from(reviewTable)
    .where(eq(reviewTable.id, reviewId))
    .for("update");
  if (!review) return null;
  const [writer] = review.requestId
    ? await transaction
        .select({ lead: leadTable, user: userTable })
        .from(reviewRequestTable)
        .leftJoin(leadTable, eq(leadTable.id, reviewRequestTable.leadId))
        .leftJoin(userTable, eq(userTable.id, reviewRequestTable.userId))
        .where(eq(reviewRequestTable.id, review.requestId))
    : [];
  const { lead = null, user = null } = writer ?? {};
  const locale = user?.locale ?? lead?.locale ?? review.locale;
  const owner: Owner = {
    userId: user?.id ?? null,
    email: user?.email ?? lead?.email ?? null,
    name: user?.name ?? null,
    locale,
    thingName: m.home_review_stars({ stars: review.stars }, { locale }),
    ...(lead && { leadId: lead.id }),
  };
  return { review, owners: writer ? [owner] : [] };
}
