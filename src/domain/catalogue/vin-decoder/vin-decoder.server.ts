import type { VinDecoding } from "#values/vin.ts";
import { createVinDecoder, type VinDecoder } from "./create-vin-decoder.server.ts";

let decoder: VinDecoder | undefined;

/** Called by the boot, which goes on at once: `prepared` settles when the database is there, or not. */
export function startVinDecoder(options: {
  folder: string;
  projectRoot: string;
}): Pick<VinDecoder, "prepared"> {
  decoder = createVinDecoder(options);
  return decoder;
}

export async function stopVinDecoder(): Promise<void> {
  await decoder?.close();
  decoder = undefined;
}

/**
 * What is known of the car with this VIN, as typed, from the vPIC data on this machine: nothing is
 * asked of anybody outside. Never throws, and answers within seconds: `not_ready` while the database
 * is prepared, when too many wait, and where the decoder failed.
 */
export async function decodeVin(vin: string): Promise<VinDecoding> {
  return decoder ? decoder.decode(vin) : { state: "not_ready" };
}
