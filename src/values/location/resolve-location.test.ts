import { expect, test } from "vitest";
import { foldCityName } from "#values/text-fold.ts";
import { formatCity, indexedCities } from "./gazetteer.ts";
import { findCity, findRegion, resolveLocation } from "./resolve-location.ts";

test("a town is known with its place", () => {
  expect(resolveLocation({ text: "123 Main St, Calgary, AB T2P 1J9, Canada" })).toMatchObject({
    text: "123 Main St, Calgary, AB T2P 1J9, Canada",
    region: "AB",
    city: "Calgary",
    placeId: "calgary-ab",
  });
});

test("the id chooses between two towns of one name", () => {
  const text = "Middleton (Nouvelle-Écosse)";
  expect(resolveLocation({ text })?.placeId).toBe("middleton-ns");
  expect(resolveLocation({ text, placeId: "middleton-ns-2" })?.placeId).toBe("middleton-ns-2");
});

test("an id is not believed against the text", () => {
  expect(resolveLocation({ text: "Calgary, AB", placeId: "montreal-qc" })?.placeId).toBe(
    "calgary-ab",
  );
  expect(resolveLocation({ text: "Calgary, AB", placeId: "51f0c1" })?.placeId).toBe("calgary-ab");
  expect(resolveLocation({ text: "Atlantis", placeId: "montreal-qc" })).toBeNull();
});

test("without a known town the province is enough", () => {
  expect(resolveLocation({ text: "Smallville, ON" })).toEqual({
    text: "Smallville, ON",
    region: "ON",
  });
  expect(resolveLocation({ text: "m5v3l9" })).toEqual({ text: "m5v3l9", region: "ON" });
  expect(resolveLocation({ text: "Whitehorse, Yukon" })?.region).toBe("YT");
  expect(resolveLocation({ text: "Nowhere at all" })).toBeNull();
});

test.each([
  ["Calgary, AB", "calgary-ab"],
  ["Calgary, Alberta, Canada", "calgary-ab"],
  ["calgary alberta", "calgary-ab"],
  ["Montréal (Québec)", "montreal-qc"],
  ["Montréal (Québec) H2Y 1C6", "montreal-qc"],
  ["Montreal", "montreal-qc"],
  ["123 Main St, Toronto, ON M5V 3L9, Canada", "toronto-on"],
  ["St. John's, NL", "st-john-s-nl"],
  ["Saint John", "saint-john-nb"],
  ["Québec", "quebec-qc"],
  ["Sudbury, ON", "greater-sudbury-on"],
  ["London", "london-on"],
  ["Iqaluit, Nunavut", "iqaluit-nu"],
  ["Toronto, QC", null],
  ["Mont", null],
  ["Ontario", null],
  ["M5V 3L9", null],
  ["Atlantis", null],
  ["", null],
])("%j is %s", (text, placeId) => expect(findCity(text)?.placeId ?? null).toBe(placeId));

test.each([
  ["Smallville, ON", "ON"],
  ["Rang 4, Nulle-Part (Québec)", "QC"],
  ["Nowhere AB", "AB"],
  ["M5V 3L9", "ON"],
  ["h2y", "QC"],
  ["T2P", "AB"],
  ["Nova Scotia", "NS"],
  ["Whitehorse", "YT"],
  ["X0A 0H0", "NU"],
  ["Gander", "NL"],
  ["Atlantis", null],
  ["", null],
])("%j lies in %s", (text, region) => expect(findRegion(text)).toBe(region));

test("every place with a name of its own is found as either language writes it", () => {
  const cities = indexedCities().map(({ city }) => city);
  const namesakes = Map.groupBy(cities, (city) => foldCityName(formatCity(city, "en")));
  for (const [city, ...others] of namesakes.values()) {
    if (!city || others.length > 0) continue;
    expect(findCity(formatCity(city, "en"))).toBe(city);
    expect(findCity(formatCity(city, "fr"))).toBe(city);
  }
});
