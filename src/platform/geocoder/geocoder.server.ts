import { env } from "#platform/env/env.server.ts";
import { geoapifyGeocoder } from "./geoapify.server.ts";
import type { Point } from "#values/distance.ts";
import type { Locale } from "#values/locale.ts";
import type { RegionCode } from "#values/province.ts";
import { formatCity } from "#values/location/gazetteer.ts";
import { searchCities } from "#values/location/search-cities.ts";

/** A place in Canada that a person may mean, as it is offered under the field. */
export type LocationSuggestion = Point & {
  /** As people read it: "London, ON". */
  formatted: string;
  placeId: string;
  /** Territories too: whether we serve a place is decided elsewhere. Null where it is not known. */
  provinceCode: RegionCode | null;
  city: string | null;
};

type LocationSuggestions = {
  ok: true;
  places: LocationSuggestion[];
  /** Who answered; a page credits them. */
  source: "gazetteer" | "geoapify";
};

/** Suggests places for what has been typed so far. It never fails: at worst it suggests nothing. */
export interface Geocoder {
  suggest(text: string, options: { locale: Locale; limit: number }): Promise<LocationSuggestions>;
}

/** Towns of Canada from the file that the site carries: no network, no key, no quota. */
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

/** Geoapify where the operator has a key, else the gazetteer. */
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
