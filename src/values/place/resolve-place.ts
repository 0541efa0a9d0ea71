import type { RegionCode } from "#values/province.ts";
import { foldPlaceName } from "#values/text-fold.ts";
import { findPlace, findRegion } from "./find-place.ts";
import { formatPlace, type Place, placeById } from "./gazetteer.ts";

export type ResolvedPlace = {
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
