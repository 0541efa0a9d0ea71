import { expect, test } from "vitest";
import { isProvince, PROVINCES } from "#values/province.ts";
import { formatPlace, indexedPlaces, placeById } from "./gazetteer.ts";
import { POSTAL_DISTRICTS, townsOfPostalPrefix } from "./search-places.ts";

const places = indexedPlaces().map(({ place }) => place);

test("it holds the places of all provinces and territories, in Canada", () => {
  expect(places.length).toBeGreaterThan(2800);
  expect(PROVINCES.filter((code) => !places.some((p) => p.provinceCode === code))).toEqual([]);
  expect(places.some((p) => !isProvince(p.provinceCode))).toBe(true);
  const outside = places.filter((p) => p.lat < 41 || p.lat > 84 || p.lon < -142 || p.lon > -52);
  expect(outside).toEqual([]);
});

test("ids are unique and lead back", () => {
  expect(new Set(places.map((place) => place.placeId)).size).toBe(places.length);
  expect(placeById("montreal-qc")).toMatchObject({ name: "Montréal", provinceCode: "QC" });
  expect(placeById("atlantis-on")).toBeNull();
});

test("a place is written as each language writes it", () => {
  const london = placeById("london-on");
  expect(london && formatPlace(london, "en")).toBe("London, ON");
  expect(london && formatPlace(london, "fr")).toBe("London (Ontario)");
});

test("every town of a postal district is in it", () => {
  const towns = POSTAL_DISTRICTS.flatMap(townsOfPostalPrefix);
  expect(towns.filter((placeId) => !placeById(placeId))).toEqual([]);
});
