import { eq } from "drizzle-orm";
import { joinDealership, leaveDealership } from "#domain/dealership/dealership-member.server.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import type { Database, Transaction } from "#platform/database/database.server.ts";
import type { Role } from "#values/role.ts";
import { sessionTable, userTable } from "#domain/identity/identity.table.ts";
import { roleChangeTable } from "./role-change.table.ts";

/**
 * Gives an account another role, at the operator's word (`npm run role`); a dealer with the
 * dealership that they work for. Its sessions end, so that nobody goes on with what they might no
 * longer do, and staff begin with their second factor.
 */
export async function giveRole(
  database: Database,
  email: string,
  role: Role,
  dealershipName?: string,
): Promise<
  { ok: true } | { ok: false; code: "no_such_account" | "no_such_dealership" | "not_confirmed" }
> {
  return database.transaction(async (transaction) => {
    const dealership =
      dealershipName === undefined ? null : await dealershipNamed(transaction, dealershipName);
    if (dealershipName !== undefined && !dealership)
      return { ok: false, code: "no_such_dealership" };
    const [user] = await transaction
      .select({ id: userTable.id, role: userTable.role, isConfirmed: userTable.emailVerified })
      .from(userTable)
      .where(eq(userTable.email, email.trim().toLowerCase()))
      .for("update");
    if (!user) return { ok: false, code: "no_such_account" };
    // Anybody can open an account with somebody else's address, until its holder confirms it.
    if (!user.isConfirmed) return { ok: false, code: "not_confirmed" };
    await transaction
      .update(userTable)
      .set({ role, updatedAt: new Date() })
      .where(eq(userTable.id, user.id));
    await transaction.insert(roleChangeTable).values({
      userId: user.id,
      fromRole: user.role,
      toRole: role,
      reason: "",
      dealershipId: role === "dealer" ? (dealership?.id ?? null) : null,
    });
    if (role !== "dealer") await leaveDealership(transaction, user.id);
    else if (dealership) await joinDealership(transaction, user.id, dealership.id);
    await transaction.delete(sessionTable).where(eq(sessionTable.userId, user.id));
    return { ok: true };
  });
}

async function dealershipNamed(transaction: Transaction, name: string) {
  const [found] = await transaction
    .select({ id: dealershipTable.id })
    .from(dealershipTable)
    .where(eq(dealershipTable.name, name.trim()));
  return found ?? null;
}
