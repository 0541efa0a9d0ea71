import { type Bitmap, hasBit } from "./bitmap.ts";
import { callNotInlined } from "./call-not-inlined.ts";

/** Where an entry stands: its chunk, and its place in there. */
type Position = { chunk: number; at: number };

const CHUNK_SIZE = 1_024;

/**
 * Slots in an order that is kept while cars come, go and change: a list of short sorted pieces, so
 * that a change moves a thousand numbers at most. No two slots may compare as equal.
 */
export class SortedSlots {
  readonly #compare: (one: number, other: number) => number;
  #chunks: Int32Array[] = [];
  #lengths: number[] = [];

  constructor(compare: (one: number, other: number) => number) {
    this.#compare = compare;
  }

  /** Takes over slots that are sorted already, in place of all that was there. */
  fill(sorted: Int32Array): void {
    this.#chunks = [];
    this.#lengths = [];
    for (let at = 0; at < sorted.length; at += CHUNK_SIZE) {
      const slots = sorted.subarray(at, at + CHUNK_SIZE);
      const chunk = new Int32Array(CHUNK_SIZE);
      chunk.set(slots);
      this.#chunks.push(chunk);
      this.#lengths.push(slots.length);
    }
  }

  add(slot: number): void {
    const { chunk, at } = this.find((each) => this.#compare(each, slot));
    // Behind the very last one: there is no chunk of that number.
    if (chunk === this.#chunks.length) return this.#append(slot);
    this.#insert({ chunk, at }, slot);
  }

  /** Asked for before anything changes by which it is sorted. */
  remove(slot: number): void {
    const { chunk, at } = this.find((each) => this.#compare(each, slot));
    const slots = this.#chunks[chunk];
    const length = this.#lengths[chunk];
    if (!slots || length === undefined || slots[at] !== slot) {
      throw new Error("A car stands elsewhere in its order than it was put.");
    }
    slots.copyWithin(at, at + 1, length);
    this.#lengths[chunk] = length - 1;
    if (length > 1) return;
    this.#chunks.splice(chunk, 1);
    this.#lengths.splice(chunk, 1);
  }

  /** The first slot of which `compare` is not below 0; behind the last one where there is none. */
  find(compare: (slot: number) => number): Position {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const last = this.#chunks[middle]![this.#lengths[middle]! - 1]!;
      if (compare(last) < 0) low = middle + 1;
      else high = middle;
    }
    const chunk = low;
    const slots = this.#chunks[chunk];
    if (!slots) return { chunk, at: 0 };
    low = 0;
    high = this.#lengths[chunk]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(slots[middle]!) < 0) low = middle + 1;
      else high = middle;
    }
    return { chunk, at: low };
  }

  /** Visits from a position on until `visit` says to stop. */
  walk({ chunk, at }: Position, visit: (slot: number) => boolean): void {
    let from = at;
    for (let each = chunk; each < this.#chunks.length; each += 1, from = 0) {
      const slots = this.#chunks[each]!;
      const length = this.#lengths[each]!;
      for (let index = from; index < length; index += 1) if (visit(slots[index]!)) return;
    }
  }

  /** Those from one position to another, as pieces of sorted slots: `slots` from `start` to `end`. */
  *pieces(
    from: Position,
    to: Position,
  ): Generator<{ slots: Int32Array; start: number; end: number }> {
    for (let each = from.chunk; each <= to.chunk && each < this.#chunks.length; each += 1) {
      yield {
        slots: this.#chunks[each]!,
        start: each === from.chunk ? from.at : 0,
        end: each === to.chunk ? to.at : this.#lengths[each]!,
      };
    }
  }

  /** Visits backwards, from just before a position on. */
  walkBack({ chunk, at }: Position, visit: (slot: number) => boolean): void {
    let from = at - 1;
    for (let each = chunk; each >= 0; each -= 1) {
      const slots = this.#chunks[each];
      for (let index = from; slots && index >= 0; index -= 1) if (visit(slots[index]!)) return;
      from = (this.#lengths[each - 1] ?? 0) - 1;
    }
  }

  /**
   * The slots at some places among those of a set, counted from 0.
   *
   * @param positions rising; the set has as many
   */
  pick(bits: Bitmap, positions: readonly number[]): number[] {
    const picked: number[] = [];
    let passed = 0;
    for (
      let chunk = 0;
      chunk < this.#chunks.length && picked.length < positions.length;
      chunk += 1
    ) {
      const slots = this.#chunks[chunk]!;
      const length = this.#lengths[chunk]!;
      const here = callNotInlined(countAmong, bits, slots, length);
      if (positions[picked.length]! < passed + here) {
        const among = slots.subarray(0, length).filter((slot) => hasBit(bits, slot));
        for (const position of positions.slice(picked.length)) {
          if (position < passed + here) picked.push(among[position - passed]!);
        }
      }
      passed += here;
    }
    return picked;
  }

  /** Null where none is in the set. */
  pickLast(bits: Bitmap): number | null {
    let last: number | null = null;
    this.walkBack(this.end, (slot) => {
      if (hasBit(bits, slot)) last = slot;
      return last !== null;
    });
    return last;
  }

  get start(): Position {
    return { chunk: 0, at: 0 };
  }

  get end(): Position {
    return { chunk: this.#chunks.length, at: 0 };
  }

  #append(slot: number): void {
    const last = this.#chunks.length - 1;
    const length = this.#lengths[last];
    if (length !== undefined && length < CHUNK_SIZE) {
      this.#chunks[last]![length] = slot;
      this.#lengths[last] = length + 1;
      return;
    }
    const chunk = new Int32Array(CHUNK_SIZE);
    chunk[0] = slot;
    this.#chunks.push(chunk);
    this.#lengths.push(1);
  }

  #insert({ chunk, at }: Position, slot: number): void {
    const slots = this.#chunks[chunk]!;
    const length = this.#lengths[chunk]!;
    if (length === CHUNK_SIZE) {
      const half = CHUNK_SIZE / 2;
      const upper = new Int32Array(CHUNK_SIZE);
      upper.set(slots.subarray(half));
      this.#chunks.splice(chunk + 1, 0, upper);
      this.#lengths.splice(chunk, 1, half, half);
      const isUpper = at > half;
      return this.#insert(
        { chunk: isUpper ? chunk + 1 : chunk, at: isUpper ? at - half : at },
        slot,
      );
    }
    slots.copyWithin(at + 1, at, length);
    slots[at] = slot;
    this.#lengths[chunk] = length + 1;
  }
}

/** A small function with one loop: the engine compiles it whole. */
function countAmong(bits: Bitmap, slots: Int32Array, length: number): number {
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    const slot = slots[at]!;
    count += (bits[slot >>> 5]! >>> (slot & 31)) & 1;
  }
  return count;
}
