import { expect, test } from "vitest";
import { resolvePlace } from "./resolve-place.ts";

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
