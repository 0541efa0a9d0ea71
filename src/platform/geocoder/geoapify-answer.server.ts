import { z } from "zod";
import { parseRegion } from "#values/province.ts";
import type { PlaceSuggestion } from "./geocoder.server.ts";

/** GeoJSON as https://apidocs.geoapify.com/docs/geocoding/address-autocomplete describes it. */
const collectionSchema = z.object({ features: z.array(z.unknown()).max(100) });

const featureSchema = z.object({
  properties: z.object({
    formatted: z.string().trim().min(1).max(300),
    lat: z.number().min(-90).max(90),
    lon: z.number().min(-180).max(180),
    place_id: z.string().min(1).max(300),
    city: z.string().max(200).nullish(),
    state: z.string().max(200).nullish(),
    state_code: z.string().max(20).nullish(),
    country_code: z.string().max(20).nullish(),
  }),
});

type Properties = z.infer<typeof featureSchema>["properties"];

/**
 * The Canadian places of an answer; null where it is no such answer at all. A feature that lacks
 * what we need is left out, and so is one of another country, whatever filter was asked for.
 */
export function readGeoapifyAnswer(text: string): PlaceSuggestion[] | null {
  const collection = collectionSchema.safeParse(parseJson(text));
  if (!collection.success) return null;
  const { features } = collection.data;
  const readable = features.flatMap((feature) => {
    const read = featureSchema.safeParse(feature);
    return read.success ? [read.data.properties] : [];
  });
  if (features.length > 0 && readable.length === 0) return null;
  return readable.filter(isCanadian).map(toSuggestion);
}

function toSuggestion(properties: Properties): PlaceSuggestion {
  const { formatted, lat, lon, place_id, city } = properties;
  const provinceCode = regionOf(properties);
  return { formatted, lat, lon, placeId: place_id, provinceCode, city: city || null };
}

function isCanadian(properties: Properties): boolean {
  const { country_code, state_code, lat, lon } = properties;
  if (country_code) return country_code.toLowerCase() === "ca";
  if (state_code) return parseRegion(state_code) !== null;
  // Neither is given: Middle Island, Mount Logan, Cape Spear and Cape Columbia bound the country.
  return lat >= 41.6 && lat <= 83.2 && lon >= -141.1 && lon <= -52.6;
}

function regionOf({ state_code, state }: Properties) {
  return parseRegion(state_code ?? "") ?? parseRegion(state ?? "");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
