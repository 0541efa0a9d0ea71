import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.server.ts";
import { moveBidLeads } from "./bid-lead.server.ts";
import { bidEventTable, bidTable } from "./bid.table.ts";

/**
 * Ends the bid of a deal that is called off: its seller declines it, or its bidder takes it back. The
 * other side is told of the deal. The caller has locked the car; its listings follow.
 */
export async function closeAcceptedBid(
  transaction: Transaction,
  bidId: string,
  { state, byUserId }: { state: "declined" | "withdrawn"; byUserId: string | null },
): Promise<void> {
  const closed = await transaction
    .update(bidTable)
    .set({ state })
    .where(and(eq(bidTable.id, bidId), eq(bidTable.state, "accepted")))
    .returning({ id: bidTable.id });
  if (closed.length === 0) return;
  await moveBidLeads(transaction, [bidId], { state, byUserId });
  await transaction
    .insert(bidEventTable)
    .values({ bidId, kind: state, byUserId, at: sql`clock_timestamp()` });
}
