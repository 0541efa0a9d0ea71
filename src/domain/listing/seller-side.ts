import type { SignedInUser } from "#platform/request/visitor.server.ts";

/** A person, and the dealership that they belong to, if any. */
export type Seller = Pick<SignedInUser, "id" | "dealership">;

/**
 * Whether the person is the seller of a listing, or a member of the dealership that sells it. A
 * private seller's listing is theirs alone; a dealership's is all its members', and the seller in
 * its row is the one who looks after it and gets its messages.
 */
export function isSellerOf(
  person: Seller | null | undefined,
  { sellerId, dealershipId }: { sellerId: string; dealershipId: string | null },
): boolean {
  if (!person) return false;
  if (sellerId === person.id) return true;
  return dealershipId !== null && dealershipId === person.dealership?.id;
}
