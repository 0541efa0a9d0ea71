/** What the inbox can show of a lead beside its sender and request. */
export const INBOX_COLUMNS = [
  "stage",
  "due",
  "owner",
  "received",
  "dealership",
  "source",
  "language",
  "email",
  "phone",
] as const;
export type InboxColumn = (typeof INBOX_COLUMNS)[number];

/** Shown until somebody chooses others. */
export const FIRST_COLUMNS: readonly InboxColumn[] = ["stage", "due", "owner"];

/** The chosen columns in their order; null if none is chosen, or exactly the first ones. */
export function readColumns(codes: readonly string[]): readonly InboxColumn[] | null {
  const chosen = INBOX_COLUMNS.filter((column) => codes.includes(column));
  return chosen.length === 0 || chosen.join() === FIRST_COLUMNS.join() ? null : chosen;
}
