import { and, eq } from "drizzle-orm";
import type { Deal } from "#domain/deal/deal.table.ts";
import { listDealershipPeople } from "#domain/dealership/dealership-readers.server.ts";
import type { userTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { isPublic, isSold } from "#domain/listing/listing-state.ts";
import { isListingId } from "#domain/listing/listing.ts";
import { isSellerOf } from "#domain/listing/seller-side.ts";
import { formatCarName } from "#values/car-name.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { type NewMessage, notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { isLocale } from "#values/locale.ts";
import type { InquiryKind, InquiryRefusal } from "./inquiry.ts";
import { findConversation, isBlocked, readConversation } from "./inquiry-queries.server.ts";
import {
  findCarOf,
  isSellerSide,
  nameSide,
  selectSides,
  type Sides,
} from "./inquiry-sides.server.ts";
import { inquiryMessageTable, inquiryTable, memberBlockTable } from "./inquiry.table.ts";

/** Each message notifies somebody: the limit is far above what a buyer writes in an hour. */
const WRITTEN_BY_MEMBER: RateLimit = {
  name: "inquiries by member",
  most: 30,
  windowMs: 3_600_000,
};

type InquiryResult =
  | { ok: true; inquiryId: string }
  | { ok: false; code: InquiryRefusal }
  | { ok: false; code: "too_many"; retryAfterSeconds: number };

/**
 * Asks the seller of a car; a second question of the same person continues the same conversation.
 */
export async function askSeller(
  by: SignedInUser,
  requested: { listingId: string; kind: InquiryKind; text: string },
): Promise<InquiryResult> {
  const refusal = await findAskRefusal(by, requested.listingId);
  if (refusal) return { ok: false, code: refusal };
  const limit = await countAgainst(WRITTEN_BY_MEMBER, by.id);
  if (!limit.ok) return { ...limit, code: "too_many" };
  return db().transaction(async (transaction): Promise<InquiryResult> => {
    const { listingId, kind, text } = requested;
    const [inquiry] = await transaction
      .insert(inquiryTable)
      .values({ listingId, askerId: by.id, kind })
      .onConflictDoUpdate({
        target: [inquiryTable.listingId, inquiryTable.askerId],
        set: { kind },
      })
      .returning({ id: inquiryTable.id });
    if (!inquiry) throw new Error("An inquiry was not stored.");
    return write(transaction, { by, inquiryId: inquiry.id, text });
  });
}

/**
 * Writes to the other side of a deal, in the conversation that they already have about the car, if
 * there is one. The caller must have checked that the person belongs to a side of the deal.
 */
export async function writeAboutDeal(
  by: SignedInUser,
  deal: Deal,
  text: string,
): Promise<InquiryResult> {
  const inquiryId = (await findDealInquiry(deal)) ?? (await startDealInquiry(deal));
  return writeInquiry(by, { inquiryId, text });
}

/** The conversation of a deal's two sides; null if nobody has written yet. */
export async function findDealInquiry(deal: Deal): Promise<string | null> {
  const [found] = await db().select({ id: inquiryTable.id }).from(inquiryTable).where(isOf(deal));
  return found?.id ?? null;
}

function isOf({ id, listingId, buyerUserId }: Deal) {
  if (listingId === null || buyerUserId === null) return eq(inquiryTable.dealId, id);
  return and(eq(inquiryTable.listingId, listingId), eq(inquiryTable.askerId, buyerUserId));
}

async function startDealInquiry(deal: Deal): Promise<string> {
  const { listingId, buyerUserId: askerId } = deal;
  const about =
    listingId !== null && askerId !== null ? { listingId, askerId } : { dealId: deal.id };
  await db()
    .insert(inquiryTable)
    .values({ ...about, kind: "deal" })
    .onConflictDoNothing();
  const inquiryId = await findDealInquiry(deal);
  if (inquiryId === null) throw new Error("A conversation about a deal was not stored.");
  return inquiryId;
}

/** Why this person cannot ask about a car; null if they can. */
export async function findAskRefusal(
  by: SignedInUser,
  listingId: string,
): Promise<InquiryRefusal | null> {
  if (!isListingId(listingId)) return "no_such_listing";
  const { state, sellerId, dealershipId } = listingTable;
  const [listing] = await db()
    .select({ state, sellerId, dealershipId })
    .from(listingTable)
    .where(eq(listingTable.id, listingId));
  if (!listing || !isPublic(listing)) return "no_such_listing";
  if (isSold(listing)) return "sold";
  if (isSellerOf(by, listing)) return "own_listing";
  if (!may(by, "bid")) return "not_permitted";
  return (await isBlocked(by.id, listing.sellerId)) ? "blocked" : null;
}

/** Continues a conversation, as either side. */
export async function writeInquiry(
  by: SignedInUser,
  written: { inquiryId: string; text: string },
): Promise<InquiryResult> {
  const found = await findConversation(by, written.inquiryId);
  if (!found) return { ok: false, code: "not_found" };
  if (found.isBlocked) return { ok: false, code: "blocked" };
  if (found.isForDealership && !may(by, "answerBids")) return { ok: false, code: "not_permitted" };
  const limit = await countAgainst(WRITTEN_BY_MEMBER, by.id);
  if (!limit.ok) return { ...limit, code: "too_many" };
  return db().transaction((transaction) => write(transaction, { by, ...written }));
}

/** Stores a message and notifies the other side by e-mail, which contains nobody's address. */
async function write(
  transaction: Transaction,
  { by, inquiryId, text }: { by: SignedInUser; inquiryId: string; text: string },
): Promise<InquiryResult> {
  const [message] = await transaction
    .insert(inquiryMessageTable)
    .values({ inquiryId, byUserId: by.id, text, at: now() })
    .returning({ id: inquiryMessageTable.id });
  const [found] = await selectSides(transaction).where(eq(inquiryTable.id, inquiryId));
  if (!found || !message) throw new Error("An inquiry to write in is not there.");
  const isFromSeller = isSellerSide(found, by.id);
  const readers = isFromSeller ? await listAskers(transaction, found) : [toReader(found.seller)];
  await notify(
    transaction,
    ...readers.map(({ name, ...addressed }): NewMessage => ({
      ...addressed,
      event: isFromSeller ? "inquiry_answered" : "inquiry_received",
      key: `inquiry_message:${message.id}${readers.length > 1 ? `:${addressed.userId}` : ""}`,
      params: {
        name,
        from: nameSide(found, isFromSeller),
        car: formatCarName(findCarOf(found), addressed.locale),
        isTestDrive: found.kind === "test_drive",
        text,
        inquiryId,
      },
    })),
  );
  return { ok: true, inquiryId };
}

function toReader({ id: userId, email: to, locale, name }: typeof userTable.$inferSelect) {
  return { userId, to, locale: isLocale(locale) ? locale : ("en" as const), name };
}

/** The person who asked; for a deal with a dealership, all its members. */
async function listAskers(transaction: Transaction, { asker, deal, buyingDealership }: Sides) {
  if (asker) return [toReader(asker)];
  if (!deal?.buyerDealershipId) return [];
  const people = await listDealershipPeople(transaction, deal.buyerDealershipId);
  return people.map((person) => ({
    ...person,
    name: buyingDealership?.name ?? "",
    dealershipId: deal.buyerDealershipId,
  }));
}

/**
 * Blocks or unblocks the other person of a conversation. Returns false if it is not the caller's
 * conversation.
 */
export async function setBlocked(
  by: SignedInUser,
  inquiryId: string,
  shallBeBlocked: boolean,
): Promise<boolean> {
  const found = await readConversation(by, inquiryId);
  if (!found?.otherId) return false;
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
