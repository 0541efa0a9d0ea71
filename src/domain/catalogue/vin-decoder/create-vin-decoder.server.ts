import { LRUCache } from "lru-cache";
import { log, loggableError } from "#platform/log/log.server.ts";
import { limitConcurrency } from "#platform/limit/concurrency.server.ts";
import { readVin, type VinDecoding } from "#values/vin.ts";
import { prepareInThread } from "./prepare-thread.server.ts";
import { createVinThread, type VinThread } from "./vin-thread.server.ts";

export interface VinDecoder {
  decode(vin: string): Promise<VinDecoding>;
  /** Settles with the first attempt to prepare the database: whether it is there. */
  prepared: Promise<boolean>;
  close(): Promise<void>;
}

/** A full disk may have room again. */
const RETRY_MS = 10 * 60_000;
const DECODE_TIMEOUT_MS = 3_000;
/** Each takes some milliseconds; whoever comes after so many is better off typing. */
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
  projectRoot: string;
  timeoutMs?: number;
}): VinDecoder {
  const { folder, projectRoot, timeoutMs = DECODE_TIMEOUT_MS } = options;
  const inTurn = limitConcurrency(1);
  const remembered = new LRUCache<string, VinDecoding>({ max: MOST_REMEMBERED });
  let thread: VinThread | undefined;
  let waiting = 0;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  let preparation = prepareInThread(projectRoot, folder);

  const adopt = async (): Promise<boolean> => {
    try {
      const databaseFile = await preparation.file;
      if (!isClosed) thread = createVinThread({ projectRoot, databaseFile, timeoutMs });
    } catch (error) {
      if (isClosed) return false;
      log.warn("the VIN database could not be prepared", { error: loggableError(error) });
      retry = setTimeout(() => {
        preparation = prepareInThread(projectRoot, folder);
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
