import { and, eq, isNull, sql } from "drizzle-orm";
import { deliveryTable } from "#backoffice/delivery/delivery.table.ts";
import { leadEventTable, leadTable } from "#backoffice/lead/lead.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { isShareWithdrawn } from "./consent.server.ts";
import { consentTable } from "./consent.table.ts";

/**
 * Takes a consent back, from now on: what was done with it before was done with it. Without a consent
 * to share, what dealerships were still to get is cancelled. The caller has made sure whose it is.
 */
export async function withdrawConsent(consentId: string): Promise<void> {
  await db().transaction(async (transaction) => {
    const at = now();
    const [consent] = await transaction
      .update(consentTable)
      .set({ withdrawnAt: at })
      .where(and(eq(consentTable.id, consentId), isNull(consentTable.withdrawnAt)))
      .returning({ submissionId: consentTable.submissionId, purpose: consentTable.purpose });
    const [lead] = consent
      ? await transaction
          .select({ id: leadTable.id })
          .from(leadTable)
          .where(eq(leadTable.submissionId, consent.submissionId))
      : [];
    if (!consent || !lead) return;
    const event = { leadId: lead.id, at };
    await transaction
      .insert(leadEventTable)
      .values({ ...event, kind: "consent_withdrawn", note: consent.purpose });
    if (await isShareWithdrawn(transaction, consent.submissionId)) {
      await cancelSharing(transaction, event);
    }
  });
}

/** The worker looks at the consent again before it sends, so nothing slips through meanwhile. */
async function cancelSharing(
  transaction: Transaction,
  { leadId, at }: { leadId: string; at: Date },
): Promise<void> {
  const cancelled = await transaction
    .update(deliveryTable)
    .set({ state: "cancelled", settledAt: at })
    .where(
      and(
        eq(deliveryTable.leadId, leadId),
        eq(deliveryTable.channel, "adf_email"),
        sql`${deliveryTable.state} in ('pending', 'dead')`,
      ),
    )
    .returning({ channel: deliveryTable.channel });
  if (cancelled.length === 0) return;
  await transaction
    .insert(leadEventTable)
    .values(
      cancelled.map(({ channel }) => ({ leadId, at, kind: "delivery_cancelled", note: channel })),
    );
}
