import { and, eq, isNull } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";

const PROOFS = {
  phone: { column: "phoneVerifiedAt", event: "phone_verified" },
  email: { column: "emailConfirmedAt", event: "email_confirmed" },
} as const;

/**
 * Records that the sender proved the lead's number or address after sending it; the event is added
 * to its history only once.
 */
export async function confirmContact(leadId: string, of: keyof typeof PROOFS): Promise<void> {
  const { column, event } = PROOFS[of];
  const at = now();
  await db().transaction(async (transaction) => {
    const confirmed = await transaction
      .update(leadTable)
      .set({ [column]: at })
      .where(and(eq(leadTable.id, leadId), isNull(leadTable[column])))
      .returning({ id: leadTable.id });
    if (confirmed.length === 0) return;
    await transaction.insert(leadEventTable).values({ leadId, kind: event, at });
  });
}
