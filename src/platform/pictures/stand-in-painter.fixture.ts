import { setTimeout as pause } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import type { PictureAddress } from "#packages/car-illustration/picture-address";
import type { WorkerResponse } from "./render.worker.ts";

// A thread that responds as the painter's thread does, one picture after the other. The real one
// takes a processor for a tenth of a second for each picture.
parentPort?.on("message", async (address: PictureAddress) => {
  await pause(20);
  const result: WorkerResponse = { ok: true, bytes: Buffer.from(JSON.stringify(address)) };
  parentPort?.postMessage(result);
});
