import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { drawingKey, type PictureAddress } from "#packages/car-illustration/picture-address";
import type { WorkerAnswer } from "./render.worker.ts";

/** One worker thread. It starts with its first picture, and anew after it has died. */
export interface RenderThread {
  isBusy(): boolean;
  /** The drawing whose pixels the thread still holds. */
  lastDrawing(): string | undefined;
  /** Asked for one picture at a time. Never throws: a dead thread is a failed answer. */
  paint(address: PictureAddress): Promise<WorkerAnswer>;
  stop(): Promise<void>;
}

const WORKER_FILE = "src/platform/pictures/render.worker.ts";

export function createRenderThread(projectRoot: string): RenderThread {
  let worker: Worker | undefined;
  let settle: ((answer: WorkerAnswer) => void) | undefined;
  let lastDrawing: string | undefined;

  const finish = (answer: WorkerAnswer): void => {
    settle?.(answer);
    settle = undefined;
    // A thread at rest must not keep the process alive.
    worker?.unref();
  };
  const lose = (lost: Worker, error: unknown): void => {
    if (worker !== lost) return;
    worker = undefined;
    lastDrawing = undefined;
    finish({ ok: false, error });
  };
  const start = (): Worker => {
    // Flags of the parent, such as a test runner's, are not for the worker.
    const started = new Worker(resolve(projectRoot, WORKER_FILE), { execArgv: [] });
    started.on("message", finish);
    started.on("error", (error) => lose(started, error));
    started.on("exit", () => lose(started, new Error("The thread ended.")));
    return started;
  };

  return {
    isBusy: () => settle !== undefined,
    lastDrawing: () => lastDrawing,
    paint: (address) =>
      new Promise((resolvePainted) => {
        worker ??= start();
        settle = resolvePainted;
        lastDrawing = drawingKey(address);
        worker.ref();
        worker.postMessage(address);
      }),
    stop: async () => {
      const stopping = worker;
      if (stopping) lose(stopping, new Error("The thread was stopped."));
      await stopping?.terminate();
    },
  };
}
