import {
  findDealershipOfMember,
  leaveDealership,
} from "#domain/dealership/dealership-queries.server.ts";
import { deleteAccount } from "#domain/identity/delete-account.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { Role } from "#values/role.ts";
import { handOverStock } from "./hand-over-stock.server.ts";

/**
 * Deletes an account, as `deleteAccount` does. What its holder looked after for a dealership stays
 * with the dealership.
 */
export async function closeAccount(
  user: Parameters<typeof deleteAccount>[0],
  by?: { id: string; role: Role },
): ReturnType<typeof deleteAccount> {
  await db().transaction(async (transaction) => {
    const dealership = await findDealershipOfMember(transaction, user.id);
    if (!dealership) return;
    await handOverStock(transaction, { userId: user.id, dealershipId: dealership.id });
    await leaveDealership(transaction, user.id);
  });
  return deleteAccount(user, by);
}
