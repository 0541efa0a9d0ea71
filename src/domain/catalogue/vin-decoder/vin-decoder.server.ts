import { type VinDecoding, readVin } from "#values/vin.ts";
import { LRUCache } from "lru-cache";
import { log, loggableError } from "#platform/log/log.server.ts";
import { limitConcurrency } from "#platform/limit/concurrency.server.ts";
import { createVinThread, type VinThread } from "./vin-thread.server.ts";
import { Worker } from "node:worker_threads";
import type { PreparedVpic } from "./prepare-vpic.worker.ts";

export interface VinDecoder {
  decode(vin: string): Promise<VinDecoding>;
  /** Settles with the first attempt to prepare the database: whether it is there. */
  prepared: Promise<boolean>;
  close(): Promise<void>;
}

/** A full disk may have room again. */
const RETRY_MS = 10 * 60_000;
const DECODE_TIMEOUT_MS = 3_000;
/** Each takes some milliseconds; behind a queue this long, typing the car is quicker. */
const MOST_WAITING = 50;
/** The same car is looked up again by whoever fills in a form twice. */
const MOST_REMEMBERED = 500;

const NOT_READY: VinDecoding = { state: "not_ready" };

/**
 * Decodes VINs away from the thread that answers requests, with a database that is prepared behind
 * the start. Until it is there, and whenever the thread fails, the answer is `not_ready`.
 */
export function createVinDecoder(options: {
  /** For the prepared database alone: everything else in it is removed. */
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

/** The build puts it beside the server; unbuilt, Node runs the source as it is. */
const PROGRAM = new URL(
  import.meta.env?.PROD ? "./prepare-vpic.worker.js" : "./prepare-vpic.worker.ts",
  import.meta.url,
);

type Preparation = {
  /** The path of the database; rejects with what went wrong, and when it is stopped. */
  file: Promise<string>;
  stop(): Promise<unknown>;
};

/** Prepares the database in a thread of its own, which keeps no process alive. */
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

/** Called by the boot, which goes on at once: `prepared` settles when the database is there, or not. */
export function startVinDecoder(options: { folder: string }): Pick<VinDecoder, "prepared"> {
  decoder = createVinDecoder(options);
  return decoder;
}

export async function stopVinDecoder(): Promise<void> {
  await decoder?.close();
  decoder = undefined;
}

/**
 * What is known of the car with this VIN, as typed, from the vPIC data on this machine: nothing is
 * asked of anybody outside. Never throws, and answers within seconds: `not_ready` while the database
 * is prepared, when too many wait, and where the decoder failed.
 */
export async function decodeVin(vin: string): Promise<VinDecoding> {
  return decoder ? decoder.decode(vin) : { state: "not_ready" };
}
