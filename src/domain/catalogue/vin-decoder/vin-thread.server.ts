import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type { VinDecoding } from "#values/vin.ts";

/** One thread that decodes one VIN at a time. It starts with its first, and anew after it has died. */
export interface VinThread {
  /** Null where the thread died over it or took too long. Never throws. */
  decode(vin: string): Promise<VinDecoding | null>;
  stop(): Promise<void>;
}

const WORKER_FILE = "src/domain/catalogue/vin-decoder/decode-vin.worker.ts";

export function createVinThread(options: {
  projectRoot: string;
  databaseFile: string;
  timeoutMs: number;
}): VinThread {
  let worker: Worker | undefined;
  let settle: ((decoding: VinDecoding | null) => void) | undefined;

  const finish = (decoding: VinDecoding | null): void => {
    settle?.(decoding);
    settle = undefined;
    // A thread at rest must not keep the process alive.
    worker?.unref();
  };
  const lose = (lost: Worker): void => {
    if (worker !== lost) return;
    worker = undefined;
    finish(null);
  };
  const start = (): Worker => {
    const started = new Worker(resolve(options.projectRoot, WORKER_FILE), {
      workerData: { file: options.databaseFile },
      // Flags of the parent, such as a test runner's, are not for the worker.
      execArgv: [],
      // Corgi writes a failed VIN to the console, and a VIN belongs in no log.
      stdout: true,
      stderr: true,
    });
    started.stdout.resume();
    started.stderr.resume();
    started.on("message", (decoding: VinDecoding) => {
      // A late answer of a thread that was given up is about another VIN.
      if (worker === started) finish(decoding);
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
      new Promise((answer) => {
        worker ??= start();
        worker.ref();
        const timer = setTimeout(() => void stop(), options.timeoutMs);
        settle = (decoding) => {
          clearTimeout(timer);
          answer(decoding);
        };
        worker.postMessage(vin);
      }),
    stop,
  };
}
