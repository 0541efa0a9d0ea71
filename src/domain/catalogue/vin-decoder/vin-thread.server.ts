import { Worker } from "node:worker_threads";
import type { VinDecoding } from "#values/vin.ts";

/**
 * One thread that decodes one VIN at a time. It starts with the first VIN, and again after it
 * failed or was stopped because it was idle.
 */
export interface VinThread {
  /**
   * Resolves with null if the thread failed on it, or took longer than `timeoutMs`. Never throws.
   */
  decode(vin: string): Promise<VinDecoding | null>;
  stop(): Promise<void>;
}

/** The first message of a thread, once it has loaded its sources and opened the database. */
export const READY = "ready";
/** On a busy machine loading takes seconds; the time limit of a VIN must not include them. */
const START_TIMEOUT_MS = 30_000;
/**
 * After this it is stopped: with the parts of the database that it maps, it takes up to a hundred
 * megabytes.
 */
const IDLE_MS = 60_000;
/** In a build the program is beside the server; without one, Node runs the source directly. */
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
    // An idle thread must not keep the process alive.
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
      // The parent's flags, such as a test runner's, are not for the worker.
      execArgv: [],
      // Corgi prints a failed VIN to the console, and no VIN may be logged.
      stdout: true,
      stderr: true,
    });
    started.stdout.resume();
    started.stderr.resume();
    started.on("message", (message: VinDecoding | typeof READY) => {
      // A late answer of a thread that was stopped belongs to another VIN.
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
