import { env } from "#platform/env/env.server.ts";
import { geoapifyGeocoder } from "./geoapify.server.ts";
import type { Point } from "#values/distance.ts";
import type { Locale } from "#values/locale.ts";
import type { RegionCode } from "#values/province.ts";
import { formatCity } from "#values/location/gazetteer.ts";
import { searchCities } from "#values/location/search-cities.ts";

/** A location in Canada that is suggested below the field. */
export type LocationSuggestion = Point & {
  /** As people read it: "London, ON". */
  formatted: string;
  placeId: string;
  /** Territories too: whether we serve a location is decided elsewhere. Null if it is not known. */
  provinceCode: RegionCode | null;
  city: string | null;
};

type LocationSuggestions = {
  ok: true;
  places: LocationSuggestion[];
  /** The source of the suggestions, which the page credits. */
  source: "gazetteer" | "geoapify";
};

/** Suggests locations for the text typed so far. Never fails: at worst it suggests nothing. */
export interface Geocoder {
  suggest(text: string, options: { locale: Locale; limit: number }): Promise<LocationSuggestions>;
}

/** Cities of Canada from the gazetteer file of the site: no network, no key, no quota. */
export function gazetteerGeocoder(): Geocoder {
  return {
    async suggest(text, { locale, limit }) {
      const locations = searchCities(text, limit).map((location) => ({
        formatted: formatCity(location, locale),
        lat: location.lat,
        lon: location.lon,
        placeId: location.placeId,
        provinceCode: location.provinceCode,
        city: location.name,
      }));
      return { ok: true, places: locations, source: "gazetteer" };
    },
  };
}

let chosen: Geocoder | undefined;

/** Geoapify if the operator has a key, otherwise the gazetteer. */
export function geocoder(): Geocoder {
  chosen ??= chooseGeocoder();
  return chosen;
}

function chooseGeocoder(): Geocoder {
  const { GEOAPIFY_KEY, GEOAPIFY_URL } = env();
  const gazetteer = gazetteerGeocoder();
  if (!GEOAPIFY_KEY) return gazetteer;
  return geoapifyGeocoder({
    key: GEOAPIFY_KEY,
    ...(GEOAPIFY_URL ? { baseUrl: GEOAPIFY_URL } : {}),
    fallback: gazetteer,
  });
}
