import { type VinDecoding, readVin } from "#values/vin.ts";
import { LRUCache } from "lru-cache";
import { log, loggableError } from "#platform/log/log.server.ts";
import { limitConcurrency } from "#platform/limit/concurrency.server.ts";
import { createVinThread, type VinThread } from "./vin-thread.server.ts";
import { Worker } from "node:worker_threads";
import type { PreparedVpic } from "./prepare-vpic.worker.ts";

export interface VinDecoder {
  decode(vin: string): Promise<VinDecoding>;
  /** Resolves after the first attempt to prepare the database, with whether it is ready. */
  prepared: Promise<boolean>;
  close(): Promise<void>;
}

/** A full disk may have room again by then. */
const RETRY_MS = 10 * 60_000;
const DECODE_TIMEOUT_MS = 3_000;
/** Each takes some milliseconds; behind a queue of this length, typing the car is faster. */
const MOST_WAITING = 50;
/** The same car is looked up again if a person fills in a form twice. */
const MOST_REMEMBERED = 500;

const NOT_READY: VinDecoding = { state: "not_ready" };

/**
 * Decodes VINs outside the thread that answers requests, with a database that is prepared in the
 * background after the start. Until the database is ready, and whenever the thread fails, the
 * result is `not_ready`.
 */
export function createVinDecoder(options: {
  /** Only for the prepared database: everything else in it is deleted. */
  folder: string;
  timeoutMs?: number;
}): VinDecoder {
  const { folder, timeoutMs = DECODE_TIMEOUT_MS } = options;
  const inTurn = limitConcurrency(1);
  const remembered = new LRUCache<string, VinDecoding>({ max: MOST_REMEMBERED });
  let thread: VinThread | undefined;
  let waiting = 0;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  let preparation = prepareInThread(folder);

  const adopt = async (): Promise<boolean> => {
    try {
      const databaseFile = await preparation.file;
      if (!isClosed) thread = createVinThread({ databaseFile, timeoutMs });
    } catch (error) {
      if (isClosed) return false;
      log.warn("the VIN database could not be prepared", { error: loggableError(error) });
      retry = setTimeout(() => {
        preparation = prepareInThread(folder);
        void adopt();
      }, RETRY_MS).unref();
    }
    return thread !== undefined;
  };
  const prepared = adopt();

  return {
    prepared,
    decode: async (typed) => {
      const reading = readVin(typed);
      if (!reading.ok) return { state: "refused", code: reading.code };
      const known = remembered.get(reading.vin);
      if (known) return known;
      const decoder = thread;
      if (!decoder || waiting >= MOST_WAITING) return NOT_READY;
      waiting += 1;
      const decoding = await inTurn(() => decoder.decode(reading.vin));
      waiting -= 1;
      if (!decoding) return NOT_READY;
      remembered.set(reading.vin, decoding);
      return decoding;
    },
    close: async () => {
      isClosed = true;
      clearTimeout(retry);
      await Promise.all([preparation.stop(), thread?.stop()]);
      thread = undefined;
    },
  };
}

/** In a build the program is beside the server; without one, Node runs the source directly. */
const PROGRAM = new URL(
  import.meta.env?.PROD ? "./prepare-vpic.worker.js" : "./prepare-vpic.worker.ts",
  import.meta.url,
);

type Preparation = {
  /** The path of the database; rejects with the error, and when the preparation is stopped. */
  file: Promise<string>;
  stop(): Promise<unknown>;
};

/** Prepares the database in its own thread, which does not keep the process alive. */
function prepareInThread(folder: string): Preparation {
  const worker = new Worker(PROGRAM, { workerData: { folder }, execArgv: [] });
  worker.unref();
  const file = new Promise<string>((done, failed) => {
    worker.once("message", (prepared: PreparedVpic) => done(prepared.file));
    worker.once("error", failed);
    worker.once("exit", () => failed(new Error("The thread ended before the database was ready.")));
  });
  return { file, stop: () => worker.terminate() };
}

let decoder: VinDecoder | undefined;

/**
 * Called at boot, which does not wait: `prepared` resolves when the database is ready, or failed.
 */
export function startVinDecoder(options: { folder: string }): Pick<VinDecoder, "prepared"> {
  decoder = createVinDecoder(options);
  return decoder;
}

export async function stopVinDecoder(): Promise<void> {
  await decoder?.close();
  decoder = undefined;
}

/**
 * The details of the car with this VIN, as typed, from the vPIC data on this machine: no other
 * server is asked. Never throws, and returns within seconds: `not_ready` while the database is
 * prepared, if too many requests wait, and if the decoder failed.
 */
export async function decodeVin(vin: string): Promise<VinDecoding> {
  return decoder ? decoder.decode(vin) : { state: "not_ready" };
}
