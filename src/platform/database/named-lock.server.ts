import { sql } from "drizzle-orm";
import type { Transaction } from "./database.server.ts";

/**
 * Holds the lock of a name until the transaction ends. For something that has no row yet that could
 * be locked, or if other rows must be locked before its own row.
 */
export async function lockName(transaction: Transaction, name: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
