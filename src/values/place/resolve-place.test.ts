import { expect, test } from "vitest";
import { foldPlaceName } from "#values/text-fold.ts";
import { formatPlace, indexedPlaces } from "./gazetteer.ts";
import { findPlace, findRegion, resolvePlace } from "./resolve-place.ts";

test("a town is known with its place", () => {
  expect(resolvePlace({ text: "123 Main St, Calgary, AB T2P 1J9, Canada" })).toMatchObject({
    text: "123 Main St, Calgary, AB T2P 1J9, Canada",
    region: "AB",
    city: "Calgary",
    placeId: "calgary-ab",
  });
});

test("the id chooses between two towns of one name", () => {
  const text = "Middleton (Nouvelle-Écosse)";
  expect(resolvePlace({ text })?.placeId).toBe("middleton-ns");
  expect(resolvePlace({ text, placeId: "middleton-ns-2" })?.placeId).toBe("middleton-ns-2");
});

test("an id is not believed against the text", () => {
  expect(resolvePlace({ text: "Calgary, AB", placeId: "montreal-qc" })?.placeId).toBe("calgary-ab");
  expect(resolvePlace({ text: "Calgary, AB", placeId: "51f0c1" })?.placeId).toBe("calgary-ab");
  expect(resolvePlace({ text: "Atlantis", placeId: "montreal-qc" })).toBeNull();
});

test("without a known town the province is enough", () => {
  expect(resolvePlace({ text: "Smallville, ON" })).toEqual({
    text: "Smallville, ON",
    region: "ON",
  });
  expect(resolvePlace({ text: "m5v3l9" })).toEqual({ text: "m5v3l9", region: "ON" });
  expect(resolvePlace({ text: "Whitehorse, Yukon" })?.region).toBe("YT");
  expect(resolvePlace({ text: "Nowhere at all" })).toBeNull();
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
])("%j is %s", (text, placeId) => expect(findPlace(text)?.placeId ?? null).toBe(placeId));

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
  const places = indexedPlaces().map(({ place }) => place);
  const namesakes = Map.groupBy(places, (place) => foldPlaceName(formatPlace(place, "en")));
  for (const [place, ...others] of namesakes.values()) {
    if (!place || others.length > 0) continue;
    expect(findPlace(formatPlace(place, "en"))).toBe(place);
    expect(findPlace(formatPlace(place, "fr"))).toBe(place);
  }
});
