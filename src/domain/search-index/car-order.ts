import type { CarRows } from "./car-rows.ts";
import { countNumbers, findColumn, findBitField } from "./facet-numbers.ts";
import type { NameNumbers } from "./name-numbers.ts";
import { sortSlots } from "./sort-slots.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

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
  const [province, year] = [findBitField("province"), findBitField("year")];
  const model = findColumn("model");
  const ranks = rankNames(models);
  const [modelCount, yearCount] = [ranks.length, countNumbers("year")];
  const slots = new Int32Array(used);
  // Wider than 32 bits where there are very many names.
  const keys = new Float64Array(used);
  await yieldToEventLoop(used, (start, end) => {
    for (let slot = start; slot < end; slot += 1) {
      const provinceNumber = (rows.read(slot, province.column) >>> province.shift) & province.mask;
      const yearNumber = (rows.read(slot, year.column) >>> year.shift) & year.mask;
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
