import { formatCarName } from "#values/car-name.ts";
import type { Locale } from "#values/locale.ts";
import { guessBodyTrim } from "#values/vehicle.ts";
import type { VinDecoding, VinDetails } from "#values/vin.ts";

/** As `POST /api/vin` answers. */
export type VinResult = VinDecoding | { state: "too_many" };

/** A detail as a form asks for it: the size of the engine in cubic centimetres. */
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

/** Which control of a form takes which detail: `{ make: "make", year: "manufactureYear" }`. */
export type VinFills = Readonly<Partial<Record<VinDetail, string>>>;

/** The command of the button without JavaScript, beside the form's own fields. */
export const LOOK_UP_VIN = "look-up-vin";

/** The make comes before the model, whose options follow from it; `bodyTrim` is one of our three trims. */
// oxfmt-ignore
const IN_ORDER: readonly VinDetail[] = ["year", "make", "model", "trim", "body", "bodyTrim", "fuel", "engineCc", "cylinders"];

/** Control names with the values that a decoded VIN gives them, in the order to fill them in. */
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

/** "2022 Honda CR-V LX", « Honda CR-V LX 2022 »; empty where nothing is known. */
export function formatVinCar({ year, make, model, trim }: VinDetails, locale: Locale): string {
  return formatCarName({ year, make, model, trim: model && trim }, locale);
}
