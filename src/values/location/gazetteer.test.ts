import { expect, test } from "vitest";
import { isProvince, PROVINCES } from "#values/province.ts";
import { formatCity, indexedCities, cityById } from "./gazetteer.ts";
import { POSTAL_DISTRICTS, townsOfPostalPrefix } from "./search-cities.ts";

const cities = indexedCities().map(({ city }) => city);

test("it holds the places of all provinces and territories, in Canada", () => {
  expect(cities.length).toBeGreaterThan(2800);
  expect(PROVINCES.filter((code) => !cities.some((p) => p.provinceCode === code))).toEqual([]);
  expect(cities.some((p) => !isProvince(p.provinceCode))).toBe(true);
  const outside = cities.filter((p) => p.lat < 41 || p.lat > 84 || p.lon < -142 || p.lon > -52);
  expect(outside).toEqual([]);
});

test("ids are unique and lead back", () => {
  expect(new Set(cities.map((city) => city.placeId)).size).toBe(cities.length);
  expect(cityById("montreal-qc")).toMatchObject({ name: "Montréal", provinceCode: "QC" });
  expect(cityById("atlantis-on")).toBeNull();
});

test("a place is written as each language writes it", () => {
  const london = cityById("london-on");
  expect(london && formatCity(london, "en")).toBe("London, ON");
  expect(london && formatCity(london, "fr")).toBe("London (Ontario)");
});

test("every town of a postal district is in it", () => {
  const towns = POSTAL_DISTRICTS.flatMap(townsOfPostalPrefix);
  expect(towns.filter((placeId) => !cityById(placeId))).toEqual([]);
});
