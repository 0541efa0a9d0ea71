import { describe, expect, test } from "vitest";
import { CATALOGUE, MAKES, MODEL_YEARS } from "./catalogue.ts";
import type { YearRange } from "./canadian-overlay.ts";
import { today } from "#platform/clock/clock.server.ts";
import { nameCatalogueCar } from "./vpic-names.ts";
import { newestModelYear } from "#values/vehicle.ts";

const YEARS: Readonly<Record<string, Readonly<Record<string, YearRange>>>> = MODEL_YEARS;
const NEWEST_YEAR = newestModelYear(today());

const alphabetical = new Intl.Collator("en", {
  sensitivity: "base",
  ignorePunctuation: true,
  numeric: true,
});

test("names the makes of SPEC.md §3, in the order of a list", () => {
  expect(MAKES).toEqual(expect.arrayContaining(["Acura", "Alfa Romeo", "Audi", "BMW"]));
  expect(MAKES).toEqual(MAKES.toSorted(alphabetical.compare));
});

test.each(Object.entries(CATALOGUE))("%s has models, each once, in order", (make, models) => {
  expect(models.length).toBeGreaterThan(0);
  expect(new Set(models).size).toBe(models.length);
  expect(models).toEqual(models.toSorted(alphabetical.compare));
  for (const model of models) {
    const [first, last] = YEARS[make]?.[model] ?? [0, 0];
    expect(first).toBeGreaterThanOrEqual(1981);
    expect(last ?? NEWEST_YEAR).toBeGreaterThanOrEqual(first);
    expect(last ?? NEWEST_YEAR).toBeLessThanOrEqual(NEWEST_YEAR);
  }
});

/** What Canadians drive: the best sellers of these years, and cars that were sold only here. */
// oxfmt-ignore
test.each([
  ["Acura", "CSX", 2008], ["Acura", "MDX", 2019], ["Acura", "RDX", 2021], ["Audi", "A4", 2018],
  ["Audi", "Q5", 2022], ["BMW", "3 Series", 2017], ["BMW", "X3", 2021], ["Buick", "Encore", 2016],
  ["Cadillac", "XT5", 2020], ["Chevrolet", "Cruze", 2014], ["Chevrolet", "Equinox", 2019],
  ["Chevrolet", "Silverado 1500", 2021], ["Chevrolet", "Trax", 2018], ["Chrysler", "300", 2015],
  ["Chrysler", "Grand Caravan", 2022], ["Chrysler", "Pacifica", 2023],
  ["Dodge", "Grand Caravan", 2015], ["Dodge", "Journey", 2014], ["Ford", "Edge", 2019],
  ["Ford", "Escape", 2017], ["Ford", "Explorer", 2020], ["Ford", "F-150", 2022],
  ["Ford", "Mustang", 2016], ["GMC", "Sierra 1500", 2020], ["GMC", "Terrain", 2017],
  ["Honda", "Accord", 2018], ["Honda", "Civic", 2025], ["Honda", "CR-V", 2022],
  ["Honda", "Fit", 2015], ["Honda", "HR-V", 2019], ["Hyundai", "Elantra", 2017],
  ["Hyundai", "Kona", 2023], ["Hyundai", "Tucson", 2021], ["Infiniti", "QX60", 2016],
  ["Jeep", "Grand Cherokee", 2019], ["Jeep", "Wrangler", 2021], ["Kia", "Forte", 2018],
  ["Kia", "Rondo", 2014], ["Kia", "Sportage", 2023], ["Lexus", "RX", 2020], ["Mazda", "CX-5", 2021],
  ["Mazda", "Mazda3", 2016], ["Mercedes-Benz", "B-Class", 2014], ["Mercedes-Benz", "C-Class", 2018],
  ["Mercedes-Benz", "GLC", 2020], ["MINI", "Cooper", 2015], ["Mitsubishi", "Outlander PHEV", 2021],
  ["Mitsubishi", "RVR", 2019], ["Nissan", "Micra", 2017], ["Nissan", "Qashqai", 2019],
  ["Nissan", "Rogue", 2020], ["Ram", "1500", 2019], ["Subaru", "Crosstrek", 2021],
  ["Subaru", "Outback", 2018], ["Tesla", "Model 3", 2020], ["Toyota", "Corolla", 2019],
  ["Toyota", "RAV4", 2025], ["Toyota", "Sienna", 2021], ["Volkswagen", "Jetta", 2016],
  ["Volvo", "XC60", 2019],
])("holds the %s %s of %d", (make, model, year) => {
  const [first, last] = YEARS[make]?.[model] ?? [Infinity, 0];
  expect(first).toBeLessThanOrEqual(year);
  expect(last ?? NEWEST_YEAR).toBeGreaterThanOrEqual(year);
});

describe("a car of vPIC by the names that it is sold under here", () => {
  // oxfmt-ignore
  test.each([
    ["BMW", "328i", "", "BMW", "3 Series"], ["BMW", "M240i", "", "BMW", "2 Series"],
    ["BMW", "M3", "", "BMW", "M3"], ["BMW", "750Li, Alpina B7", "", "BMW", "7 Series"],
    ["BMW", "X5", "", "BMW", "X5"], ["Chevrolet", "Silverado", "1500 LT", "Chevrolet", "Silverado 1500"],
    ["Chevrolet", "Silverado", "", "Chevrolet", undefined],
    ["GMC", "Sierra HD", "3500 (1 Ton)", "GMC", "Sierra 3500HD"],
    ["FIAT", "500X", "", "Fiat", "500X"], ["Mercedes-Benz", "GLC-Class", "", "Mercedes-Benz", "GLC"],
    ["Mercedes-Benz", "C-Class", "", "Mercedes-Benz", "C-Class"],
    ["Mitsubishi", "Outlander Sport", "", "Mitsubishi", "RVR"],
    ["Nissan", "Rogue Sport", "", "Nissan", "Qashqai"], ["Toyota", "Scion FR-S", "", "Scion", "FR-S"],
    ["Toyota", "RAV4 Prime (PHEV)", "", "Toyota", "RAV4 Prime"],
    ["Motor Coach Industries", "102C3 Intercity", "", "Motor Coach Industries", "102C3 Intercity"],
  ])("%s %s %s", (vpicMake, vpicModel, series, make, model) => {
    expect(nameCatalogueCar(vpicMake, vpicModel, series)).toEqual({ make, model });
    if (model && make !== "Motor Coach Industries") expect(Object.keys(YEARS[make] ?? {})).toContain(model);
  });
});
