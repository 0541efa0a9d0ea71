import { type Cursor, readCursor, writeCursor } from "#domain/search/search-cursor.ts";
import type { SearchAnswer, SearchRequest } from "#domain/search/search.ts";
import { type Bitmap, hasBit, listBits } from "./bitmap.ts";
import { parseWords } from "./car-ids.ts";
import type { CarIndex, KeptOrder } from "./car-index.ts";

type Page = Pick<SearchAnswer, "ids" | "next">;
type Slots = readonly number[];

/** One page of the cars, after the cursor, in the very order of the SQL. */
export function findPage(
  index: CarIndex,
  request: SearchRequest,
  found: { cars: Bitmap; count: number },
): Page {
  const { geo, limit } = request;
  const sort = request.sort === "distance" && !geo ? "newest" : request.sort;
  const after = readCursor(sort, request.after);
  const order = geo && sort === "distance" ? distanceOrder(index, geo) : keptOrder(index, sort);
  const walked = order.walk?.(found, after, limit + 1, request.filters.status) ?? null;
  const slots = walked ?? selectFirst(index, order, found, after, limit + 1);
  const last = slots[limit - 1];
  return {
    ids: slots.slice(0, limit).map((slot) => index.ids.read(slot)),
    next:
      slots.length > limit && last !== undefined
        ? writeCursor(sort, { key: order.key(last), id: index.ids.read(last) })
        : null,
  };
}

type Order = {
  key(slot: number): number;
  isDescending: boolean;
  /** Says of some slots without looking at their key that they come after a key. */
  isSurelyAfter?(key: number): (slot: number) => boolean;
  /** Null where the cars lie too thinly in the order to be met one after the other. */
  walk?(
    found: { cars: Bitmap; count: number },
    after: Cursor | null,
    most: number,
    status: SearchRequest["filters"]["status"],
  ): Slots | null;
};

function distanceOrder(index: CarIndex, geo: NonNullable<SearchRequest["geo"]>): Order {
  const around = index.points.around(geo);
  return {
    key: (slot) => around.distanceKm(slot),
    isDescending: false,
    isSurelyAfter: (key) => around.isSurelyBeyond(key),
  };
}

function keptOrder(index: CarIndex, sort: SearchRequest["sort"]): Order {
  const name = keptName(sort);
  const isDescending = sort === "newest" || sort === "price_desc" || sort === "bids";
  const keys = index.keysOf(name);
  return {
    key: (slot) => keys[slot]!,
    isDescending,
    walk({ cars, count }, after, most, status) {
      const order = index.stocks[status].orders[name];
      const met: number[] = [];
      // Looking at each of the cars costs as much as so many steps.
      let steps = Math.max(count, most);
      const visit = (slot: number) => {
        if (hasBit(cars, slot)) met.push(slot);
        steps -= 1;
        return met.length === most || steps === 0;
      };
      const words = after && parseWords(after.id);
      const compareToCursor = (slot: number) =>
        after && words ? keys[slot]! - after.key || index.ids.compareTo(slot, words) : 0;
      if (isDescending) order.walkBack(after ? order.find(compareToCursor) : order.end, visit);
      else {
        // The cursor's own car was on the page before.
        const isBehind = (slot: number) => (compareToCursor(slot) > 0 ? 1 : -1);
        order.walk(after ? order.find(isBehind) : order.start, visit);
      }
      return met.length === most || steps > 0 ? met : null;
    },
  };
}

function keptName(sort: SearchRequest["sort"]): KeptOrder {
  switch (sort) {
    case "price_desc":
      return "price";
    case "distance":
      return "newest";
    default:
      return sort;
  }
}

/** The first so many, from all of them: for few cars, and for an order that is not kept. */
function selectFirst(
  index: CarIndex,
  { key, isDescending, isSurelyAfter }: Order,
  { cars, count }: { cars: Bitmap; count: number },
  after: Cursor | null,
  most: number,
): Slots {
  const sign = isDescending ? -1 : 1;
  const words = after && parseWords(after.id);
  const isAfterCursor = (slot: number, slotKey: number) =>
    !after || !words || sign * (slotKey - after.key || index.ids.compareTo(slot, words)) > 0;
  const slots = new Int32Array(count);
  listBits(cars, slots);
  const best: { slot: number; key: number }[] = [];
  let isTooFar: ((slot: number) => boolean) | undefined;
  for (const slot of slots) {
    if (isTooFar?.(slot)) continue;
    const one = { slot, key: key(slot) };
    if (!isAfterCursor(slot, one.key)) continue;
    const comesBefore = (other: { slot: number; key: number }) =>
      sign * (one.key - other.key || index.ids.compare(slot, other.slot)) < 0;
    const isFull = best.length === most;
    const last = best.at(-1);
    if (isFull && last && !comesBefore(last)) continue;
    if (isFull) best.pop();
    const at = best.findIndex(comesBefore);
    best.splice(at < 0 ? best.length : at, 0, one);
    const worst = best.at(-1);
    if (best.length === most && worst) isTooFar = isSurelyAfter?.(worst.key);
  }
  return best.map(({ slot }) => slot);
}
