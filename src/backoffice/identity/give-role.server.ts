import { eq } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import type { Role } from "#vocabulary/role.ts";
import { sessionTable, userTable } from "./identity.table.ts";

/**
 * Gives an account another role, at the operator's word (`npm run role`). Its sessions end, so that
 * nobody goes on with what they might no longer do, and staff begin with their second factor.
 */
export async function giveRole(
  database: Database,
  email: string,
  role: Role,
): Promise<{ ok: true } | { ok: false; code: "no_such_account" }> {
  return database.transaction(async (transaction) => {
    const [user] = await transaction
      .update(userTable)
      .set({ role, updatedAt: new Date() })
      .where(eq(userTable.email, email.trim().toLowerCase()))
      .returning({ id: userTable.id });
    if (!user) return { ok: false, code: "no_such_account" };
    await transaction.delete(sessionTable).where(eq(sessionTable.userId, user.id));
    return { ok: true };
  });
}
