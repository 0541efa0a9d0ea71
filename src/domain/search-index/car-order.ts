import type { CarRows } from "./car-rows.ts";
import { countNumbers, findLane, findPlace } from "./facet-numbers.ts";
import type { NameNumbers } from "./name-numbers.ts";
import { sortSlots } from "./sort-slots.ts";
import { takeTurns } from "./take-turns.ts";

/**
 * The order in which cars lie beside each other in memory: by province, in it by make and model, of
 * each model by year. Who chooses any of these finds the cars in few stretches, and passes by the rest
 * a word at a time.
 *
 * @returns for each place in that order the slot whose car belongs there; of equal cars the order stays
 */
export async function orderByLikeness(
  rows: CarRows,
  used: number,
  models: NameNumbers,
): Promise<Int32Array> {
  const [province, year] = [findPlace("province"), findPlace("year")];
  const model = findLane("model");
  const ranks = rankNames(models);
  const [modelCount, yearCount] = [ranks.length, countNumbers("year")];
  const slots = new Int32Array(used);
  // Wider than 32 bits where there are very many names.
  const keys = new Float64Array(used);
  await takeTurns(used, (start, end) => {
    for (let slot = start; slot < end; slot += 1) {
      const provinceNumber = (rows.read(slot, province.lane) >>> province.shift) & province.mask;
      const yearNumber = (rows.read(slot, year.lane) >>> year.shift) & year.mask;
      const rank = ranks[rows.read(slot, model)]!;
      slots[slot] = slot;
      keys[slot] = (provinceNumber * modelCount + rank) * yearCount + yearNumber;
    }
  });
  return sortSlots(slots, keys);
}

/** The place of each name in the alphabet, so that the models of a make stand together. */
function rankNames({ keys }: NameNumbers): Int32Array {
  const byKey = [...keys.keys()].toSorted((one, other) => {
    const [before, after] = [keys[one] ?? "", keys[other] ?? ""];
    return before < after ? -1 : Number(before > after);
  });
  const ranks = new Int32Array(byKey.length);
  byKey.forEach((number, rank) => (ranks[number] = rank));
  return ranks;
}

/**
 * A column as it is when the cars stand in another order.
 *
 * @param order for each slot the one whose car comes there
 * @param to a new one of the same length
 * @param width how many numbers a car has in it
 */
export async function reorder<Column extends { [at: number]: number }>(
  from: Column,
  to: Column,
  order: Int32Array,
  width = 1,
): Promise<Column> {
  await takeTurns(order.length, (start, end) => {
    for (let slot = start; slot < end; slot += 1) {
      const own = order[slot]! * width;
      for (let at = 0; at < width; at += 1) to[slot * width + at] = from[own + at]!;
    }
  });
  return to;
}
