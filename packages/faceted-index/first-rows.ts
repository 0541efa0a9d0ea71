import { parseWords, type RowIds } from "./row-ids.ts";

/** How rows are sorted; rows with equal keys are sorted by their ids, in the same direction. */
export type Order = {
  isDescending: boolean;
  /** The sort key of a row. */
  key(row: number): number;
  /** By row: its key, or an approximation of it. */
  roughKeys: Float64Array;
  /** The approximate key for a key, and by how much approximations may be wrong. */
  roughly(key: number): number;
  slack: number;
};

/** The last row of the page before: its key and its id, even if the row is gone. */
export type Cursor = { key: number; id: string };

export type FoundRow = Cursor & { row: number };

type Candidate = { row: number; key: number };

/**
 * The first rows of an order after the cursor. One pass over the rows: most of them are skipped
 * after one comparison, since they come after the last wanted row.
 */
export function findFirst(
  rows: Int32Array,
  ids: RowIds,
  { isDescending, key, roughKeys, roughly, slack }: Order,
  { after, limit }: { after: Cursor | null; limit: number },
): FoundRow[] {
  const best: Candidate[] = [];
  if (limit === 0) return [];
  const sign = isDescending ? -1 : 1;
  const compare = (one: Candidate, other: Candidate) =>
    sign * (one.key - other.key || ids.compare(one.row, other.row));
  const lastId = after && parseWords(after.id);
  const start = after ? sign * roughly(after.key) - slack : -Infinity;
  let end = Infinity;
  // Rows are mostly in the order of their ids, new ones last: starting at that end finds the first
  // ones soon.
  const from = isDescending ? rows.length - 1 : 0;
  for (let each = 0; each < rows.length; each += 1) {
    const row = rows[from + sign * each]!;
    const rough = sign * roughKeys[row]!;
    if (rough > end || rough < start) continue;
    const found = { row, key: key(row) };
    if (after && lastId) {
      const beyond = found.key - after.key || ids.compareTo(row, lastId);
      if (sign * beyond <= 0) continue;
    }
    const last = best[limit - 1];
    if (last && compare(found, last) > 0) continue;
    if (last) best.pop();
    insertSorted(best, found, compare);
    const worst = best[limit - 1];
    if (worst) end = sign * roughly(worst.key) + slack;
  }
  return best.map((each) => ({ ...each, id: ids.read(each.row) }));
}

function insertSorted<Item>(
  sorted: Item[],
  item: Item,
  compare: (one: Item, other: Item) => number,
): void {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(sorted[middle]!, item) < 0) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, item);
}
