// COPY through node-postgres, which implements its protocol but has no streams for it.
import { Readable } from "node:stream";
import type pg from "pg";

declare module "pg" {
  // Methods of the connection passed to a Submittable that @types/pg leaves out.
  interface Connection {
    query(text: string): void;
    sendCopyFromChunk(chunk: Buffer): void;
    endCopyFrom(): void;
    sendCopyFail(message: string): void;
  }
}

/** The output of `COPY … TO STDOUT`. A slow reader makes the server wait. */
export class CopyOut extends Readable implements pg.Submittable {
  /** The number of rows, once the stream has ended. */
  rowCount = 0;
  readonly #command: string;
  #connection: pg.Connection | undefined;

  constructor(command: string) {
    super();
    this.#command = command;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#command);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: pg.Connection): void {
    // A copy of the bytes: the parser writes the next message over them.
    if (!this.push(Buffer.from(chunk))) connection.stream.pause();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rowCount = readRowCount(text);
  }

  handleReadyForQuery(): void {
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#connection?.stream.resume();
    done(error);
  }
}

/**
 * `COPY … FROM STDIN`: call `write` until there is no more, then `end`, which returns the number of
 * rows.
 */
export class CopyIn implements pg.Submittable {
  readonly #command: string;
  readonly #ready = Promise.withResolvers<pg.Connection>();
  readonly #done = Promise.withResolvers<number>();
  #rowCount = 0;

  constructor(command: string) {
    this.#command = command;
    // `write` and `end` throw a failure; before they are called nothing awaits these promises.
    this.#ready.promise.catch(() => {});
    this.#done.promise.catch(() => {});
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#command);
  }

  handleCopyInResponse(connection: pg.Connection): void {
    this.#ready.resolve(connection);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rowCount = readRowCount(text);
  }

  handleReadyForQuery(): void {
    this.#done.resolve(this.#rowCount);
  }

  handleError(error: Error): void {
    this.#ready.reject(error);
    this.#done.reject(error);
  }

  /** Resolves when there is room for more. */
  async write(chunk: Buffer): Promise<void> {
    const connection = await this.#ready.promise;
    connection.sendCopyFromChunk(chunk);
    if (!connection.stream.writableNeedDrain) return;
    const drained = Promise.withResolvers<void>();
    const settle = () => drained.resolve();
    connection.stream.once("drain", settle);
    try {
      await Promise.race([drained.promise, this.#done.promise]);
    } finally {
      connection.stream.off("drain", settle);
    }
  }

  async end(): Promise<number> {
    const connection = await this.#ready.promise;
    connection.endCopyFrom();
    return this.#done.promise;
  }

  /** Aborts the COPY, so that the connection can take the next command. */
  async abandon(): Promise<void> {
    try {
      const connection = await this.#ready.promise;
      connection.sendCopyFail("given up");
      await this.#done.promise;
    } catch {
      // The server confirms with the very error that was requested.
    }
  }
}

/** The tag of a finished COPY, such as `COPY 128`. */
function readRowCount(tag: string): number {
  return Number(tag.split(" ").at(-1));
}
