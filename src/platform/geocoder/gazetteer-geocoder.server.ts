import { formatPlace } from "#values/place/gazetteer.ts";
import { searchPlaces } from "#values/place/search-places.ts";
import type { Geocoder } from "./geocoder.server.ts";

/** Towns of Canada from the file that the site carries: no network, no key, no quota. */
export function gazetteerGeocoder(): Geocoder {
  return {
    async suggest(text, { locale, limit }) {
      const places = searchPlaces(text, limit).map((place) => ({
        formatted: formatPlace(place, locale),
        lat: place.lat,
        lon: place.lon,
        placeId: place.placeId,
        provinceCode: place.provinceCode,
        city: place.name,
      }));
      return { ok: true, places, source: "gazetteer" };
    },
  };
}
