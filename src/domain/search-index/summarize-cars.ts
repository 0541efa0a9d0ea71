import type { CarsSummary } from "#domain/search/cars-for-sale.ts";
import { type Bitmap, countBits, type Scratch } from "./bitmap.ts";
import type { CarIndex } from "./car-index.ts";
import type { StoredOrder } from "./stock.ts";

/** Sorting takes as long for a car as passing by so many in an order that is kept. */
const PASSED_A_CAR = 100;

/** What some cars are sorted by, rising: at these places, which rise too, and at the last. */
type Values = { at(positions: readonly number[]): number[]; last(): number };

/** Counts, ends and middles of cars for sale; null for none. */
export function summarizeCars(index: CarIndex, cars: Bitmap, scratch: Scratch): CarsSummary | null {
  const count = countBits(cars);
  if (count === 0) return null;
  const isFew = count * PASSED_A_CAR < index.stocks.live.count;
  const read = (order: StoredOrder) =>
    isFew ? sortValues(index, order, cars, scratch) : walkOrder(index, order, cars);
  const middle = [(count - 1) >> 1, count >> 1] as const;
  const prices = read("price");
  const [minCad = 0, ...medianPrices] = prices.at([0, ...middle]);
  return {
    count,
    minCad,
    maxCad: prices.last(),
    medianCad: findMean(medianPrices),
    medianKm: findMean(read("km").at(middle)),
    medianPostedAtS: findMean(
      read("newest")
        .at(middle)
        .map((microseconds) => microseconds / 1e6),
    ),
  };
}

function sortValues(index: CarIndex, order: StoredOrder, cars: Bitmap, scratch: Scratch): Values {
  const keys = index.amounts.keysOf(order);
  const { slots, count } = scratch.list(cars);
  const sorted = new Float64Array(count);
  for (let at = 0; at < count; at += 1) sorted[at] = keys[slots[at]!]!;
  sorted.sort();
  return {
    at: (positions) => positions.map((position) => sorted[position]!),
    last: () => sorted[count - 1]!,
  };
}

function walkOrder(index: CarIndex, order: StoredOrder, cars: Bitmap): Values {
  const keys = index.amounts.keysOf(order);
  const sorted = index.stocks.live.orders[order];
  return {
    at: (positions) => sorted.pick(cars, positions).map((slot) => keys[slot]!),
    last: () => keys[sorted.pickLast(cars) ?? 0]!,
  };
}

/** As PostgreSQL's `percentile_cont(0.5)` has it. */
function findMean([one = 0, other = one]: readonly number[]): number {
  return one + (other - one) * 0.5;
}
