import { and, desc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { cardColumns } from "#domain/listing/listing-queries.server.ts";
import { isPublic } from "#domain/listing/listing-state.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { db } from "#platform/database/database.server.ts";
import { isUuid } from "#values/uuid.ts";
import {
  findCarOf,
  isSellerSide,
  nameSide,
  selectSides,
  selectTheirInquiries,
} from "./inquiry-sides.server.ts";
import {
  inquiryMessageTable,
  inquiryReportTable,
  inquiryTable,
  memberBlockTable,
} from "./inquiry.table.ts";

const MOST_SHOWN = 200;
export const CONVERSATIONS_PER_PAGE = 25;

/**
 * One page of a person's conversations, the newest message first. `olderThan` is the id of the last
 * conversation of the previous page.
 */
export async function listConversations(userId: string, olderThan: string | null = null) {
  const newest = db()
    .selectDistinctOn([inquiryMessageTable.inquiryId], {
      inquiryId: inquiryMessageTable.inquiryId,
      text: inquiryMessageTable.text,
      byUserId: inquiryMessageTable.byUserId,
      at: inquiryMessageTable.at,
    })
    .from(inquiryMessageTable)
    .orderBy(inquiryMessageTable.inquiryId, desc(inquiryMessageTable.at))
    .as("newest");
  const rows = await db()
    .select({
      inquiryId: newest.inquiryId,
      text: newest.text,
      byUserId: newest.byUserId,
      at: newest.at,
    })
    .from(newest)
    .where(
      and(
        sql`${newest.inquiryId} in ${selectTheirInquiries(userId)}`,
        olderThan === null ? undefined : isOlderThan(olderThan, newest),
      ),
    )
    .orderBy(desc(newest.at), desc(newest.inquiryId))
    .limit(CONVERSATIONS_PER_PAGE + 1);
  const shown = rows.slice(0, CONVERSATIONS_PER_PAGE);
  const ids = shown.map(({ inquiryId }) => inquiryId);
  const [sides, listings] = await Promise.all([
    selectSides(db()).where(inArray(inquiryTable.id, ids)),
    listCards(ids),
  ]);
  const conversations = shown.flatMap(({ inquiryId, byUserId, ...row }) => {
    const found = sides.find(({ id }) => id === inquiryId);
    if (!found) return [];
    const isSeller = isSellerSide(found, userId);
    return [
      {
        ...row,
        id: inquiryId,
        car: findCarOf(found),
        /** Null for a deal without a listing. */
        listing: listings.get(inquiryId) ?? null,
        otherName: nameSide(found, !isSeller),
        /** Whether the other side wrote last. */
        waitsForMe: isSellerSide(found, byUserId) !== isSeller,
      },
    ];
  });
  return { conversations, hasOlder: rows.length > CONVERSATIONS_PER_PAGE };
}

/** The listings of conversations, by conversation id. */
async function listCards(ids: readonly string[]) {
  const rows = await db()
    .select({ inquiryId: inquiryTable.id, listing: cardColumns })
    .from(inquiryTable)
    .innerJoin(listingTable, eq(listingTable.id, inquiryTable.listingId))
    .where(inArray(inquiryTable.id, [...ids]));
  return new Map(rows.map(({ inquiryId, listing }) => [inquiryId, listing]));
}

/**
 * The page's address contains the conversation's id instead of a time, because a time would be
 * rounded.
 */
function isOlderThan(
  id: string,
  newest: { at: SQLWrapper; inquiryId: SQLWrapper },
): SQL | undefined {
  if (!isUuid(id)) return undefined;
  return sql`(${newest.at}, ${newest.inquiryId}) < (
    select max(shown.at), ${id}::uuid from ${inquiryMessageTable} shown where shown.inquiry_id = ${id}
  )`;
}

/** A conversation, for its two sides only; null for everybody else. */
export async function findConversation(user: { id: string }, inquiryId: string) {
  const found = await readConversation(user, inquiryId);
  if (!found) return null;
  // The id of the other person is removed: the page shows only their name.
  const { otherId: _otherId, ...conversation } = found;
  return conversation;
}

export async function readConversation(user: { id: string }, inquiryId: string) {
  if (!isUuid(inquiryId)) return null;
  const [found] = await selectSides(db()).where(
    and(
      eq(inquiryTable.id, inquiryId),
      sql`${inquiryTable.id} in ${selectTheirInquiries(user.id)}`,
    ),
  );
  if (!found) return null;
  const isSeller = isSellerSide(found, user.id);
  const otherName = nameSide(found, !isSeller);
  // A dealership as a whole cannot be blocked.
  const otherId = isSeller ? (found.asker?.id ?? null) : found.deal ? null : found.sellerId;
  const [messages, hasBlocked, isBlockedByOther, hasReported] = await Promise.all([
    listMessages(inquiryId),
    otherId !== null && isBlocked(otherId, user.id),
    otherId !== null && isBlocked(user.id, otherId),
    db().$count(
      inquiryReportTable,
      and(
        eq(inquiryReportTable.inquiryId, inquiryId),
        eq(inquiryReportTable.reportedByUserId, user.id),
        isNull(inquiryReportTable.settledAt),
      ),
    ),
  ]);
  return {
    id: found.id,
    kind: found.kind,
    car: findCarOf(found),
    listingId: found.listing?.id ?? null,
    dealReference: found.deal?.reference ?? null,
    otherId,
    otherName,
    /** Whether it is the dealership that writes, and not the person alone. */
    isForDealership: isSeller && (found.listing?.dealershipId ?? null) !== null,
    messages: messages.map(({ byUserId, byName, ...message }) => {
      const isMine = byUserId === user.id;
      // A message from a colleague is from our own side.
      const isOurs = isSellerSide(found, byUserId) === isSeller;
      return { ...message, isMine, byName: isOurs ? byName : otherName };
    }),
    hasPage: found.listing !== null && isPublic(found.listing),
    canBlock: otherId !== null,
    hasBlocked,
    isBlocked: hasBlocked || isBlockedByOther,
    hasReported: hasReported > 0,
  };
}

/** The newest messages, in ascending order of time. */
export async function listMessages(inquiryId: string) {
  const { id, byUserId, text, at } = inquiryMessageTable;
  const newestFirst = await db()
    .select({ id, byUserId, text, at, byName: userTable.name })
    .from(inquiryMessageTable)
    .innerJoin(userTable, eq(userTable.id, byUserId))
    .where(eq(inquiryMessageTable.inquiryId, inquiryId))
    .orderBy(desc(at), desc(id))
    .limit(MOST_SHOWN);
  return newestFirst.toReversed();
}

/** Whether a person may not write to another one, because that one has blocked them. */
export async function isBlocked(writerId: string, readerId: string): Promise<boolean> {
  const { blockerId, blockedId } = memberBlockTable;
  const count = await db().$count(
    memberBlockTable,
    and(eq(blockerId, readerId), eq(blockedId, writerId)),
  );
  return count > 0;
}

/** How many conversations wait for this person's answer. */
export async function countWaiting(userId: string): Promise<number> {
  const { rows } = await db().execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from (
      select distinct on (message.inquiry_id) message.by_user_id, inquiry.asker_id,
        coalesce(listing.seller_id, deal.seller_user_id) as seller_id
      from inquiry_message message
        join inquiry on inquiry.id = message.inquiry_id
        left join listing on listing.id = inquiry.listing_id
        left join deal on deal.id = inquiry.deal_id
      where inquiry.id in ${selectTheirInquiries(userId)}
      order by message.inquiry_id, message.at desc
    ) newest where case when asker_id is null
      then (by_user_id = seller_id) <> (seller_id = ${userId})
      else (by_user_id = asker_id) <> (asker_id = ${userId}) end`);
  return rows[0]?.waiting ?? 0;
}
