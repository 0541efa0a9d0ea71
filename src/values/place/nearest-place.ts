import { distanceKm, type Point } from "#values/distance.ts";
import { misspelling } from "#values/spelling.ts";
import { foldPlaceName } from "#values/text-fold.ts";
import { indexedPlaces, type Place } from "./gazetteer.ts";
import { readPlaceText } from "./place-text.ts";

/** Beyond this nobody would say that they live near the town. */
const FARTHEST_KM = 200;

/** A town of so many people, were it round and as dense as Canadian towns are: some 3,200 a km². */
function radiusKm({ population }: Place): number {
  return Math.sqrt(population) / 100;
}

/** The town whose edge is nearest to a point; null for one that lies outside of Canada or far from any town. */
export function findNearestPlace(point: Point): Place | null {
  let nearest: { place: Place; km: number } | null = null;
  for (const { place } of indexedPlaces()) {
    // Without a count of people it is mostly a neighbourhood, or a name on a map.
    if (place.population === 0) continue;
    const km = distanceKm(point, place) - radiusKm(place);
    if (km <= FARTHEST_KM && (!nearest || km < nearest.km)) nearest = { place, km };
  }
  return nearest?.place ?? null;
}

/** The place that a misspelt one may mean, "Torono" for "Toronto"; of equally near ones the largest. */
export function findMeantPlace(text: string): Place | null {
  let best: { place: Place; distance: number } | null = null;
  for (const { names, regions } of readPlaceText(text).readings) {
    for (const name of names) {
      const typed = foldPlaceName(name);
      for (const { place, foldedNames } of indexedPlaces()) {
        if (regions && !regions.includes(place.provinceCode)) continue;
        const distance = Math.min(...foldedNames.map((each) => misspelling(typed, each) ?? 1));
        if (distance < (best?.distance ?? 1)) best = { place, distance };
      }
    }
  }
  return best?.place ?? null;
}
