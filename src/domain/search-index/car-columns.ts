import { yieldToEventLoop } from "./yield-to-event-loop.ts";

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
  await yieldToEventLoop(order.length, (start, end) => {
    for (let slot = start; slot < end; slot += 1) {
      const own = order[slot]! * width;
      for (let at = 0; at < width; at += 1) to[slot * width + at] = from[own + at]!;
    }
  });
  return to;
}

/** A column in a longer one. */
export function widen<Column extends { set(from: Column): void }>(
  from: Column,
  to: Column,
): Column {
  to.set(from);
  return to;
}
