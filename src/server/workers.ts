import { log } from "#platform/log/log.server.ts";

/** What the main process sends to the workers. */
export type MachineMessage =
  | { kind: "database"; url: string; failedStarts: number }
  | { kind: "vin prepared" }
  | { kind: "stop" };

/** What a worker sends once it listens for these messages. */
export const ASKS_FOR_MACHINE = "asks for machine";

/** The part of node:cluster's worker that is used here. */
type WorkerProcess = {
  on(event: "exit", listener: (code: number | null) => void): unknown;
  on(event: "listening", listener: (address: { port: number }) => void): unknown;
  send(message: MachineMessage): unknown;
  process: { kill(signal: NodeJS.Signals): unknown };
};

export type Workers = {
  /** Resolves with the port once all workers listen. Rejects if one ends before that. */
  ready: Promise<number>;
  broadcast(message: MachineMessage): void;
  /** Asks the workers to end; any that takes longer than `timeoutMs` is killed. */
  stop(timeoutMs: number): Promise<void>;
};

/** The site did not start; the worker has logged why. */
export class WorkerFailed extends Error {
  override name = "WorkerFailed";
}

/** A worker that crashes again and again must not take the processors from the others. */
const PAUSES_MS = [0, 250, 500, 1_000, 2_000, 5_000];
/** A worker that ran this long did not crash from something that every start meets. */
const STEADY_MS = 30_000;

/** Limits of the connection pools, so that a machine opens no more connections than it needs. */
const CONNECTIONS_OF_A_MACHINE = 60;
const MOST_OF_A_WORKER = 20;
const FEWEST_OF_A_WORKER = 5;
/**
 * Besides its pool, each worker has a connection for its database watch and one for short use;
 * `FOR_OTHERS` is for the first worker's queue and for the operator's commands.
 */
const BESIDE_THE_POOL = 2;
const FOR_OTHERS = 30;

/** The connections of each of `count` workers, and of the whole machine with everything else. */
export function shareConnections(count: number): { ofWorker: number; ofMachine: number } {
  const share = Math.floor(CONNECTIONS_OF_A_MACHINE / count);
  const ofWorker = Math.max(FEWEST_OF_A_WORKER, Math.min(MOST_OF_A_WORKER, share));
  return { ofWorker, ofMachine: Math.max(100, count * (ofWorker + BESIDE_THE_POOL) + FOR_OTHERS) };
}

/** Keeps `count` workers running: one that dies is replaced, after a pause that grows. */
export function superviseWorkers(options: {
  count: number;
  /** Starts the worker with this number; the first is 0. */
  fork: (slot: number) => WorkerProcess;
}): Workers {
  const { count, fork } = options;
  const ready = Promise.withResolvers<number>();
  // If it is stopped before it was ready, nobody awaits this promise.
  ready.promise.catch(() => {});
  const living = new Map<number, WorkerProcess>();
  const listening = new Set<number>();
  /** Timers of the next start, by the number of the worker to replace. */
  const pauses = new Map<number, NodeJS.Timeout>();
  const stopping = new AbortController();
  const allGone = Promise.withResolvers<void>();
  let isReady = false;

  const start = (slot: number, shortLives: number) => {
    const startedAt = performance.now();
    const worker = fork(slot);
    living.set(slot, worker);
    worker.on("listening", ({ port }) => {
      listening.add(slot);
      isReady ||= listening.size === count;
      if (isReady) ready.resolve(port);
    });
    worker.on("exit", (code) => {
      living.delete(slot);
      if (stopping.signal.aborted) {
        if (living.size === 0) allGone.resolve();
      } else if (isReady) {
        const hasLived = performance.now() - startedAt >= STEADY_MS;
        replace(slot, hasLived ? 0 : shortLives);
      } else ready.reject(new WorkerFailed(`A worker ended with ${code} before the site was up.`));
    });
  };

  const replace = (slot: number, shortLives: number) => {
    const durationMs = PAUSES_MS[shortLives] ?? PAUSES_MS.at(-1) ?? 0;
    log.error("a worker has ended: starting another", { count: slot + 1, durationMs });
    const startNext = () => {
      pauses.delete(slot);
      start(slot, shortLives + 1);
    };
    pauses.set(slot, setTimeout(startNext, durationMs));
  };

  for (let slot = 0; slot < count; slot += 1) start(slot, 0);

  return {
    ready: ready.promise,
    broadcast: (message) => {
      for (const worker of living.values()) worker.send(message);
    },
    async stop(timeoutMs) {
      stopping.abort();
      for (const pause of pauses.values()) clearTimeout(pause);
      if (living.size === 0) return;
      for (const worker of living.values()) worker.send({ kind: "stop" });
      const timer = setTimeout(() => {
        log.warn("workers took too long to end", { count: living.size });
        for (const worker of living.values()) worker.process.kill("SIGKILL");
      }, timeoutMs);
      await allGone.promise;
      clearTimeout(timer);
    },
  };
}
