import { and, eq, sql } from "drizzle-orm";
import { isShareWithdrawn } from "#domain/lead/consent/consent.server.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission/submission.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { log } from "#platform/log/log.server.ts";
import type { SendResult } from "#platform/outgoing/send-result.ts";
import { ensureQueue, type Job, workQueue } from "#platform/queue/queue.server.ts";
import { DELIVERY_QUEUE } from "./delivery.server.ts";
import { deliveryAttemptTable, deliveryTable } from "./delivery.table.ts";
import { type LeadToDeliver, sendOver } from "./delivery-channel.server.ts";

/** Ten tries over about six hours: an outage of an afternoon loses nothing. */
const RETRY_RULES = { retryLimit: 9, retryDelaySeconds: 10, retryDelayMaxSeconds: 3600 };
const CONCURRENT_DELIVERIES = 4;

export async function startDeliveries(siteOrigin: string): Promise<void> {
  await ensureQueue(DELIVERY_QUEUE, RETRY_RULES);
  await workQueue<{ deliveryId: string }>(
    DELIVERY_QUEUE,
    { concurrency: CONCURRENT_DELIVERIES },
    (job) => deliver(job, siteOrigin),
  );
}

/** Another try is wanted; the queue sees the throw and waits. Nothing is wrong with our code. */
class TryAgain extends Error {
  override name = "TryAgain";
}

/** One try at one delivery. Each try is written down before its job is settled. */
async function deliver(job: Job<{ deliveryId: string }>, siteOrigin: string): Promise<void> {
  const lead = await leadToDeliver(job.data.deliveryId);
  // Delivered already (the process died between the answer and the job's end), or deleted.
  if (!lead) return;
  if (await isNoLongerShared(lead)) return cancel(lead);
  const startedAt = performance.now();
  const result = await sendOver(lead, siteOrigin);
  const durationMs = Math.round(performance.now() - startedAt);
  await writeDown(lead, result, durationMs, job.isLastAttempt);
  log.info("delivery tried", {
    deliveryId: lead.delivery.id,
    channel: lead.delivery.channel,
    outcome: result.ok ? "delivered" : result.code,
    durationMs,
  });
  // Refused credentials are tried again too: the lead is fine, and somebody may mend the settings.
  if (!result.ok && result.code !== "permanent" && !job.isLastAttempt) throw new TryAgain();
}

async function leadToDeliver(deliveryId: string): Promise<LeadToDeliver | null> {
  const [row] = await db()
    .select({
      delivery: deliveryTable,
      lead: leadTable,
      submission: submissionTable,
      dealership: dealershipTable,
    })
    .from(deliveryTable)
    .innerJoin(leadTable, eq(leadTable.id, deliveryTable.leadId))
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .leftJoin(
      dealershipTable,
      sql`${dealershipTable.id} = coalesce(${deliveryTable.dealershipId}, ${leadTable.dealershipId})`,
    )
    .where(and(eq(deliveryTable.id, deliveryId), eq(deliveryTable.state, "pending")));
  return row ?? null;
}

/** The person took back that a dealership sees the answers, after this was queued. */
async function isNoLongerShared({ delivery, submission }: LeadToDeliver): Promise<boolean> {
  return delivery.channel === "adf_email" && isShareWithdrawn(db(), submission.id);
}

async function cancel({ delivery }: LeadToDeliver): Promise<void> {
  const at = now();
  await db().transaction(async (transaction) => {
    const [cancelled] = await transaction
      .update(deliveryTable)
      .set({ state: "cancelled", settledAt: at })
      .where(and(eq(deliveryTable.id, delivery.id), eq(deliveryTable.state, "pending")))
      .returning({ leadId: deliveryTable.leadId });
    if (!cancelled) return;
    await transaction
      .insert(leadEventTable)
      .values({ ...cancelled, kind: "delivery_cancelled", note: delivery.channel, at });
  });
}

async function writeDown(
  { delivery }: LeadToDeliver,
  result: SendResult,
  durationMs: number,
  isLastAttempt: boolean,
): Promise<void> {
  const at = now();
  const isDead = !result.ok && (result.code === "permanent" || isLastAttempt);
  await db().transaction(async (transaction) => {
    await transaction.insert(deliveryAttemptTable).values({
      deliveryId: delivery.id,
      outcome: result.ok ? "delivered" : result.code,
      detail: result.ok ? result.providerId : result.detail,
      durationMs,
      at,
    });
    if (!result.ok && !isDead) return;
    await transaction
      .update(deliveryTable)
      .set({ state: result.ok ? "delivered" : "dead", settledAt: at })
      .where(eq(deliveryTable.id, delivery.id));
    await transaction.insert(leadEventTable).values({
      leadId: delivery.leadId,
      kind: result.ok ? "delivered" : "delivery_failed",
      note: delivery.channel,
      at,
    });
  });
}
