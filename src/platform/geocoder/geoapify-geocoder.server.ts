import { httpCall } from "#platform/outgoing/http-call.server.ts";
import { log } from "#platform/log/log.server.ts";
import { readGeoapifyAnswer } from "./geoapify-answer.server.ts";
import type { Geocoder, PlaceSuggestion } from "./geocoder.server.ts";

/** Shorter texts are not worth a request of the day's quota. */
const SHORTEST_TEXT = 2;
const LONGEST_TEXT = 200;
const MOST_PLACES = 20;

export type GeoapifySettings = {
  /** Goes to Geoapify in the URL, as it demands, and nowhere else: neither to a page nor to a log. */
  key: string;
  baseUrl?: string;
  /** For the whole answer; a person is typing meanwhile. */
  timeoutMs?: number;
  /** Answers in its place when it refuses, stalls or talks nonsense. */
  fallback: Geocoder;
};

type Answer = { ok: true; places: PlaceSuggestion[] } | { ok: false; code: FallbackReason };
type FallbackReason = "bad_key" | "over_quota" | "refused" | "unreachable" | "unreadable";

/** Addresses and towns in Canada from Geoapify's autocomplete (api.geoapify.com). */
export function geoapifyGeocoder({
  key,
  baseUrl = "https://api.geoapify.com",
  timeoutMs = 3_000,
  fallback,
}: GeoapifySettings): Geocoder {
  async function ask(search: Record<string, string>): Promise<Answer> {
    const url = new URL("/v1/geocode/autocomplete", baseUrl);
    url.search = new URLSearchParams({ ...search, apiKey: key }).toString();
    const headers = { accept: "application/json" };
    const answer = await httpCall({ url, method: "GET", headers, timeoutMs });
    if (!answer.ok) return { ok: false, code: "unreachable" };
    // A redirect is not followed: it would hand the key to whoever is named in it.
    if (answer.status !== 200) return { ok: false, code: reasonOf(answer.status) };
    const places = readGeoapifyAnswer(answer.text);
    return places ? { ok: true, places } : { ok: false, code: "unreadable" };
  }

  return {
    async suggest(text, options) {
      const typed = text.trim().slice(0, LONGEST_TEXT);
      if (typed.length < SHORTEST_TEXT) return fallback.suggest(typed, options);
      const limit = Math.min(Math.max(Math.trunc(options.limit), 1), MOST_PLACES);
      const answer = await ask({
        text: typed,
        filter: "countrycode:ca",
        lang: options.locale,
        limit: String(limit),
      });
      if (answer.ok) {
        return { ok: true, places: answer.places.slice(0, limit), source: "geoapify" };
      }
      log.warn("geocoder fell back to the gazetteer", { code: answer.code });
      return fallback.suggest(typed, options);
    },
  };
}

function reasonOf(status: number): FallbackReason {
  if (status === 401 || status === 403) return "bad_key";
  return status === 429 ? "over_quota" : "refused";
}
