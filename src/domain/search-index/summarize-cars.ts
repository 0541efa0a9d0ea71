import type { CarsSummary } from "#domain/search/cars-for-sale.ts";
import { type Bitmap, hasBit } from "./bitmap.ts";
import type { CarIndex } from "./car-index.ts";

/** As many are sorted for the question; of more the order that is kept is walked to their middle. */
const FEW = 20_000;

/**
 * Counts, ends and middles of cars for sale; null for none.
 *
 * @param slots the same cars, one by one
 */
export function summarizeCars(
  index: CarIndex,
  cars: Bitmap,
  slots: Int32Array,
  few = FEW,
): CarsSummary | null {
  const count = slots.length;
  if (count === 0) return null;
  const middle = [(count - 1) >> 1, count >> 1] as const;
  const readAt = (order: "price" | "km" | "newest", places: readonly number[]) => {
    const keys = index.keysOf(order);
    if (count > few) return walkTo(index, order, cars, places).map((slot) => keys[slot]!);
    const sorted = Float64Array.from(slots, (slot) => keys[slot]!).sort();
    return places.map((place) => sorted[place]!);
  };
  const [minCad = 0, ...prices] = readAt("price", [0, ...middle]);
  const { price } = index.amounts;
  return {
    count,
    minCad,
    maxCad: slots.reduce((most, slot) => Math.max(most, price[slot]!), minCad),
    medianCad: findMean(prices),
    medianKm: findMean(readAt("km", middle)),
    medianPostedAtS: findMean(readAt("newest", middle).map((microseconds) => microseconds / 1e6)),
  };
}

/** The cars at these places, which rise, among the wanted ones in the order. */
function walkTo(
  index: CarIndex,
  order: "price" | "km" | "newest",
  cars: Bitmap,
  places: readonly number[],
): number[] {
  const found: number[] = [];
  const kept = index.stocks.live.orders[order];
  let place = 0;
  kept.walk(kept.start, (slot) => {
    if (!hasBit(cars, slot)) return false;
    while (places[found.length] === place) found.push(slot);
    place += 1;
    return found.length === places.length;
  });
  return found;
}

/** As PostgreSQL's `percentile_cont(0.5)` has it. */
function findMean([one = 0, other = one]: readonly number[]): number {
  return one + (other - one) * 0.5;
}
