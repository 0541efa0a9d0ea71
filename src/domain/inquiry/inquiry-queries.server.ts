import { and, desc, eq, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { cardColumns } from "#domain/listing/listing-queries.server.ts";
import { isPublic } from "#domain/listing/listing-state.ts";
import { shortenPersonName } from "#domain/listing/listing.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { db } from "#platform/database/database.server.ts";
import { prepareStatement } from "#platform/database/prepared-query.server.ts";
import { isUuid } from "#values/uuid.ts";
import {
  inquiryMessageTable,
  inquiryReportTable,
  inquiryTable,
  memberBlockTable,
} from "./inquiry.table.ts";

export const asker = alias(userTable, "asker");
export const seller = alias(userTable, "seller");

/** Who sells, as buyers know them: a dealership by its own name, and not by its member's. */
export function nameSeller(dealershipName: string | null, sellerName: string): string {
  return dealershipName ?? shortenPersonName(sellerName);
}

const MOST_SHOWN = 200;
export const CONVERSATIONS_PER_PAGE = 25;

const isTheirs = (userId: string) =>
  or(eq(inquiryTable.askerId, userId), eq(listingTable.sellerId, userId));

/**
 * One page of a person's conversations, the newest message first. `olderThan` is the id of the last
 * conversation of the page before.
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
      id: inquiryTable.id,
      askerId: inquiryTable.askerId,
      askerName: asker.name,
      sellerName: seller.name,
      dealershipName: dealershipTable.name,
      listing: cardColumns,
      text: newest.text,
      byUserId: newest.byUserId,
      at: newest.at,
    })
    .from(inquiryTable)
    .innerJoin(newest, eq(newest.inquiryId, inquiryTable.id))
    .innerJoin(listingTable, eq(listingTable.id, inquiryTable.listingId))
    .innerJoin(asker, eq(asker.id, inquiryTable.askerId))
    .innerJoin(seller, eq(seller.id, listingTable.sellerId))
    .leftJoin(dealershipTable, eq(dealershipTable.id, listingTable.dealershipId))
    .where(and(isTheirs(userId), olderThan === null ? undefined : isOlderThan(olderThan, newest)))
    .orderBy(desc(newest.at), desc(inquiryTable.id))
    .limit(CONVERSATIONS_PER_PAGE + 1);
  const conversations = rows
    .slice(0, CONVERSATIONS_PER_PAGE)
    .map(({ askerId, askerName, sellerName, dealershipName, byUserId, ...row }) => ({
      ...row,
      otherName:
        askerId === userId ? nameSeller(dealershipName, sellerName) : shortenPersonName(askerName),
      /** The other one wrote last. */
      waitsForMe: byUserId !== userId,
    }));
  return { conversations, hasOlder: rows.length > CONVERSATIONS_PER_PAGE };
}

/** The conversation is named by its id, so the page's address carries no instant to be rounded. */
function isOlderThan(id: string, newest: { at: SQLWrapper }): SQL | undefined {
  if (!isUuid(id)) return undefined;
  return sql`(${newest.at}, ${inquiryTable.id}) < (
    select max(shown.at), ${id}::uuid from ${inquiryMessageTable} shown where shown.inquiry_id = ${id}
  )`;
}

/** One conversation, for its two people; null for everybody else. */
export async function findConversation(user: { id: string }, inquiryId: string) {
  const found = await readConversation(user, inquiryId);
  if (!found) return null;
  // Who the other one is stays here: the page knows them by name alone.
  const { otherId: _otherId, ...conversation } = found;
  return conversation;
}

export async function readConversation(user: { id: string }, inquiryId: string) {
  if (!isUuid(inquiryId)) return null;
  const [found] = await db()
    .select({
      id: inquiryTable.id,
      kind: inquiryTable.kind,
      askerId: inquiryTable.askerId,
      sellerId: listingTable.sellerId,
      askerName: asker.name,
      sellerName: seller.name,
      dealershipName: dealershipTable.name,
      listing: cardColumns,
    })
    .from(inquiryTable)
    .innerJoin(listingTable, eq(listingTable.id, inquiryTable.listingId))
    .innerJoin(asker, eq(asker.id, inquiryTable.askerId))
    .innerJoin(seller, eq(seller.id, listingTable.sellerId))
    .leftJoin(dealershipTable, eq(dealershipTable.id, listingTable.dealershipId))
    .where(and(eq(inquiryTable.id, inquiryId), isTheirs(user.id)));
  if (!found) return null;
  const { askerId, sellerId, askerName, sellerName, dealershipName, ...conversation } = found;
  const isAsker = askerId === user.id;
  const otherName = isAsker ? nameSeller(dealershipName, sellerName) : shortenPersonName(askerName);
  const otherId = isAsker ? sellerId : askerId;
  const [messages, hasBlocked, isBlockedByOther, hasReported] = await Promise.all([
    listMessages(inquiryId),
    isBlocked(otherId, user.id),
    isBlocked(user.id, otherId),
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
    ...conversation,
    otherId,
    otherName,
    messages: messages.map(({ byUserId, byName, ...message }) => {
      const isMine = byUserId === user.id;
      return { ...message, isMine, byName: isMine ? byName : otherName };
    }),
    hasPage: isPublic(conversation.listing),
    hasBlocked,
    isBlocked: hasBlocked || isBlockedByOther,
    hasReported: hasReported > 0,
  };
}

/** The newest, in the order they were written. */
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

/** Whether a person may not write to another one, who blocked them. */
export async function isBlocked(writerId: string, readerId: string): Promise<boolean> {
  const { blockerId, blockedId } = memberBlockTable;
  const count = await db().$count(
    memberBlockTable,
    and(eq(blockerId, readerId), eq(blockedId, writerId)),
  );
  return count > 0;
}

/** How many conversations wait for a word of theirs. */
export async function countWaiting(userId: string): Promise<number> {
  const [row] = await countStatement({ userId });
  return row?.waiting ?? 0;
}

const countStatement = prepareStatement<{ waiting: number }, "userId">(
  "waiting_inquiries",
  ["userId"],
  ({ userId }) => sql`
    select count(*)::int as waiting from (
      select distinct on (message.inquiry_id) message.by_user_id
      from inquiry_message message
        join inquiry on inquiry.id = message.inquiry_id
        join listing on listing.id = inquiry.listing_id
      where inquiry.asker_id = ${userId} or listing.seller_id = ${userId}
      order by message.inquiry_id, message.at desc
    ) newest where newest.by_user_id <> ${userId}`,
);
