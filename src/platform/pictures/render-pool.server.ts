import { Worker } from "node:worker_threads";
import { drawingKey, type PictureAddress } from "#packages/car-illustration/picture-address";
import type { WorkerResponse } from "./render.worker.ts";

/** Pictures for pages are drawn before those made in advance. */
export type RenderPriority = "page" | "background";

type RenderResult = WorkerResponse | { ok: false; code: "busy" | "closed" };

interface RenderPool {
  threadCount: number;
  submit(address: PictureAddress, priority: RenderPriority): RenderTicket;
  close(): Promise<void>;
}

export interface RenderTicket {
  result: Promise<RenderResult>;
  /** Moves a background picture to the queue of pages, because a page now waits for it. */
  hurry(): void;
}

interface Job {
  address: PictureAddress;
  settle(result: RenderResult): void;
}

/**
 * Draws pictures outside the thread that responds to requests. sharp already rasterises in other
 * threads, but the rest of the work takes a processor, and pages would wait for it.
 */
export function createRenderPool(options: {
  program?: URL;
  threadCount: number;
  /** If more pictures for pages than this wait, the pool returns `busy`. */
  maxWaiting: number;
}): RenderPool {
  const threads = Array.from({ length: options.threadCount }, () =>
    createRenderThread(options.program ?? PROGRAM),
  );
  const waiting: Record<RenderPriority, Job[]> = { page: [], background: [] };
  let isClosed = false;

  const startNext = (): void => {
    const idle = threads.filter((thread) => !thread.isBusy());
    const job = idle.length > 0 ? (waiting.page.shift() ?? waiting.background.shift()) : undefined;
    if (!job) return;
    const key = drawingKey(job.address);
    const thread = idle.find((each) => each.lastDrawing() === key) ?? idle[0]!;
    void thread.paint(job.address).then((result) => {
      job.settle(isClosed ? { ok: false, code: "closed" } : result);
      startNext();
    });
    startNext();
  };

  return {
    threadCount: options.threadCount,
    submit: (address, priority) => {
      if (isClosed) return refused("closed");
      if (priority === "page" && waiting.page.length >= options.maxWaiting) return refused("busy");
      const job: Job = { address, settle: () => {} };
      const result = new Promise<RenderResult>((resolve) => (job.settle = resolve));
      waiting[priority].push(job);
      startNext();
      return {
        result,
        hurry: () => {
          const index = waiting.background.indexOf(job);
          if (index >= 0) waiting.page.push(...waiting.background.splice(index, 1));
        },
      };
    },
    close: async () => {
      isClosed = true;
      for (const job of [...waiting.page.splice(0), ...waiting.background.splice(0)]) {
        job.settle({ ok: false, code: "closed" });
      }
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
}

function refused(code: "busy" | "closed"): RenderTicket {
  return { result: Promise.resolve({ ok: false, code }), hurry: () => {} };
}

/**
 * An idle thread ends after this time, because it takes about 40 MB. A visitor who views pictures
 * requests many within seconds, so it does not end in between.
 */
const IDLE_MS = 60_000;

/**
 * One worker thread. It starts with its first picture, and again after it crashed or was ended
 * because it was idle.
 */
interface RenderThread {
  isBusy(): boolean;
  /** The drawing whose raster the thread still caches. */
  lastDrawing(): string | undefined;
  /** Called for one picture at a time. Never throws: a dead thread is a failed result. */
  paint(address: PictureAddress): Promise<WorkerResponse>;
  stop(): Promise<void>;
}

/** The build puts the worker beside the server. Without a build, Node runs the source file. */
const PROGRAM = new URL(
  import.meta.env?.PROD ? "./render.worker.js" : "./render.worker.ts",
  import.meta.url,
);

function createRenderThread(program: URL): RenderThread {
  let worker: Worker | undefined;
  let settle: ((result: WorkerResponse) => void) | undefined;
  let lastDrawing: string | undefined;
  let idle: NodeJS.Timeout | undefined;

  const finish = (result: WorkerResponse): void => {
    settle?.(result);
    settle = undefined;
    // An idle thread must not keep the process alive.
    worker?.unref();
    if (worker) idle = setTimeout(() => void stop(), IDLE_MS).unref();
  };
  const lose = (lost: Worker, error: unknown): void => {
    if (worker !== lost) return;
    worker = undefined;
    lastDrawing = undefined;
    clearTimeout(idle);
    finish({ ok: false, error });
  };
  const stop = async (): Promise<void> => {
    const stopping = worker;
    if (stopping) lose(stopping, new Error("The thread was stopped."));
    await stopping?.terminate();
  };
  const start = (): Worker => {
    // Flags of the parent process, such as a test runner's, must not apply to the worker.
    const started = new Worker(program, { execArgv: [] });
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
        clearTimeout(idle);
        worker ??= start();
        settle = resolvePainted;
        lastDrawing = drawingKey(address);
        worker.ref();
        worker.postMessage(address);
      }),
    stop,
  };
}
