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

/** Lets a person work for a dealership, and for no other from now on. Null: there is none so named. */
export async function joinDealership(
  queryable: Queryable,
  userId: string,
  dealershipName: string,
): Promise<{ dealershipId: string } | null> {
  const [dealership] = await queryable
    .select({ id: dealershipTable.id })
    .from(dealershipTable)
    .where(eq(dealershipTable.name, dealershipName));
  if (!dealership) return null;
  await queryable
    .insert(dealershipMemberTable)
    .values({ userId, dealershipId: dealership.id })
    .onConflictDoUpdate({
      target: dealershipMemberTable.userId,
      set: { dealershipId: dealership.id },
    });
  return { dealershipId: dealership.id };
}
