import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type { PreparedVpic } from "./prepare-vpic.worker.ts";

const WORKER_FILE = "src/domain/catalogue/vin-decoder/prepare-vpic.worker.ts";

export type Preparation = {
  /** The path of the database; rejects with what went wrong, and when it is stopped. */
  file: Promise<string>;
  stop(): Promise<unknown>;
};

/** Prepares the database in a thread of its own, which keeps no process alive. */
export function prepareInThread(projectRoot: string, folder: string): Preparation {
  const worker = new Worker(resolve(projectRoot, WORKER_FILE), {
    workerData: { folder },
    execArgv: [],
  });
  worker.unref();
  const file = new Promise<string>((done, failed) => {
    worker.once("message", (prepared: PreparedVpic) => done(prepared.file));
    worker.once("error", failed);
    worker.once("exit", () => failed(new Error("The thread ended before the database was ready.")));
  });
  return { file, stop: () => worker.terminate() };
}
