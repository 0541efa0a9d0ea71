import { and, eq, isNull } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";

const PROOFS = {
  phone: { column: "phoneVerifiedAt", event: "phone_verified" },
  email: { column: "emailConfirmedAt", event: "email_confirmed" },
} as const;

/** The sender of a lead proved its number or its address after it was sent: once, on its history. */
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
