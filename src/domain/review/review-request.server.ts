import { and, eq, gt, inArray, isNotNull, lte, ne, notExists, or, sql } from "drizzle-orm";
import { recordAudit } from "#domain/audit/record-audit.server.ts";
import { bidTable } from "#domain/bid/bid.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { findNameToGreet } from "#domain/identity/user.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { SALE_UNDO_HOURS } from "#domain/listing/listing-state.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { paths } from "#site/paths.ts";
import type { Locale } from "#values/locale.ts";
import { isUuid } from "#values/uuid.ts";
import { REVIEW_LINK_DAYS, type ReviewState } from "./review.ts";
import { reviewRequestTable, reviewTable } from "./review.table.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Asks the sender of a lead for a review once their car is delivered: one e-mail per person, ever,
 * however many of their leads are closed.
 */
export async function askForReview(transaction: Transaction, leadId: string): Promise<void> {
  const [lead] = await transaction.select().from(leadTable).where(eq(leadTable.id, leadId));
  if (!lead?.email || lead.status !== "delivered") return;
  const { email, locale } = lead;
  const firstName = await findNameToGreet(email, lead.firstName, transaction);
  await ask(transaction, { leadId }, { email, firstName, locale });
}

/** Older sales are skipped: nobody is asked weeks later because a job did not run. */
const LATEST_HOURS = 7 * 24;

/**
 * Asks both sides of a sale to a bidder, once the sale can no longer be taken back. A dealership is
 * not our customer, and demo accounts get no e-mail.
 */
export async function askAfterSales(): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now().getTime() - hours * HOUR_MS);
  const requested = db()
    .select({ id: reviewRequestTable.id })
    .from(reviewRequestTable)
    .where(
      and(
        eq(reviewRequestTable.listingId, listingTable.id),
        eq(reviewRequestTable.userId, userTable.id),
      ),
    );
  const people = await db()
    .select({
      listingId: listingTable.id,
      userId: userTable.id,
      email: userTable.email,
      name: userTable.name,
      locale: userTable.locale,
    })
    .from(bidTable)
    .innerJoin(listingTable, eq(listingTable.id, bidTable.listingId))
    .innerJoin(
      userTable,
      or(eq(userTable.id, bidTable.bidderId), eq(userTable.id, listingTable.sellerId)),
    )
    .where(
      and(
        eq(bidTable.state, "accepted"),
        eq(listingTable.state, "sold"),
        lte(listingTable.soldAt, hoursAgo(SALE_UNDO_HOURS)),
        gt(listingTable.soldAt, hoursAgo(LATEST_HOURS)),
        inArray(userTable.role, ["buyer", "seller"]),
        eq(userTable.isDemo, false),
        notExists(requested),
      ),
    );
  for (const { listingId, userId, email, name, locale } of people) {
    const [firstName = ""] = name.split(" ");
    await db().transaction((transaction) =>
      ask(transaction, { listingId, userId }, { email, firstName, locale }),
    );
  }
}

type Deal = { leadId: string } | { listingId: string; userId: string };

/** A person who was asked before, about any deal, is not asked again. */
async function ask(
  transaction: Transaction,
  deal: Deal,
  person: { email: string; firstName: string; locale: Locale },
): Promise<void> {
  const { email, firstName, locale } = person;
  const [request] = await transaction
    .insert(reviewRequestTable)
    .values({ ...deal, emailMac: emailMac(email), askedAt: now() })
    .onConflictDoNothing()
    .returning({ id: reviewRequestTable.id });
  if (!request) return;
  await notify(transaction, {
    event: "review_request",
    key: `review_request:${request.id}`,
    to: email,
    locale,
    ...("leadId" in deal ? { leadId: deal.leadId } : { userId: deal.userId }),
    params: { firstName, path: paths.writeReview(createReviewKey(request.id)) },
  });
}

/** Identifies who was asked before without storing their address a second time. */
function emailMac(email: string): string {
  return mac().hmac("review asked of", email.trim().toLowerCase());
}

const LINK = "review link";

/** The key at the end of the e-mail's link: nobody can forge one, and none is stored. */
function createReviewKey(requestId: string): string {
  return `${requestId}.${mac().hmac(LINK, requestId)}`;
}

type WrittenBefore = Pick<typeof reviewTable.$inferSelect, "stars" | "text" | "locale" | "state">;

/**
 * The person who was asked, for the page of the link, with what they wrote; null if the key is not
 * valid, or if the link is too old to write a review. An author finds their review as long as it is
 * linked to them.
 */
export async function findReviewRequest(
  key: string,
): Promise<{ id: string; firstName: string; review: WrittenBefore | null } | null> {
  const request = await findRequest(key);
  if (!request) return null;
  const { id, firstName, review } = request;
  return { id, firstName, review };
}

/** The page on which an account's own review can be withdrawn; null if they wrote none. */
export async function findOwnReview(
  email: string,
): Promise<{ path: string; state: ReviewState } | null> {
  const [found] = await db()
    .select({ requestId: reviewRequestTable.id, state: reviewTable.state })
    .from(reviewRequestTable)
    .innerJoin(reviewTable, eq(reviewTable.requestId, reviewRequestTable.id))
    .where(eq(reviewRequestTable.emailMac, emailMac(email)));
  if (!found) return null;
  return { path: paths.writeReview(createReviewKey(found.requestId)), state: found.state };
}

/** Withdraws a review when its author asks for it, permanently. Doing so again changes nothing. */
export async function withdrawReview(key: string): Promise<boolean> {
  const request = await findRequest(key);
  if (!request?.review) return false;
  const { id: requestId } = request;
  return db().transaction(async (transaction) => {
    const [withdrawn] = await transaction
      .update(reviewTable)
      .set({ state: "withdrawn", publishedAt: null })
      .where(and(eq(reviewTable.requestId, requestId), ne(reviewTable.state, "withdrawn")))
      .returning({ id: reviewTable.id });
    if (withdrawn) {
      const on = { kind: "review", id: withdrawn.id } as const;
      await recordAudit(transaction, { action: "review_withdrawn", on });
    }
    return true;
  });
}

async function findRequest(key: string) {
  const [id = "", digest = ""] = key.split(".");
  if (!isUuid(id) || !mac().hmacMatches(LINK, id, digest)) return null;
  const [found] = await db()
    .select({
      id: reviewRequestTable.id,
      firstName: sql<string>`coalesce(${leadTable.firstName}, split_part(${userTable.name}, ' ', 1), '')`,
      city: sql<string | null>`coalesce(${leadTable.city}, ${listingTable.city})`,
      provinceCode: sql<
        string | null
      >`coalesce(${leadTable.provinceCode}, ${listingTable.provinceCode})`,
      review: {
        stars: reviewTable.stars,
        text: reviewTable.text,
        locale: reviewTable.locale,
        state: reviewTable.state,
      },
    })
    .from(reviewRequestTable)
    .leftJoin(leadTable, eq(leadTable.id, reviewRequestTable.leadId))
    .leftJoin(listingTable, eq(listingTable.id, reviewRequestTable.listingId))
    .leftJoin(userTable, eq(userTable.id, reviewRequestTable.userId))
    .leftJoin(reviewTable, eq(reviewTable.requestId, reviewRequestTable.id))
    .where(
      and(
        eq(reviewRequestTable.id, id),
        or(
          gt(reviewRequestTable.askedAt, new Date(now().getTime() - REVIEW_LINK_DAYS * DAY_MS)),
          isNotNull(reviewTable.id),
        ),
      ),
    );
  return found ?? null;
}

type WrittenReview = { stars: number; text: string; author: string; locale: Locale };

/**
 * Stores a review, which waits until staff have read it. A second one by the same link is refused.
 */
export async function writeReview(
  key: string,
  review: WrittenReview,
): Promise<{ ok: true } | { ok: false; code: "no_such_link" | "already_written" }> {
  const request = await findRequest(key);
  if (!request) return { ok: false, code: "no_such_link" };
  const { id: requestId, city, provinceCode } = request;
  const location = [city, provinceCode].filter(Boolean).join(", ");
  const stored = await db()
    .insert(reviewTable)
    .values({ ...review, requestId, place: location, state: "waiting", writtenAt: now() })
    .onConflictDoNothing({ target: reviewTable.requestId })
    .returning({ id: reviewTable.id });
  return stored.length > 0 ? { ok: true } : { ok: false, code: "already_written" };
}
