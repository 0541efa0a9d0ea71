import { LRUCache } from "lru-cache";
import type { Bitmap } from "#packages/faceted-index/bitmap";
import type { CarRows } from "./car-index.ts";

/** Each costs a bit a car. */
const MOST_WORDS = 64;

type Word = {
  /** Null once its cars are all marked: until then, whose words were read anew meanwhile. */
  readSince: Set<string> | null;
};

/**
 * The cars whose words begin with one that was looked for lately, as marks of their rows. Which words
 * a car has is for PostgreSQL to say: what a word finds is read there once, and again for each car
 * that changes.
 */
export class WordCache {
  readonly #words = new LRUCache<string, Word>({
    max: MOST_WORDS,
    dispose: (_, word) => this.#rows.forEach((rows) => rows.endMark(word)),
  });
  readonly #rows: readonly CarRows[];
  /** Counts the words that began to be kept: whoever reads for all of them sees whether one joined. */
  begun = 0;

  constructor(rows: readonly CarRows[]) {
    this.#rows = rows;
  }

  /** Null where one of them is not known whole. */
  find(words: readonly string[], rows: CarRows): Bitmap[] | null {
    const found = words.flatMap((word) =>
      this.#words.get(word)?.readSince === null ? (rows.marked(word) ?? []) : [],
    );
    return found.length === words.length ? found : null;
  }

  list(): string[] {
    return [...this.#words.keys()];
  }

  has(word: string): boolean {
    return this.#words.has(word);
  }

  /** Before it is read which cars have it. */
  begin(word: string): void {
    this.#words.set(word, { readSince: new Set() });
    for (const rows of this.#rows) rows.beginMark(word);
    this.begun += 1;
  }

  /** A car that has the word, as it was read all at once: what was read of it later stays. */
  add(word: string, id: string): void {
    if (!this.#words.peek(word)?.readSince?.has(id)) this.#mark(word, id, true);
  }

  finish(word: string): void {
    const known = this.#words.peek(word);
    if (known) known.readSince = null;
  }

  /** A car that came or changed, and which of the words it has. */
  note(id: string, words: ReadonlySet<string>): void {
    for (const [word, { readSince }] of this.#words.entries()) {
      readSince?.add(id);
      this.#mark(word, id, words.has(word));
    }
  }

  forget(word: string): void {
    this.#words.delete(word);
  }

  #mark(word: string, id: string, hasWord: boolean): void {
    for (const rows of this.#rows) rows.setMark(word, id, hasWord);
  }
}
