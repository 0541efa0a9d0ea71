import { inArray } from "drizzle-orm";
import { messageTable } from "#domain/notification/message.table.ts";
import { type NewMessage, notify } from "#domain/notification/notify.server.ts";
import { db } from "#platform/database/database.server.ts";

/**
 * Stores the messages that are not stored yet. If another process stores one at the same time, its
 * key keeps the second one out.
 */
export async function oweOnce(messages: readonly (NewMessage & { key: string })[]): Promise<void> {
  const keys = messages.map(({ key }) => key);
  if (keys.length === 0) return;
  const stored = await db()
    .select({ key: messageTable.key })
    .from(messageTable)
    .where(inArray(messageTable.key, keys));
  const known = new Set(stored.map(({ key }) => key));
  const owed = messages.filter(({ key }) => !known.has(key));
  if (owed.length > 0) await db().transaction((transaction) => notify(transaction, ...owed));
}
