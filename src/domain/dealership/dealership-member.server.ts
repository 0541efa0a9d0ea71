import { eq } from "drizzle-orm";
import type { Queryable } from "#platform/database/database.server.ts";
import { dealershipMemberTable } from "./dealership-member.table.ts";
import { dealershipTable } from "./dealership.table.ts";

/** The dealership that a person works for, or null. */
export async function dealershipOfMember(
  queryable: Queryable,
  userId: string,
): Promise<{ id: string; name: string } | null> {
  const [found] = await queryable
    .select({ id: dealershipTable.id, name: dealershipTable.name })
    .from(dealershipMemberTable)
    .innerJoin(dealershipTable, eq(dealershipTable.id, dealershipMemberTable.dealershipId))
    .where(eq(dealershipMemberTable.userId, userId));
  return found ?? null;
}

/** Lets a person work for a dealership, and for no other from now on. */
export async function joinDealership(
  queryable: Queryable,
  userId: string,
  dealershipId: string,
): Promise<void> {
  await queryable
    .insert(dealershipMemberTable)
    .values({ userId, dealershipId })
    .onConflictDoUpdate({ target: dealershipMemberTable.userId, set: { dealershipId } });
}

/** Ends a person's work for a dealership, if they had any. */
export async function leaveDealership(queryable: Queryable, userId: string): Promise<void> {
  await queryable.delete(dealershipMemberTable).where(eq(dealershipMemberTable.userId, userId));
}
