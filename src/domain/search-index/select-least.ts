/** A number of a car, by slot. */
export type Key = (slot: number) => number;

type Selection = {
  /** Of each only as much is asked as tells two cars apart. */
  keys: readonly Key[];
  compareIds(one: number, other: number): number;
  most: number;
};

/** The first so many by the keys, each the least first. */
export function selectLeast(
  slots: ArrayLike<number>,
  { keys, compareIds, most }: Selection,
): number[] {
  const best: number[] = [];
  const compare = (one: number, other: number): number => {
    for (const key of keys) {
      const difference = key(one) - key(other);
      if (difference !== 0) return difference;
    }
    return compareIds(one, other);
  };
  for (let each = 0; each < slots.length; each += 1) {
    const slot = slots[each]!;
    const last = best.length === most ? best.at(-1) : undefined;
    if (last !== undefined) {
      if (compare(slot, last) >= 0) continue;
      best.pop();
    }
    const at = best.findIndex((other) => compare(slot, other) < 0);
    best.splice(at < 0 ? best.length : at, 0, slot);
  }
  return best;
}
