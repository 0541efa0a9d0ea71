import { setImmediate as nextTurn } from "node:timers/promises";

/** What is done of a long list before others have their turn: a millisecond, mostly. */
const CHUNK = 20_000;

/** Does something with a long list in pieces, so that the process serves on meanwhile. */
export async function yieldToEventLoop(
  length: number,
  work: (start: number, end: number) => void,
  eachTurn = CHUNK,
): Promise<void> {
  for (let start = 0; start < length; start += eachTurn) {
    work(start, Math.min(length, start + eachTurn));
    await nextTurn();
  }
}
