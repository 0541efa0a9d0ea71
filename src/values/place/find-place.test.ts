import { expect, test } from "vitest";
import { foldPlaceName } from "#values/text-fold.ts";
import { findPlace, findRegion } from "./find-place.ts";
import { formatPlace, indexedPlaces } from "./gazetteer.ts";

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
