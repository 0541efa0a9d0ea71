import { BY_SERIES, CONSUMER_MAKES, type Make, NOT_OFFERED, RENAMED } from "./canadian-overlay.ts";

export type NamedCar = { make: string; model?: string };

const BY_FOLDED_NAME = new Map<string, Make>(
  CONSUMER_MAKES.map((make) => [make.toLowerCase(), make]),
);

/**
 * The make as the catalogue writes it: "FIAT" is Fiat. Undefined if the catalogue does not have it.
 */
function findCatalogueMake(vpicMake: string): Make | undefined {
  return BY_FOLDED_NAME.get(vpicMake.toLowerCase());
}

/**
 * The catalogue's names for a car of vPIC. A model that can only be named by its series is left out
 * if the series is unknown; a make that the catalogue does not have keeps vPIC's names.
 * @param series what vPIC has besides the model, such as "1500" or "SLE"
 */
export function nameCatalogueCar(vpicMake: string, vpicModel?: string, series = ""): NamedCar {
  const make = findCatalogueMake(vpicMake);
  if (!make) return { make: vpicMake, model: vpicModel };
  if (vpicModel === undefined) return { make };
  // In vPIC, Scion's models are Toyota's; here Scion was its own make.
  if (make === "Toyota" && vpicModel.startsWith("Scion "))
    return { make: "Scion", model: vpicModel.slice("Scion ".length) };
  const bySeries = BY_SERIES[make]?.[vpicModel];
  if (bySeries) return { make, model: bySeries.find(([words]) => words.test(series))?.[1] };
  const renamed = RENAMED[make]?.find(([vpic]) => vpic.test(vpicModel));
  return { make, model: renamed ? vpicModel.replace(...renamed) : vpicModel };
}

/** Whether a make and model of vPIC belong in the catalogue. */
export function isOffered(vpicMake: string, vpicModel: string): boolean {
  const make = findCatalogueMake(vpicMake);
  return make !== undefined && !NOT_OFFERED[make]?.test(vpicModel);
}
