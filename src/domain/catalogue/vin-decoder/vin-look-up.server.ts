import { isBlank, rawValue, type RawFields } from "#forms/questions/raw-fields.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import { decodeVin } from "./vin-decoder.server.ts";
import type { VinDecoding } from "#values/vin.ts";
import { listValuesToFill, type VinResult, type VinFills } from "./vin-fills.ts";

/**
 * A person looks up one or two cars; an office or a school full of people shares one IP address.
 */
const LOOK_UPS_BY_ADDRESS = { name: "VIN look-ups", most: 120, windowMs: 60_000 };

type LimitedVinResult =
  | { ok: true; result: VinDecoding }
  | { ok: false; result: { state: "too_many" }; retryAfterSeconds: number };

/** Decodes a VIN for a visitor, with a limit per minute and IP address. */
export async function lookUpVin(
  vin: string,
  { ipAddress }: { ipAddress: string },
): Promise<LimitedVinResult> {
  const limit = await countAgainst(LOOK_UPS_BY_ADDRESS, ipAddress);
  if (!limit.ok) return { ...limit, result: { state: "too_many" } };
  return { ok: true, result: await decodeVin(vin) };
}

/** Status and headers of a page's response. */
export type VinResponseInit = { status: number; headers?: Readonly<Record<string, string>> };

/**
 * Handles a post of the "Look up" button that works without JavaScript (`LOOK_UP_VIN`). Returns the
 * form's fields as typed, with the VIN's values in those that were empty, and the result for
 * `<VinLookup answer>`. Render the same step again with `typed` and `init`; nothing is stored, and
 * nothing that was typed is changed.
 */
export async function handleVinLookUp(
  raw: RawFields,
  { fills, control = "vin", ipAddress }: { fills: VinFills; control?: string; ipAddress: string },
): Promise<{ typed: RawFields; result: VinResult; init: VinResponseInit }> {
  const lookup = await lookUpVin(rawValue(raw, control), { ipAddress });
  const { result } = lookup;
  const typed = new Map(raw);
  if (result.state === "decoded" || result.state === "unknown") {
    for (const [name, value] of listValuesToFill(result, fills))
      if (isBlank(raw, [name])) typed.set(name, [value]);
  }
  const init: VinResponseInit = lookup.ok
    ? { status: 200 }
    : { status: 429, headers: { "retry-after": String(lookup.retryAfterSeconds) } };
  return { typed, result, init };
}
