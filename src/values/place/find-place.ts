import { regionOfPostalPrefix } from "#values/postal-code.ts";
import { parseRegion, type RegionCode } from "#values/province.ts";
import { foldPlaceName } from "#values/text-fold.ts";
import { indexedPlaces, type Place } from "./gazetteer.ts";
import { readPlaceText } from "./place-text.ts";

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
