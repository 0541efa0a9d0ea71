import { setTimeout as pause } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import type { PictureAddress } from "#packages/car-illustration/picture-address";
import type { WorkerResponse } from "./render.worker.ts";

// A thread that answers as the painter's does, one picture after the other: a real one takes a
// processor for a tenth of a second.
parentPort?.on("message", async (address: PictureAddress) => {
  await pause(20);
  const result: WorkerResponse = { ok: true, bytes: Buffer.from(JSON.stringify(address)) };
  parentPort?.postMessage(result);
});
