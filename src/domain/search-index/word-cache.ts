import { LRUCache } from "lru-cache";
import type { Bitmap } from "#packages/faceted-index/bitmap";
import type { CarRows } from "./car-index.ts";

/** Each word costs one bit per car. */
const MOST_WORDS = 64;

type Word = {
  /**
   * Null once all of its cars are marked; until then, the ids of cars whose words were read again
   * meanwhile.
   */
  readSince: Set<string> | null;
};

/**
 * The cars with a word that begins with a recently searched one, as marks of their rows. PostgreSQL
 * decides which words a car has: the cars of a word are read there once, and each changed car
 * again.
 */
export class WordCache {
  readonly #words = new LRUCache<string, Word>({
    max: MOST_WORDS,
    dispose: (_, word) => this.#rows.forEach((rows) => rows.endMark(word)),
  });
  readonly #rows: readonly CarRows[];
  /**
   * The number of words that were ever begun: code that reads cars for all words can see whether
   * one was added.
   */
  begun = 0;

  constructor(rows: readonly CarRows[]) {
    this.#rows = rows;
  }

  /** Null if one of the words is not completely read. */
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

  /** Called before the cars of the word are read. */
  begin(word: string): void {
    this.#words.set(word, { readSince: new Set() });
    for (const rows of this.#rows) rows.beginMark(word);
    this.begun += 1;
  }

  /**
   * Adds a car that has the word, from the read of all cars; a later read of this car takes
   * precedence.
   */
  add(word: string, id: string): void {
    if (!this.#words.peek(word)?.readSince?.has(id)) this.#mark(word, id, true);
  }

  finish(word: string): void {
    const known = this.#words.peek(word);
    if (known) known.readSince = null;
  }

  /** Records which of the words a new or changed car has. */
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
