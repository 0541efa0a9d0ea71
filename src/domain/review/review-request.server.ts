import { and, eq, gt } from "drizzle-orm";
import { leadTable } from "#domain/lead/lead.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { paths } from "#site/paths.ts";
import type { Locale } from "#values/locale.ts";
import { isUuid } from "#values/uuid.ts";
import { REVIEW_LINK_DAYS } from "./review.ts";
import { reviewRequestTable, reviewTable } from "./review.table.ts";

const DAY_MS = 24 * 60 * 60_000;

/**
 * Asks whoever sent a lead for a review, once their car is delivered: one e-mail a person for good,
 * however many leads of theirs are closed.
 */
export async function askForReview(transaction: Transaction, leadId: string): Promise<void> {
  const [lead] = await transaction.select().from(leadTable).where(eq(leadTable.id, leadId));
  if (!lead?.email || lead.status !== "delivered") return;
  const { email, firstName, locale } = lead;
  const [request] = await transaction
    .insert(reviewRequestTable)
    .values({ leadId, emailMac: emailMac(email), askedAt: now() })
    .onConflictDoNothing()
    .returning({ id: reviewRequestTable.id });
  if (!request) return;
  await notify(transaction, {
    event: "review_request",
    key: `review_request:${request.id}`,
    to: email,
    locale,
    leadId,
    params: { firstName, path: paths.writeReview(createReviewKey(request.id)) },
  });
}

/** Who was asked before is known without their address being kept a second time. */
function emailMac(email: string): string {
  return mac().hmac("review asked of", email.trim().toLowerCase());
}

const LINK = "review link";

/** What the e-mail's link ends in: nobody can make one up, and none is stored. */
function createReviewKey(requestId: string): string {
  return `${requestId}.${mac().hmac(LINK, requestId)}`;
}

/** Who was asked, for the page of the link; null where the link is none of ours, or too old. */
export async function findReviewRequest(
  key: string,
): Promise<{ id: string; firstName: string; isAnswered: boolean } | null> {
  const request = await findRequest(key);
  return (
    request && {
      id: request.id,
      firstName: request.firstName,
      isAnswered: request.reviewId !== null,
    }
  );
}

async function findRequest(key: string) {
  const [id = "", digest = ""] = key.split(".");
  if (!isUuid(id) || !mac().hmacMatches(LINK, id, digest)) return null;
  const [found] = await db()
    .select({
      id: reviewRequestTable.id,
      firstName: leadTable.firstName,
      city: leadTable.city,
      provinceCode: leadTable.provinceCode,
      reviewId: reviewTable.id,
    })
    .from(reviewRequestTable)
    .innerJoin(leadTable, eq(leadTable.id, reviewRequestTable.leadId))
    .leftJoin(reviewTable, eq(reviewTable.requestId, reviewRequestTable.id))
    .where(
      and(
        eq(reviewRequestTable.id, id),
        gt(reviewRequestTable.askedAt, new Date(now().getTime() - REVIEW_LINK_DAYS * DAY_MS)),
      ),
    );
  return found ?? null;
}

type WrittenReview = { stars: number; text: string; author: string; locale: Locale };

/** Keeps what somebody wrote until staff have read it. The second one by the same link is not taken. */
export async function writeReview(
  key: string,
  review: WrittenReview,
): Promise<{ ok: true } | { ok: false; code: "no_such_link" | "already_written" }> {
  const request = await findRequest(key);
  if (!request) return { ok: false, code: "no_such_link" };
  const { id: requestId, city, provinceCode } = request;
  const place = [city, provinceCode].filter(Boolean).join(", ");
  const stored = await db()
    .insert(reviewTable)
    .values({ ...review, requestId, place, state: "waiting", writtenAt: now() })
    .onConflictDoNothing({ target: reviewTable.requestId })
    .returning({ id: reviewTable.id });
  return stored.length > 0 ? { ok: true } : { ok: false, code: "already_written" };
}
