import { notifyAfterCommit, type Transaction } from "#platform/database/database.server.ts";

/** Notified when something happened to a lead that staff who have the inbox open should see. */
export const INBOX_CHANGED = "inbox_changed";

/** In the transaction that records the event; the inbox is told once it has committed. */
export function notifyInbox(transaction: Transaction): Promise<void> {
  return notifyAfterCommit(transaction, INBOX_CHANGED);
}
