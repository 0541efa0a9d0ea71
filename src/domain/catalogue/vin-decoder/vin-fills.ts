import { formatCarName } from "#values/car-name.ts";
import type { Locale } from "#values/locale.ts";
import { guessBodyTrim } from "#values/vehicle.ts";
import type { VinDecoding, VinDetails } from "#values/vin.ts";

/** The result of `POST /api/vin`. */
export type VinResult = VinDecoding | { state: "too_many" };

/** A detail as forms ask for it: the engine size in cubic centimetres. */
type VinDetail =
  | "year"
  | "make"
  | "model"
  | "trim"
  | "bodyTrim"
  | "body"
  | "fuel"
  | "engineCc"
  | "cylinders";

/** The control of a form for each detail: `{ make: "make", year: "manufactureYear" }`. */
export type VinFills = Readonly<Partial<Record<VinDetail, string>>>;

/** The value of the button without JavaScript, which posts the form's own fields. */
export const LOOK_UP_VIN = "look-up-vin";

/**
 * The make comes before the model, because the model's options depend on it; `bodyTrim` is one of
 * our three trims.
 */
// oxfmt-ignore
const IN_ORDER: readonly VinDetail[] = ["year", "make", "model", "trim", "body", "bodyTrim", "fuel", "engineCc", "cylinders"];

/**
 * Control names and the values for them from a decoded VIN, in the order in which to fill them in.
 */
export function listValuesToFill(
  details: VinDetails,
  fills: VinFills,
): (readonly [control: string, value: string])[] {
  const { engineLitres: litres, trim } = details;
  const values = {
    ...details,
    bodyTrim: (trim && guessBodyTrim(trim)) || undefined,
    engineCc: litres && Math.round(litres * 1000),
  };
  return IN_ORDER.flatMap((detail) => {
    const control = fills[detail];
    const value = values[detail];
    return control === undefined || value === undefined ? [] : [[control, String(value)] as const];
  });
}

/** "2022 Honda CR-V LX", « Honda CR-V LX 2022 »; empty if nothing is known. */
export function formatVinCar({ year, make, model, trim }: VinDetails, locale: Locale): string {
  return formatCarName({ year, make, model, trim: model && trim }, locale);
}
