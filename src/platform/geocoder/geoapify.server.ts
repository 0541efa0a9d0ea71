import { httpCall } from "#platform/outgoing/http-call.server.ts";
import { log } from "#platform/log/log.server.ts";
import type { Geocoder, LocationSuggestion } from "./geocoder.server.ts";
import { z } from "zod";
import { parseRegion } from "#values/province.ts";

/** Shorter texts are not worth a request of the daily quota. */
const SHORTEST_TEXT = 2;
const LONGEST_TEXT = 200;
const MOST_LOCATIONS = 20;

type GeoapifySettings = {
  /**
   * Sent to Geoapify in the URL, as it requires, and nowhere else: neither to a page nor to a log.
   */
  key: string;
  baseUrl?: string;
  /** For the whole response. It is short because a person is typing meanwhile. */
  timeoutMs?: number;
  /**
   * Used instead if Geoapify refuses, does not respond in time or responds with something
   * unreadable.
   */
  fallback: Geocoder;
};

type GeoapifyResult =
  | { ok: true; places: LocationSuggestion[] }
  | { ok: false; code: FallbackReason };
type FallbackReason = "bad_key" | "over_quota" | "refused" | "unreachable" | "unreadable";

/** Addresses and cities in Canada from Geoapify's autocomplete (api.geoapify.com). */
export function geoapifyGeocoder({
  key,
  baseUrl = "https://api.geoapify.com",
  timeoutMs = 3_000,
  fallback,
}: GeoapifySettings): Geocoder {
  async function ask(search: Record<string, string>): Promise<GeoapifyResult> {
    const url = new URL("/v1/geocode/autocomplete", baseUrl);
    url.search = new URLSearchParams({ ...search, apiKey: key }).toString();
    const headers = { accept: "application/json" };
    const response = await httpCall({ url, method: "GET", headers, timeoutMs });
    if (!response.ok) return { ok: false, code: "unreachable" };
    // A redirect is not followed, because it would send the key to another host.
    if (response.status !== 200) return { ok: false, code: fallbackReason(response.status) };
    const locations = readGeoapifyResponse(response.text);
    return locations ? { ok: true, places: locations } : { ok: false, code: "unreadable" };
  }

  return {
    async suggest(text, options) {
      const typed = text.trim().slice(0, LONGEST_TEXT);
      if (typed.length < SHORTEST_TEXT) return fallback.suggest(typed, options);
      const limit = Math.min(Math.max(Math.trunc(options.limit), 1), MOST_LOCATIONS);
      const response = await ask({
        text: typed,
        filter: "countrycode:ca",
        lang: options.locale,
        limit: String(limit),
      });
      if (response.ok) {
        return { ok: true, places: response.places.slice(0, limit), source: "geoapify" };
      }
      log.warn("geocoder fell back to the gazetteer", { code: response.code });
      return fallback.suggest(typed, options);
    },
  };
}

function fallbackReason(status: number): FallbackReason {
  if (status === 401 || status === 403) return "bad_key";
  return status === 429 ? "over_quota" : "refused";
}

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
 * The Canadian locations of a response; null if the response does not have this format. A feature
 * is left out if a needed field is missing, or if it is in another country, in spite of the
 * requested filter.
 */
function readGeoapifyResponse(text: string): LocationSuggestion[] | null {
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

function toSuggestion(properties: Properties): LocationSuggestion {
  const { formatted, lat, lon, place_id, city } = properties;
  const provinceCode = readRegion(properties);
  return { formatted, lat, lon, placeId: place_id, provinceCode, city: city || null };
}

function isCanadian(properties: Properties): boolean {
  const { country_code, state_code, lat, lon } = properties;
  if (country_code) return country_code.toLowerCase() === "ca";
  if (state_code) return parseRegion(state_code) !== null;
  // Neither is given, so the coordinates decide. Middle Island, Mount Logan, Cape Spear and Cape
  // Columbia are the outermost points of the country.
  return lat >= 41.6 && lat <= 83.2 && lon >= -141.1 && lon <= -52.6;
}

function readRegion({ state_code, state }: Properties) {
  return parseRegion(state_code ?? "") ?? parseRegion(state ?? "");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
