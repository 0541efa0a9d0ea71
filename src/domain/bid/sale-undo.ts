/** How long a seller may take a sale back; after that the buyer counts on it. */
export const SALE_UNDO_HOURS = 24;

/** Until when a sale can be taken back; null where there is none, or that time is over. */
export function saleUndoEnds(soldAt: Date | null, at: Date): Date | null {
  if (!soldAt) return null;
  const ends = new Date(soldAt.getTime() + SALE_UNDO_HOURS * 60 * 60_000);
  return ends > at ? ends : null;
}
