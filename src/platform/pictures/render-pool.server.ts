import { drawingKey, type PictureAddress } from "#packages/car-illustration/picture-address";
import { createRenderThread } from "./render-thread.server.ts";
import type { WorkerAnswer } from "./render.worker.ts";

/** A page's pictures come before those that are made in advance. */
export type RenderPriority = "page" | "background";

export type RenderAnswer = WorkerAnswer | { ok: false; code: "busy" | "closed" };

export interface RenderPool {
  threadCount: number;
  submit(address: PictureAddress, priority: RenderPriority): RenderTicket;
  close(): Promise<void>;
}

export interface RenderTicket {
  answer: Promise<RenderAnswer>;
  /** Moves a background picture in among those of pages, because a page now waits for it. */
  hurry(): void;
}

interface Job {
  address: PictureAddress;
  settle(answer: RenderAnswer): void;
}

/** Draws pictures away from the thread that answers requests. */
export function createRenderPool(options: {
  projectRoot: string;
  threadCount: number;
  /** More pictures of pages than this do not wait: the pool answers `busy`. */
  maxWaiting: number;
}): RenderPool {
  const threads = Array.from({ length: options.threadCount }, () =>
    createRenderThread(options.projectRoot),
  );
  const waiting: Record<RenderPriority, Job[]> = { page: [], background: [] };
  let isClosed = false;

  const startNext = (): void => {
    const idle = threads.filter((thread) => !thread.isBusy());
    const job = idle.length > 0 ? (waiting.page.shift() ?? waiting.background.shift()) : undefined;
    if (!job) return;
    const key = drawingKey(job.address);
    const thread = idle.find((each) => each.lastDrawing() === key) ?? idle[0]!;
    void thread.paint(job.address).then((answer) => {
      job.settle(isClosed ? { ok: false, code: "closed" } : answer);
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
      const answer = new Promise<RenderAnswer>((resolve) => (job.settle = resolve));
      waiting[priority].push(job);
      startNext();
      return {
        answer,
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
  return { answer: Promise.resolve({ ok: false, code }), hurry: () => {} };
}
