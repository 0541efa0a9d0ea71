import { and, eq, inArray, sql } from "drizzle-orm";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { PUBLIC_STATES } from "./listing-state.ts";
import { listingTable } from "./listing.table.ts";
import { isListingId } from "./listing.ts";

/**
 * The number that "Show number" reveals: a dealership's, or a person's own if they chose to show
 * it.
 */
export const shownPhoneColumn = sql<string | null>`case
  when ${listingTable.dealershipId} is not null then ${dealershipTable.phone}
  when ${listingTable.showsPhone} then ${userTable.phone}
end`;

/** How to reach a seller: none of this is in the public data of a listing. */
export type ListingSeller = {
  userId: string;
  /** The dealership that sells the car; null for a private seller. */
  dealershipId: string | null;
  email: string;
  /** E.164; only the number that may be shown: `shownPhoneColumn`. */
  phone: string | null;
  soldAt: Date | null;
  reservedAt: Date | null;
};

const selectSeller = prepareQuery("listing_seller", ["listingId"], (database, { listingId }) =>
  database
    .select({
      userId: userTable.id,
      dealershipId: listingTable.dealershipId,
      email: userTable.email,
      phone: shownPhoneColumn,
      soldAt: listingTable.soldAt,
      reservedAt: listingTable.reservedAt,
    })
    .from(listingTable)
    .innerJoin(userTable, eq(userTable.id, listingTable.sellerId))
    .leftJoin(dealershipTable, eq(dealershipTable.id, listingTable.dealershipId))
    .where(and(eq(listingTable.id, listingId), inArray(listingTable.state, PUBLIC_STATES))),
);

/** The seller of a public listing, or null. */
export async function findListingSeller(listingId: string): Promise<ListingSeller | null> {
  if (!isListingId(listingId)) return null;
  const [row] = await selectSeller({ listingId });
  return row ?? null;
}

/**
 * Strict by account; more by IP address, which a whole office shares. Enough for somebody who wants
 * to buy a car.
 */
const REVEALS_BY_MEMBER: RateLimit = { name: "reveals by member", most: 30, windowMs: 3_600_000 };
const REVEALS_BY_ADDRESS: RateLimit = { name: "reveals by address", most: 60, windowMs: 3_600_000 };

type Revealed =
  | { ok: true; phone: string | null }
  | { ok: false; code: "no_such_listing" | "not_permitted" }
  | { ok: false; code: "too_many_numbers"; retryAfterSeconds: number };

/**
 * "Show number": limited, so that nobody can collect the numbers of all sellers. One's own number
 * is not counted.
 */
export async function revealPhone(
  listingId: string,
  who: { user: Pick<SignedInUser, "id" | "role"> | null; ipAddress: string },
): Promise<Revealed> {
  if (!may(who.user, "revealPhone")) return { ok: false, code: "not_permitted" };
  const seller = await findListingSeller(listingId);
  if (!seller) return { ok: false, code: "no_such_listing" };
  if (seller.phone === null || seller.userId === who.user?.id) {
    return { ok: true, phone: seller.phone };
  }
  const limit = who.user
    ? await countAgainst(REVEALS_BY_MEMBER, who.user.id)
    : await countAgainst(REVEALS_BY_ADDRESS, who.ipAddress);
  if (!limit.ok) return { ...limit, code: "too_many_numbers" };
  return { ok: true, phone: seller.phone };
}
