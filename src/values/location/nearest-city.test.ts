import { expect, it } from "vitest";
import { findSimilarCity, findNearestCity } from "./nearest-city.ts";

it.each([
  [{ lat: 43.65, lon: -79.38 }, "toronto-on"],
  [{ lat: 45.5, lon: -73.57 }, "montreal-qc"],
  [{ lat: 48.86, lon: 2.35 }, undefined],
  [{ lat: 82, lon: -62 }, undefined],
])("the town nearest to %j is %s", (point, placeId) => {
  expect(findNearestCity(point)?.placeId).toBe(placeId);
});

it.each([
  ["Torono", "toronto-on"],
  ["monteral", "montreal-qc"],
  ["Calgray, AB", "calgary-ab"],
  ["Londn, ON", "london-on"],
  ["St. Jonhs NL", "st-john-s-nl"],
  ["trois rivieres", "trois-rivieres-qc"],
  ["Atlantis", undefined],
  ["Rom", undefined],
  ["", undefined],
])("%j may mean %s", (text, placeId) => {
  expect(findSimilarCity(text)?.placeId).toBe(placeId);
});
