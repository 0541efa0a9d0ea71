import { and, eq, inArray, lt, notInArray, sql } from "drizzle-orm";
import { handoverTable } from "#domain/lead/handover.table.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { messageAttemptTable, messageTable } from "#domain/notification/message.table.ts";
import { db } from "#platform/database/database.server.ts";

const MINUTE_MS = 60_000;
/** A lead's messages whose delivery is a part of its history (lead-messages.server.ts). */
const ON_RECORD = ["lead_adf", "lead_confirmation"] as const;

/** The ids of messages owed to people who use the demo: those are really handled by the worker. */
export async function listOwedMessages(): Promise<string[]> {
  const rows = await db()
    .select({ id: messageTable.id })
    .from(messageTable)
    .where(inArray(messageTable.state, ["waiting", "failed"]));
  return rows.map(({ id }) => id);
}

/**
 * Marks everything that was owed at a moment of the demo's past as sent at that time, as the worker
 * does.
 */
export async function settleMessages(at: Date, except: readonly string[]): Promise<void> {
  const sent = await db()
    .update(messageTable)
    .set({
      state: "sent",
      attempts: 1,
      createdAt: at,
      nextAttemptAt: at,
      settledAt: at,
      sealedParams: null,
      providerId: sql`'demo-' || ${messageTable.id}`,
    })
    .where(and(eq(messageTable.state, "waiting"), notInArray(messageTable.id, [...except])))
    .returning({
      id: messageTable.id,
      leadId: messageTable.leadId,
      event: messageTable.event,
      providerId: messageTable.providerId,
    });
  if (sent.length === 0) return;
  await db()
    .insert(messageAttemptTable)
    .values(
      sent.map(({ id, providerId }) => ({
        messageId: id,
        outcome: "sent" as const,
        detail: providerId ?? "",
        durationMs: 140 + (id.charCodeAt(0) % 60),
        at,
      })),
    );
  const delivered = sent.flatMap(({ leadId, event }) =>
    leadId && ON_RECORD.some((each) => each === event)
      ? [{ leadId, kind: "delivered" as const, note: event, at }]
      : [],
  );
  if (delivered.length > 0) await db().insert(leadEventTable).values(delivered);
}

/** The dealerships of the demo accepted in time what they had to answer before its present. */
export async function acceptDueLeads(at: Date): Promise<void> {
  const accepted = await db()
    .update(handoverTable)
    .set({ state: "accepted", answeredAt: handoverTable.answerBy })
    .where(and(eq(handoverTable.state, "waiting"), lt(handoverTable.answerBy, at)))
    .returning({ leadId: handoverTable.leadId, answeredAt: handoverTable.answeredAt });
  if (accepted.length === 0) return;
  await db()
    .insert(leadEventTable)
    .values(
      accepted.map(({ leadId, answeredAt }) => ({
        leadId,
        kind: "dealer_accepted" as const,
        at: answeredAt ?? at,
      })),
    );
}

/** Deliveries with problems: sent after several attempts, given up, and still being attempted. */
const TROUBLES: readonly {
  reference: string;
  event: (typeof ON_RECORD)[number];
  endState: "sent" | "dead" | "failed";
  failures: number;
  outcome: "temporary" | "permanent";
  detail: string;
}[] = [
  {
    reference: "DEMPRE25",
    event: "lead_adf",
    endState: "sent",
    failures: 2,
    outcome: "temporary",
    detail: "451 4.7.1 Greylisted, try again later.",
  },
  {
    reference: "DEMCRE25",
    event: "lead_adf",
    endState: "sent",
    failures: 1,
    outcome: "temporary",
    detail: "The connection was closed before the server answered.",
  },
  {
    reference: "DEMPRE32",
    event: "lead_adf",
    endState: "dead",
    failures: 1,
    outcome: "permanent",
    detail: "550 5.1.1 The mailbox does not exist.",
  },
  {
    reference: "DEMCAL25",
    event: "lead_confirmation",
    endState: "dead",
    failures: 1,
    outcome: "permanent",
    detail: "550 5.2.1 The mailbox is not taking messages.",
  },
  {
    reference: "DEMPRE24",
    event: "lead_adf",
    endState: "failed",
    failures: 3,
    outcome: "temporary",
    detail: "452 4.2.2 The mailbox is full.",
  },
];

export async function troubleDeliveries(at: Date): Promise<void> {
  for (const { reference, event, endState, failures, outcome, detail } of TROUBLES) {
    const [message] = await db()
      .select({ id: messageTable.id, leadId: leadTable.id, createdAt: messageTable.createdAt })
      .from(messageTable)
      .innerJoin(leadTable, eq(leadTable.id, messageTable.leadId))
      .where(and(eq(leadTable.reference, reference), eq(messageTable.event, event)))
      .limit(1);
    if (!message) throw new Error(`The demo's ${reference} owes no ${event}.`);
    const { id, leadId, createdAt } = message;
    const after = (tries: number) => new Date(createdAt.getTime() + tries * 12 * MINUTE_MS);
    const isSent = endState === "sent";
    await db()
      .insert(messageAttemptTable)
      .values(
        Array.from({ length: failures }, (_, turn) => ({
          messageId: id,
          outcome,
          detail,
          durationMs: 900 + 70 * turn,
          at: after(turn),
        })),
      );
    const ofMessage = and(
      eq(messageAttemptTable.messageId, id),
      eq(messageAttemptTable.outcome, "sent"),
    );
    if (isSent) {
      await db()
        .update(messageAttemptTable)
        .set({ at: after(failures) })
        .where(ofMessage);
    } else await db().delete(messageAttemptTable).where(ofMessage);
    await db()
      .update(messageTable)
      .set({
        state: endState,
        attempts: failures + (isSent ? 1 : 0),
        settledAt: endState === "failed" ? null : after(failures),
        // Late enough that a person who looks still finds it waiting.
        nextAttemptAt: endState === "failed" ? new Date(at.getTime() + 55 * MINUTE_MS) : createdAt,
        ...(isSent ? {} : { lastError: detail, providerId: null }),
      })
      .where(eq(messageTable.id, id));
    const ofLead = and(
      eq(leadEventTable.leadId, leadId),
      eq(leadEventTable.kind, "delivered"),
      eq(leadEventTable.note, event),
    );
    if (endState === "failed") await db().delete(leadEventTable).where(ofLead);
    else
      await db()
        .update(leadEventTable)
        .set({ at: after(failures), kind: isSent ? "delivered" : "delivery_failed" })
        .where(ofLead);
  }
}
