import type { Point } from "#values/distance.ts";
import type { Locale } from "#values/locale.ts";
import { provinceName, type RegionCode } from "#values/province.ts";
import { foldCityName, foldText } from "#values/text-fold.ts";
// 115 kB, made by tools/build-gazetteer.mjs from GeoNames (CC BY 4.0): for the server only.
import gazetteer from "./gazetteer.json" with { type: "json" };

export type City = Point & {
  /** Ours, stable while names are: "montreal-qc". */
  placeId: string;
  name: string;
  /** Territories are known too, so that a person there can be told that we do not serve them. */
  provinceCode: RegionCode;
  /** 0 where GeoNames has none: mostly neighbourhoods and hamlets. */
  population: number;
};

/** A place with its names folded once, for searching. */
export type IndexedCity = {
  city: City;
  /** As people may type it: "saint jerome" and "st jerome". */
  foldedNames: readonly string[];
};

/** What people call a place where GeoNames has another name, or the town of a wide municipality. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["quebec-qc", ["quebec city", "ville de quebec"]],
  ["greater-sudbury-on", ["sudbury"]],
  ["bowmanville-on", ["clarington"]],
  ["lindsay-on", ["kawartha lakes"]],
  ["sydney-ns", ["cape breton"]],
]);

let index: readonly IndexedCity[] | undefined;

/** All places, the most populous first; read and folded at the first call. */
export function indexedCities(): readonly IndexedCity[] {
  index ??= buildIndex(gazetteer.places);
  return index;
}

export function cityById(placeId: string): City | null {
  return indexedCities().find(({ city }) => city.placeId === placeId)?.city ?? null;
}

/** "London, ON", and in French "London (Ontario)". */
export function formatCity(city: City, locale: Locale): string {
  return locale === "fr"
    ? `${city.name} (${provinceName(city.provinceCode, "fr")})`
    : `${city.name}, ${city.provinceCode}`;
}

function buildIndex(lines: readonly string[]): IndexedCity[] {
  const countBySlug = new Map<string, number>();
  const cities = lines.map(readLine).toSorted((a, b) => b.population - a.population);
  return cities.map((line) => {
    const slug = foldText(`${line.name} ${line.provinceCode}`).replaceAll(" ", "-");
    const count = (countBySlug.get(slug) ?? 0) + 1;
    countBySlug.set(slug, count);
    const city = { ...line, placeId: count === 1 ? slug : `${slug}-${count}` };
    const otherNames = OTHER_NAMES.get(city.placeId) ?? [];
    const foldedNames = [foldCityName(city.name), foldText(city.name), ...otherNames];
    return { city, foldedNames: [...new Set(foldedNames)] };
  });
}

function readLine(line: string): Omit<City, "placeId"> {
  const [region = "", name = "", lat, lon, population] = line.split("|");
  return {
    name,
    provinceCode: region as RegionCode,
    lat: Number(lat),
    lon: Number(lon),
    population: Number(population),
  };
}
