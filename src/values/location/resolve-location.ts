import { regionOfPostalPrefix } from "#values/postal-code.ts";
import { parseRegion, type RegionCode } from "#values/province.ts";
import { foldCityName } from "#values/text-fold.ts";
import { formatCity, indexedCities, type City, cityById } from "./gazetteer.ts";
import { readLocationText } from "./location-text.ts";

export type ResolvedLocation = {
  /** As typed or chosen. */
  text: string;
  region: RegionCode;
  /** The following are set only if the text names a city that we know. */
  city?: string;
  lat?: number;
  lon?: number;
  placeId?: string;
};

/**
 * The location of an answer to "where are you?". An id sent with it only chooses between cities of
 * the same name: it never overrides the text. Null if not even the province is known.
 */
export function resolveLocation(typed: {
  text: string;
  placeId?: string;
}): ResolvedLocation | null {
  const { text } = typed;
  const city = chosenCity(typed) ?? findCity(text);
  if (city) {
    const { name, provinceCode, lat, lon, placeId } = city;
    return { text, region: provinceCode, city: name, lat, lon, placeId };
  }
  const region = findRegion(text);
  return region ? { text, region } : null;
}

function chosenCity({ text, placeId }: { text: string; placeId?: string }): City | null {
  const city = placeId ? cityById(placeId) : null;
  const isNamed = (locale: "en" | "fr") =>
    city !== null && foldCityName(formatCity(city, locale)) === foldCityName(text);
  return isNamed("en") || isNamed("fr") ? city : null;
}

/**
 * The one city that a complete text names: "Calgary, AB", "Calgary, Alberta, Canada", "Montréal
 * (Québec)", an address that ends so. Of several with that name the most populous; null if there is
 * none.
 */
export function findCity(text: string): City | null {
  const { readings } = readLocationText(text);
  for (const { names, regions } of readings) {
    for (const name of names) {
      const folded = foldCityName(name);
      const entry = indexedCities().find(
        ({ city, foldedNames }) =>
          foldedNames.includes(folded) && (regions?.includes(city.provinceCode) ?? true),
      );
      if (entry) return entry.city;
    }
  }
  return null;
}

/** The region of a text, even if it names no city that we know: by its province or postal code. */
export function findRegion(text: string): RegionCode | null {
  const { readings, postalPrefix } = readLocationText(text);
  const stated = readings.find(({ regions }) => regions?.length === 1)?.regions?.[0];
  const byCode = postalPrefix ? regionOfPostalPrefix(postalPrefix) : null;
  return findCity(text)?.provinceCode ?? stated ?? byCode ?? parseRegion(text);
}
