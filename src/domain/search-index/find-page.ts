import { type Cursor, readCursor, writeCursor } from "#domain/search/search-cursor.ts";
import type { SearchResult, SearchRequest } from "#domain/search/search.ts";
import { type Bitmap, countCommon, hasBit, intersect, type Scratch } from "./bitmap.ts";
import { parseWords } from "./car-ids.ts";
import type { CarIndex } from "./car-index.ts";
import { CIRCLES_KM } from "./cars-around.ts";
import type { StoredOrder } from "./stock.ts";

/** Looking at a car, wherever it lies, costs as much as so many steps from one to the next in an order. */
const STEPS_A_CAR = 5;

type Page = Pick<SearchResult, "ids" | "next">;
type Slots = readonly number[];
type Found = { cars: Bitmap; count: number };

/** One page of the cars, after the cursor, in the very order of the SQL. */
export function findPage(
  index: CarIndex,
  request: SearchRequest,
  found: Found,
  scratch: Scratch,
): Page {
  const { geo, limit } = request;
  const sort = request.sort === "distance" && !geo ? "newest" : request.sort;
  const after = readCursor(sort, request.after);
  const order = geo && sort === "distance" ? distanceOrder(index, geo) : storedOrder(index, sort);
  const slots = order.list(found, {
    after,
    most: limit + 1,
    status: request.filters.status,
    scratch,
  });
  const last = slots[limit - 1];
  return {
    ids: slots.slice(0, limit).map((slot) => index.ids.read(slot)),
    next:
      slots.length > limit && last !== undefined
        ? writeCursor(sort, { key: order.key(last), id: index.ids.read(last) })
        : null,
  };
}

type Wanted = {
  after: Cursor | null;
  most: number;
  status: SearchRequest["filters"]["status"];
  scratch: Scratch;
};

type Order = { key(slot: number): number; list(found: Found, wanted: Wanted): Slots };

/** The nearest: looked for in growing circles, so that few ways are measured. */
function distanceOrder(index: CarIndex, geo: NonNullable<SearchRequest["geo"]>): Order {
  const around = index.points.around(geo);
  const key = (slot: number) => around.distanceMetres(slot);
  const sorted = {
    key,
    isSurelyAfter: (metres: number) => around.isSurelyBeyond((metres + 1) / 1_000),
  };
  return {
    key,
    list({ cars }, wanted) {
      const { after, most, scratch } = wanted;
      for (const radiusKm of CIRCLES_KM) {
        const within = around.findWithin(radiusKm);
        if (!within || radiusKm * 1_000 <= (after?.key ?? 0) || countCommon(cars, within) < most)
          continue;
        const near = scratch.take(cars);
        intersect(near, within);
        const slots = selectFirst(index, sorted, near, wanted);
        if (slots.length === most) return slots;
      }
      return selectFirst(index, sorted, cars, wanted);
    },
  };
}

function storedOrder(index: CarIndex, sort: SearchRequest["sort"]): Order {
  const name = storedOrderName(sort);
  const isDescending = sort === "newest" || sort === "price_desc" || sort === "bids";
  const keys = index.amounts.keysOf(name);
  const key = (slot: number) => keys[slot]!;
  return {
    key,
    list: (found, wanted) =>
      walkOrder(index, { name, isDescending }, found, wanted) ??
      selectFirst(index, { key, isDescending }, found.cars, wanted),
  };
}

/** Null where the cars lie too thinly in the order to be met one after the other. */
function walkOrder(
  index: CarIndex,
  { name, isDescending }: { name: StoredOrder; isDescending: boolean },
  { cars, count }: Found,
  { after, most, status }: Wanted,
): Slots | null {
  const order = index.stocks[status].orders[name];
  const keys = index.amounts.keysOf(name);
  const met: number[] = [];
  let steps = Math.max(STEPS_A_CAR * count, most);
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
}

function storedOrderName(sort: SearchRequest["sort"]): StoredOrder {
  switch (sort) {
    case "price_desc":
      return "price";
    case "distance":
      return "newest";
    default:
      return sort;
  }
}

/** How cars are sorted that are looked at one by one. */
type Sorted = {
  key(slot: number): number;
  isDescending?: boolean;
  /** Says of some slots without looking at their key that they come after a key. */
  isSurelyAfter?(key: number): (slot: number) => boolean;
};

/** The first so many, from all of them: for few cars, and for an order that is not kept. */
function selectFirst(
  index: CarIndex,
  { key, isDescending = false, isSurelyAfter }: Sorted,
  cars: Bitmap,
  { after, most, scratch }: Wanted,
): Slots {
  const sign = isDescending ? -1 : 1;
  const words = after && parseWords(after.id);
  const isAfterCursor = (slot: number, slotKey: number) =>
    !after || !words || sign * (slotKey - after.key || index.ids.compareTo(slot, words)) > 0;
  const { slots, count } = scratch.list(cars);
  const best: { slot: number; key: number }[] = [];
  let isTooFar: ((slot: number) => boolean) | undefined;
  for (let each = 0; each < count; each += 1) {
    const slot = slots[each]!;
    if (isTooFar?.(slot)) continue;
    const slotKey = key(slot);
    const last = best.length === most ? best[most - 1] : undefined;
    if (last && sign * (slotKey - last.key) > 0) continue;
    if (!isAfterCursor(slot, slotKey)) continue;
    const one = { slot, key: slotKey };
    const comesBefore = (other: { slot: number; key: number }) =>
      sign * (one.key - other.key || index.ids.compare(slot, other.slot)) < 0;
    if (last && !comesBefore(last)) continue;
    if (last) best.pop();
    const at = best.findIndex(comesBefore);
    best.splice(at < 0 ? best.length : at, 0, one);
    const worst = best.at(-1);
    if (best.length === most && worst) isTooFar = isSurelyAfter?.(worst.key);
  }
  return best.map(({ slot }) => slot);
}
