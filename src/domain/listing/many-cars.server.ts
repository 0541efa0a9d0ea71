import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { db } from "#platform/database/database.server.ts";
import { listingTable } from "./listing.table.ts";

/**
 * A person who sells more of their own cars than this in twelve months may be an unlicensed dealer.
 */
export const MOST_PRIVATE_CARS_A_YEAR = 3;

type SellerOfMany = { userId: string; name: string; email: string; cars: number };

/**
 * People who offered more cars than `MOST_PRIVATE_CARS_A_YEAR` as their own in the last twelve
 * months, the one with most of them first. A car that is listed twice counts once; drafts do not
 * count. Staff check them, and nobody is refused: a family may well sell four cars.
 */
export async function listSellersOfManyCars(most: number): Promise<readonly SellerOfMany[]> {
  const cars = sql<number>`count(distinct ${listingTable.carId})::int`;
  return db()
    .select({ userId: userTable.id, name: userTable.name, email: userTable.email, cars })
    .from(listingTable)
    .innerJoin(userTable, eq(userTable.id, listingTable.sellerId))
    .where(
      and(
        isNull(listingTable.dealershipId),
        ne(listingTable.state, "draft"),
        sql`${listingTable.createdAt} > now() - interval '12 months'`,
      ),
    )
    .groupBy(userTable.id)
    .having(sql`${cars} > ${MOST_PRIVATE_CARS_A_YEAR}`)
    .orderBy(desc(cars), userTable.id)
    .limit(most);
}
