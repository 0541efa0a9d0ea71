import { parentPort, workerData } from "node:worker_threads";
import { decodeVinWith } from "./decode-vin.server.ts";
import { openVpic } from "./vpic-adapter.server.ts";

/** Started by the decoder from this source file, with or without a build: Node strips the types. */
const { file } = workerData as { file: string };
const vpic = openVpic(file);

parentPort?.on("message", (vin: string) => {
  // A failure ends the thread, which the decoder takes as its answer.
  void decodeVinWith(vpic, vin).then((decoding) => parentPort?.postMessage(decoding));
});
