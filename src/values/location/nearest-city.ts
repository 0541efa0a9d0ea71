import { distanceKm, type Point } from "#values/distance.ts";
import { misspelling } from "#values/spelling.ts";
import { foldCityName } from "#values/text-fold.ts";
import { indexedCities, type City } from "./gazetteer.ts";
import { readLocationText } from "./location-text.ts";

/** Farther away nobody would say that they live near the city. */
const FARTHEST_KM = 200;

/**
 * The radius of a city with this population, if it were round and as dense as Canadian cities are:
 * about 3,200 people per km².
 */
function radiusKm({ population }: City): number {
  return Math.sqrt(population) / 100;
}

/**
 * The city whose edge is nearest to a point; null for a point outside of Canada or far from any
 * city.
 */
export function findNearestCity(point: Point): City | null {
  let nearest: { city: City; km: number } | null = null;
  for (const { city } of indexedCities()) {
    // Without a population it is mostly a neighbourhood, or only a name on a map.
    if (city.population === 0) continue;
    const km = distanceKm(point, city) - radiusKm(city);
    if (km <= FARTHEST_KM && (!nearest || km < nearest.km)) nearest = { city, km };
  }
  return nearest?.city ?? null;
}

/**
 * The city that a misspelled name may mean, "Torono" for "Toronto"; of equally similar ones the
 * largest.
 */
export function findSimilarCity(text: string): City | null {
  let best: { city: City; distance: number } | null = null;
  for (const { names, regions } of readLocationText(text).readings) {
    for (const name of names) {
      const typed = foldCityName(name);
      for (const { city, foldedNames } of indexedCities()) {
        if (regions && !regions.includes(city.provinceCode)) continue;
        const distance = Math.min(...foldedNames.map((each) => misspelling(typed, each) ?? 1));
        if (distance < (best?.distance ?? 1)) best = { city, distance };
      }
    }
  }
  return best?.city ?? null;
}
