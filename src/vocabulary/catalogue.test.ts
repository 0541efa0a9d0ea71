import { expect, test } from "vitest";
import { CATALOGUE, MAKES, modelsOf } from "./catalogue.ts";

const alphabetical = new Intl.Collator("en", {
  sensitivity: "base",
  ignorePunctuation: true,
  numeric: true,
});

test("names the makes of SPEC.md §3, in the order of a list", () => {
  expect(MAKES).toEqual(expect.arrayContaining(["Acura", "Alfa Romeo", "Audi", "BMW"]));
  expect(MAKES).toEqual(MAKES.toSorted(alphabetical.compare));
});

test.each(Object.entries(CATALOGUE))("%s has models, each once", (_make, models) => {
  expect(models.length).toBeGreaterThan(0);
  expect(new Set(models).size).toBe(models.length);
});

test("an unknown make has no models", () => {
  expect(modelsOf("Trabant")).toEqual([]);
  expect(modelsOf("toString")).toEqual([]);
  expect(modelsOf("Honda")).toContain("Civic");
});
