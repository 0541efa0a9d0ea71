import { and, eq } from "drizzle-orm";
import { dealTable } from "#domain/deal/deal.table.ts";
import { listMemberRoles } from "#domain/dealership/dealership-queries.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import type { Transaction } from "#platform/database/database.server.ts";

type HandOver = {
  userId: string;
  dealershipId: string;
  /** Who takes over; without one, the colleague who may do the most and joined first. */
  successorId?: string | undefined;
};

/**
 * Gives the listings and deals of a dealership that a member looked after to a colleague, who gets
 * their messages from then on. Returns how many listings that were; none where nobody is left.
 */
export async function handOverStock(
  transaction: Transaction,
  { userId, dealershipId, successorId }: HandOver,
): Promise<number> {
  const members = await listMemberRoles(transaction, dealershipId);
  const colleagues = members.filter((member) => member.userId !== userId);
  const successor =
    colleagues.find((member) => member.userId === successorId) ?? colleagues.at(0) ?? null;
  if (!successor) return 0;
  const moved = await transaction
    .update(listingTable)
    .set({ sellerId: successor.userId })
    .where(and(eq(listingTable.sellerId, userId), eq(listingTable.dealershipId, dealershipId)))
    .returning({ id: listingTable.id });
  await transaction
    .update(dealTable)
    .set({ sellerUserId: successor.userId })
    .where(and(eq(dealTable.sellerUserId, userId), eq(dealTable.sellerDealershipId, dealershipId)));
  return moved.length;
}
