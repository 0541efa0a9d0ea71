import { and, eq, inArray, isNull } from "drizzle-orm";
import { findDealership } from "#domain/dealership/dealership-queries.server.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { consentTable } from "./consent.table.ts";
import { withdrawShare } from "./consents.server.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";

/** What a request rests on. Marketing is apart: it is taken back for itself. */
const RESTS_ON = ["share_with_dealership", "credit_check", "contact_about_request"] as const;

/**
 * Ends a request at its sender's word: every consent that it rests on is taken back, what a
 * dealership was still to get is cancelled, and one that has it is told to delete it. The caller has
 * made sure whose it is, and says what else ends with it. A repeat changes nothing.
 */
export async function withdrawLead(
  reference: string,
  by: { byUserId: string | null },
  {
    first,
    alsoEnd,
  }: {
    /** Locks what others lock before a lead. */
    first(transaction: Transaction): Promise<void>;
    alsoEnd(transaction: Transaction, lead: { submissionId: string }): Promise<void>;
  },
): Promise<void> {
  await db().transaction(async (transaction) => {
    await first(transaction);
    const [lead] = await transaction
      .select()
      .from(leadTable)
      .where(eq(leadTable.reference, reference))
      .for("no key update");
    if (!lead || (await isWithdrawn(transaction, lead.id))) return;
    await withdrawShare(transaction, lead.submissionId, by);
    const at = now();
    await transaction
      .update(consentTable)
      .set({ withdrawnAt: at })
      .where(
        and(
          eq(consentTable.submissionId, lead.submissionId),
          inArray(consentTable.purpose, RESTS_ON),
          isNull(consentTable.withdrawnAt),
        ),
      );
    await transaction.update(leadTable).set({ status: "closed" }).where(eq(leadTable.id, lead.id));
    await transaction.insert(leadEventTable).values({
      ...by,
      leadId: lead.id,
      at,
      kind: "application_withdrawn",
      fromStatus: lead.status,
      toStatus: "closed",
    });
    await tellDealerships(transaction, lead);
    await alsoEnd(transaction, lead);
  });
}

/** Each dealership that the lead went out to. */
async function tellDealerships(
  transaction: Transaction,
  { id: leadId, locale }: typeof leadTable.$inferSelect,
): Promise<void> {
  const sent = await transaction
    .select({ dealershipId: messageTable.dealershipId })
    .from(messageTable)
    .where(
      and(
        eq(messageTable.leadId, leadId),
        eq(messageTable.event, "lead_adf"),
        eq(messageTable.state, "sent"),
      ),
    );
  for (const { dealershipId } of sent) {
    const dealership = dealershipId && (await findDealership(transaction, dealershipId));
    if (!dealership) continue;
    await notify(transaction, {
      event: "lead_withdrawn",
      key: `lead_withdrawn:${leadId}:${dealership.id}`,
      to: dealership.leadEmail,
      locale,
      leadId,
      dealershipId: dealership.id,
    });
  }
}

async function isWithdrawn(
  queryable: Pick<Transaction, "$count">,
  leadId: string,
): Promise<boolean> {
  const withdrawals = and(
    eq(leadEventTable.leadId, leadId),
    eq(leadEventTable.kind, "application_withdrawn"),
  );
  return (await queryable.$count(leadEventTable, withdrawals)) > 0;
}
