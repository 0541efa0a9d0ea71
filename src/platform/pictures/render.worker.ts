import { parentPort } from "node:worker_threads";
import type { PictureAddress } from "#packages/car-illustration/picture-address";
import { createPicturePainter } from "./picture-painter.server.ts";

/** The response of a worker; one picture is requested at a time. */
export type WorkerResponse =
  | { ok: true; bytes: Uint8Array }
  /** The thrown value, as it is copied between threads. */
  | { ok: false; error: unknown };

/** A separate program, which the pool starts (vite.config.ts builds it beside the server). */
const painter = createPicturePainter();

parentPort?.on("message", (address: PictureAddress) => {
  painter.paint(address).then(
    (bytes) => respond({ ok: true, bytes }),
    (thrown: unknown) => respond({ ok: false, error: thrown }),
  );
});

function respond(message: WorkerResponse): void {
  parentPort?.postMessage(message);
}
