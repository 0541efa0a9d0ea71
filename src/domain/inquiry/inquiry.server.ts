import { and, asc, desc, eq, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { cardColumns } from "#domain/listing/listing-queries.server.ts";
import { isPublic, isSold } from "#domain/listing/listing-state.ts";
import { formatListingTitle, isListingId } from "#domain/listing/listing.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { controlCharacters } from "#forms/questions/raw-fields.ts";
import { countCharacters, withoutInvisible } from "#forms/questions/text.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { holdsSin } from "#values/sin.ts";
import { isUuid } from "#values/uuid.ts";
import {
  INQUIRY_TEXT_MAX_LENGTH,
  type InquiryFieldError,
  type InquiryRefusal,
  isInquiryKind,
} from "./inquiry.ts";
import {
  inquiryMessageTable,
  inquiryReportTable,
  inquiryTable,
  memberBlockTable,
} from "./inquiry.table.ts";

/** Each one writes to somebody: far above what a buyer does in an hour. */
const WRITTEN_BY_MEMBER: RateLimit = {
  name: "inquiries by member",
  most: 30,
  windowMs: 3_600_000,
};

type InquiryResult =
  | { ok: true; inquiryId: string }
  | { ok: false; code: InquiryRefusal }
  | { ok: false; code: "put_right"; fieldErrors: InquiryFieldError[] }
  | { ok: false; code: "too_many"; retryAfterSeconds: number };

const asker = alias(userTable, "asker");
const seller = alias(userTable, "seller");

/** Asks the seller of a car; a second question of the same person goes on with the first. */
export async function askSeller(
  by: SignedInUser,
  asked: { listingId: string; kind: string; text: string },
): Promise<InquiryResult> {
  const refusal = await findAskRefusal(by, asked.listingId);
  if (refusal) return { ok: false, code: refusal };
  const { kind } = asked;
  const read = readText(asked.text);
  const fieldErrors: InquiryFieldError[] = [
    ...(isInquiryKind(kind) ? [] : [{ field: "kind", code: "kind_missing" } as const]),
    ...read.fieldErrors,
  ];
  if (!isInquiryKind(kind) || fieldErrors.length > 0)
    return { ok: false, code: "put_right", fieldErrors };
  const limit = await countAgainst(WRITTEN_BY_MEMBER, by.id);
  if (!limit.ok) return { ...limit, code: "too_many" };
  return db().transaction(async (transaction): Promise<InquiryResult> => {
    const { listingId } = asked;
    const [inquiry] = await transaction
      .insert(inquiryTable)
      .values({ listingId, askerId: by.id, kind })
      .onConflictDoUpdate({
        target: [inquiryTable.listingId, inquiryTable.askerId],
        set: { kind },
      })
      .returning({ id: inquiryTable.id });
    if (!inquiry) throw new Error("An inquiry was not stored.");
    return write(transaction, { by, inquiryId: inquiry.id, text: read.text });
  });
}

/** Why this person cannot ask about a car, or null where they can. */
export async function findAskRefusal(
  by: SignedInUser,
  listingId: string,
): Promise<InquiryRefusal | null> {
  if (!isListingId(listingId)) return "no_such_listing";
  const { state, sellerId } = listingTable;
  const [listing] = await db()
    .select({ state, sellerId })
    .from(listingTable)
    .where(eq(listingTable.id, listingId));
  if (!listing || !isPublic(listing)) return "no_such_listing";
  if (isSold(listing)) return "sold";
  if (listing.sellerId === by.id) return "own_listing";
  if (!may(by, "bid")) return "not_permitted";
  return (await isBlocked(by.id, listing.sellerId)) ? "blocked" : null;
}

/** Goes on with a conversation, as either of its two people. */
export async function writeInquiry(
  by: SignedInUser,
  written: { inquiryId: string; text: string },
): Promise<InquiryResult> {
  const found = await findConversation(by, written.inquiryId);
  if (!found) return { ok: false, code: "not_found" };
  const { text, fieldErrors } = readText(written.text);
  if (fieldErrors.length > 0) return { ok: false, code: "put_right", fieldErrors };
  if (found.isBlocked) return { ok: false, code: "blocked" };
  const limit = await countAgainst(WRITTEN_BY_MEMBER, by.id);
  if (!limit.ok) return { ...limit, code: "too_many" };
  return db().transaction((transaction) =>
    write(transaction, { by, inquiryId: written.inquiryId, text }),
  );
}

function readText(typed: string): { text: string; fieldErrors: InquiryFieldError[] } {
  const text = withoutInvisible(typed).replace(/\r\n?/gu, "\n").trim();
  const refuse = (code: Extract<InquiryFieldError, { field: "text" }>["code"]) => ({
    text,
    fieldErrors: [{ field: "text", code } as const],
  });
  if (text === "") return refuse("text_missing");
  if (countCharacters(text) > INQUIRY_TEXT_MAX_LENGTH) return refuse("text_too_long");
  if (controlCharacters.test(text)) return refuse("text_unreadable");
  return holdsSin(text) ? refuse("holds_sin") : { text, fieldErrors: [] };
}

/** Stores what was written and tells the other one by e-mail, in which nobody's address stands. */
async function write(
  transaction: Transaction,
  { by, inquiryId, text }: { by: SignedInUser; inquiryId: string; text: string },
): Promise<InquiryResult> {
  const [message] = await transaction
    .insert(inquiryMessageTable)
    .values({ inquiryId, byUserId: by.id, text, at: now() })
    .returning({ id: inquiryMessageTable.id });
  const [found] = await transaction
    .select({ inquiry: inquiryTable, listing: listingTable, asker, seller })
    .from(inquiryTable)
    .innerJoin(listingTable, eq(listingTable.id, inquiryTable.listingId))
    .innerJoin(asker, eq(asker.id, inquiryTable.askerId))
    .innerJoin(seller, eq(seller.id, listingTable.sellerId))
    .where(eq(inquiryTable.id, inquiryId));
  if (!found || !message) throw new Error("An inquiry to write in is not there.");
  const isAsker = by.id === found.asker.id;
  const reader = isAsker ? found.seller : found.asker;
  await notify(transaction, {
    event: isAsker ? "inquiry_received" : "inquiry_answered",
    key: `inquiry_message:${message.id}`,
    to: reader.email,
    locale: reader.locale,
    userId: reader.id,
    params: {
      name: reader.name,
      from: isAsker ? found.asker.name : found.seller.name,
      car: formatListingTitle(found.listing),
      isTestDrive: found.inquiry.kind === "test_drive",
      text,
      inquiryId,
    },
  });
  return { ok: true, inquiryId };
}

const MOST_SHOWN = 200;

const isTheirs = (userId: string) =>
  or(eq(inquiryTable.askerId, userId), eq(listingTable.sellerId, userId));

/** A person's conversations, the newest message first. */
export async function listConversations(userId: string) {
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
    .where(isTheirs(userId))
    .orderBy(desc(newest.at))
    .limit(MOST_SHOWN);
  return rows.map(({ askerId, askerName, sellerName, byUserId, ...row }) => ({
    ...row,
    otherName: askerId === userId ? sellerName : askerName,
    /** The other one wrote last. */
    waitsForMe: byUserId !== userId,
  }));
}

/** One conversation, for its two people; null for everybody else. */
export async function findConversation(user: { id: string }, inquiryId: string) {
  const found = await readConversation(user, inquiryId);
  if (!found) return null;
  // Who the other one is stays here: the page knows them by name alone.
  const { otherId: _otherId, ...conversation } = found;
  return conversation;
}

async function readConversation(user: { id: string }, inquiryId: string) {
  if (!isUuid(inquiryId)) return null;
  const [found] = await db()
    .select({
      id: inquiryTable.id,
      kind: inquiryTable.kind,
      askerId: inquiryTable.askerId,
      sellerId: listingTable.sellerId,
      askerName: asker.name,
      sellerName: seller.name,
      listing: cardColumns,
    })
    .from(inquiryTable)
    .innerJoin(listingTable, eq(listingTable.id, inquiryTable.listingId))
    .innerJoin(asker, eq(asker.id, inquiryTable.askerId))
    .innerJoin(seller, eq(seller.id, listingTable.sellerId))
    .where(and(eq(inquiryTable.id, inquiryId), isTheirs(user.id)));
  if (!found) return null;
  const { askerId, sellerId, askerName, sellerName, ...conversation } = found;
  const isAsker = askerId === user.id;
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
    otherName: isAsker ? sellerName : askerName,
    messages: messages.map(({ byUserId, ...message }) => ({
      ...message,
      isMine: byUserId === user.id,
    })),
    hasPage: isPublic(conversation.listing),
    hasBlocked,
    isBlocked: hasBlocked || isBlockedByOther,
    hasReported: hasReported > 0,
  };
}

async function listMessages(inquiryId: string) {
  const { id, byUserId, text, at } = inquiryMessageTable;
  return db()
    .select({ id, byUserId, text, at, byName: userTable.name })
    .from(inquiryMessageTable)
    .innerJoin(userTable, eq(userTable.id, byUserId))
    .where(eq(inquiryMessageTable.inquiryId, inquiryId))
    .orderBy(asc(at), asc(id))
    .limit(MOST_SHOWN);
}

/** Whether a person may not write to another one, who blocked them. */
async function isBlocked(writerId: string, readerId: string): Promise<boolean> {
  const { blockerId, blockedId } = memberBlockTable;
  const count = await db().$count(
    memberBlockTable,
    and(eq(blockerId, readerId), eq(blockedId, writerId)),
  );
  return count > 0;
}

/** Hears nothing more from the other one of a conversation, or again. False where it is not theirs. */
export async function setBlocked(
  by: SignedInUser,
  inquiryId: string,
  shallBeBlocked: boolean,
): Promise<boolean> {
  const found = await readConversation(by, inquiryId);
  if (!found) return false;
  const pair = { blockerId: by.id, blockedId: found.otherId };
  if (shallBeBlocked) {
    await db()
      .insert(memberBlockTable)
      .values({ ...pair, at: now() })
      .onConflictDoNothing();
  } else {
    await db()
      .delete(memberBlockTable)
      .where(
        and(
          eq(memberBlockTable.blockerId, pair.blockerId),
          eq(memberBlockTable.blockedId, pair.blockedId),
        ),
      );
  }
  return true;
}

/** Shows a conversation to staff, who see nothing of it before. */
export async function reportInquiry(by: SignedInUser, inquiryId: string): Promise<boolean> {
  if (!(await findConversation(by, inquiryId))) return false;
  await db()
    .insert(inquiryReportTable)
    .values({ inquiryId, reportedByUserId: by.id, reportedAt: now() })
    .onConflictDoNothing();
  return true;
}

export type ReportedInquiry = Awaited<ReturnType<typeof listReportedInquiries>>[number];

/** Reports that wait for staff, the oldest first, with what was written. */
export async function listReportedInquiries() {
  const reporter = alias(userTable, "reporter");
  const rows = await db()
    .select({
      id: inquiryReportTable.id,
      inquiryId: inquiryTable.id,
      reportedAt: inquiryReportTable.reportedAt,
      reporterName: reporter.name,
      listing: cardColumns,
    })
    .from(inquiryReportTable)
    .innerJoin(inquiryTable, eq(inquiryTable.id, inquiryReportTable.inquiryId))
    .innerJoin(listingTable, eq(listingTable.id, inquiryTable.listingId))
    .innerJoin(reporter, eq(reporter.id, inquiryReportTable.reportedByUserId))
    .where(isNull(inquiryReportTable.settledAt))
    .orderBy(asc(inquiryReportTable.reportedAt))
    .limit(100);
  return Promise.all(
    rows.map(async ({ inquiryId, ...row }) => ({
      ...row,
      messages: await listMessages(inquiryId),
    })),
  );
}

/** Dealt with; the second press finds it settled. */
export async function settleInquiryReport(reportId: string, byUserId: string): Promise<boolean> {
  if (!isUuid(reportId)) return false;
  const settled = await db()
    .update(inquiryReportTable)
    .set({ settledAt: now(), settledByUserId: byUserId })
    .where(and(eq(inquiryReportTable.id, reportId), isNull(inquiryReportTable.settledAt)))
    .returning({ id: inquiryReportTable.id });
  return settled.length > 0;
}

/** How many conversations wait for a word of theirs. */
export async function countWaiting(userId: string): Promise<number> {
  const { rows } = await db().execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from (
      select distinct on (message.inquiry_id) message.by_user_id
      from inquiry_message message
        join inquiry on inquiry.id = message.inquiry_id
        join listing on listing.id = inquiry.listing_id
      where inquiry.asker_id = ${userId} or listing.seller_id = ${userId}
      order by message.inquiry_id, message.at desc
    ) newest where newest.by_user_id <> ${userId}`);
  return rows[0]?.waiting ?? 0;
}
