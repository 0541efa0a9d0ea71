import { and, eq } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { appendAttempt, notifyOwner } from "./message-lease.server.ts";
import { type Message, messageTable } from "./message.table.ts";

/**
 * Records that a mail which its provider had accepted was not delivered after all. Null if no such
 * mail was sent, or if that is known.
 */
export async function recordBounce(
  transaction: Transaction,
  id: string,
  detail: string,
): Promise<Message | null> {
  const [message] = await transaction
    .update(messageTable)
    .set({ state: "dead", lastError: detail, settledAt: now() })
    .where(and(eq(messageTable.id, id), eq(messageTable.state, "sent")))
    .returning();
  if (!message) return null;
  await appendAttempt(transaction, message, { outcome: "permanent", detail, durationMs: 0 });
  await notifyOwner(transaction, message, "dead");
  return message;
}
