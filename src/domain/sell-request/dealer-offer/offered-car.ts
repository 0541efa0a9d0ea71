import { formatCarName } from "#values/car-name.ts";
import type { Locale } from "#values/locale.ts";
import { BODY_TYPES, type BodyType, type Colour, COLOURS } from "#values/vehicle.ts";

/** The car of a sell request: the names are those of SPEC.md §3, "sell-car form". */
type OfferedCar = {
  year: number;
  make: string;
  model: string;
  vin: string | null;
  odometerKm: number | null;
  bodyType: BodyType | null;
  exteriorColour: Colour | null;
};

/**
 * Reads the car from stored answers. A field that an older version of the form did not have is
 * empty.
 */
export function readOfferedCar(answers: unknown): OfferedCar {
  const input: Record<string, unknown> =
    typeof answers === "object" && answers !== null ? { ...answers } : {};
  const text = (name: string) => (typeof input[name] === "string" ? input[name] : "");
  return {
    year: Number(input.manufactureYear ?? input.year ?? 0),
    make: text("make"),
    model: text("model"),
    vin: text("vin") || null,
    odometerKm: Number(input.totalRun) || null,
    bodyType: BODY_TYPES.find((code) => code === (input.bodyType ?? input.style)) ?? null,
    exteriorColour: COLOURS.find((code) => code === input.exteriorColour) ?? null,
  };
}

/** "2018 Honda Civic", « Honda Civic 2018 ». */
export function formatOfferedCarName(answers: unknown, locale: Locale): string {
  return formatCarName(readOfferedCar(answers), locale);
}
