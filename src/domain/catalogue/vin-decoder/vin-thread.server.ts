import { Worker } from "node:worker_threads";
import type { VinDecoding } from "#values/vin.ts";

/**
 * One thread that decodes one VIN at a time. It starts with its first, and anew after it has died or had
 * nothing to do for a while.
 */
export interface VinThread {
  /** Null where the thread died over it, or took longer than `timeoutMs`. Never throws. */
  decode(vin: string): Promise<VinDecoding | null>;
  stop(): Promise<void>;
}

/** What a thread says first, once it has loaded its sources and opened the database. */
export const READY = "ready";
/** On a busy machine loading takes seconds, over which no VIN is to be given up. */
const START_TIMEOUT_MS = 30_000;
/** With the database, of which it maps what it reads, it takes up to a hundred megabytes. */
const IDLE_MS = 60_000;
/** The build puts it beside the server; unbuilt, Node runs the source as it is. */
const PROGRAM = new URL(
  import.meta.env?.PROD ? "./decode-vin.worker.js" : "./decode-vin.worker.ts",
  import.meta.url,
);

export function createVinThread(options: { databaseFile: string; timeoutMs: number }): VinThread {
  let worker: Worker | undefined;
  let isReady = false;
  let settle: ((decoding: VinDecoding | null) => void) | undefined;
  let timer: NodeJS.Timeout | undefined;

  const giveUpAfter = (timeoutMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void stop(), timeoutMs);
  };
  const finish = (decoding: VinDecoding | null): void => {
    clearTimeout(timer);
    settle?.(decoding);
    settle = undefined;
    if (!worker) return;
    // A thread at rest must not keep the process alive.
    worker.unref();
    timer = setTimeout(() => void stop(), IDLE_MS).unref();
  };
  const lose = (lost: Worker): void => {
    if (worker !== lost) return;
    worker = undefined;
    isReady = false;
    finish(null);
  };
  const start = (): Worker => {
    const started = new Worker(PROGRAM, {
      workerData: { file: options.databaseFile },
      // Flags of the parent, such as a test runner's, are not for the worker.
      execArgv: [],
      // Corgi writes a failed VIN to the console, and a VIN belongs in no log.
      stdout: true,
      stderr: true,
    });
    started.stdout.resume();
    started.stderr.resume();
    started.on("message", (message: VinDecoding | typeof READY) => {
      // A late answer of a thread that was given up is about another VIN.
      if (worker !== started) return;
      if (message !== READY) return finish(message);
      isReady = true;
      if (settle) giveUpAfter(options.timeoutMs);
    });
    started.on("error", () => lose(started));
    started.on("exit", () => lose(started));
    return started;
  };
  const stop = async (): Promise<void> => {
    const stopping = worker;
    if (stopping) lose(stopping);
    await stopping?.terminate();
  };

  return {
    decode: (vin) =>
      new Promise((resolve) => {
        worker ??= start();
        worker.ref();
        settle = resolve;
        giveUpAfter(isReady ? options.timeoutMs : START_TIMEOUT_MS);
        worker.postMessage(vin);
      }),
    stop,
  };
}
