import { regionOfPostalPrefix } from "#values/postal-code.ts";
import { parseRegion, type RegionCode } from "#values/province.ts";
import { foldPlaceName } from "#values/text-fold.ts";
import { formatPlace, indexedPlaces, type Place, placeById } from "./gazetteer.ts";
import { readPlaceText } from "./place-text.ts";

type ResolvedPlace = {
  /** As typed or chosen. */
  text: string;
  region: RegionCode;
  /** The rest only where the text names a town that we know. */
  city?: string;
  lat?: number;
  lon?: number;
  placeId?: string;
};

/**
 * Where an answer to "where are you?" lies. An id that came with it only chooses between towns of
 * one name: it is never believed against the text. Null where not even the province can be told.
 */
export function resolvePlace(typed: { text: string; placeId?: string }): ResolvedPlace | null {
  const { text } = typed;
  const place = chosenPlace(typed) ?? findPlace(text);
  if (place) {
    const { name, provinceCode, lat, lon, placeId } = place;
    return { text, region: provinceCode, city: name, lat, lon, placeId };
  }
  const region = findRegion(text);
  return region ? { text, region } : null;
}

function chosenPlace({ text, placeId }: { text: string; placeId?: string }): Place | null {
  const place = placeId ? placeById(placeId) : null;
  const isNamed = (locale: "en" | "fr") =>
    place !== null && foldPlaceName(formatPlace(place, locale)) === foldPlaceName(text);
  return isNamed("en") || isNamed("fr") ? place : null;
}

/**
 * The one place that a finished text names: "Calgary, AB", "Calgary, Alberta, Canada", "Montréal
 * (Québec)", an address that ends so. Of several with that name the most populous; null for none.
 */
export function findPlace(text: string): Place | null {
  const { readings } = readPlaceText(text);
  for (const { names, regions } of readings) {
    for (const name of names) {
      const folded = foldPlaceName(name);
      const entry = indexedPlaces().find(
        ({ place, foldedNames }) =>
          foldedNames.includes(folded) && (regions?.includes(place.provinceCode) ?? true),
      );
      if (entry) return entry.place;
    }
  }
  return null;
}

/** Where a text lies, even if it names no town that we know: by its province or postal code. */
export function findRegion(text: string): RegionCode | null {
  const { readings, postalPrefix } = readPlaceText(text);
  const stated = readings.find(({ regions }) => regions?.length === 1)?.regions?.[0];
  const byCode = postalPrefix ? regionOfPostalPrefix(postalPrefix) : null;
  return findPlace(text)?.provinceCode ?? stated ?? byCode ?? parseRegion(text);
}
