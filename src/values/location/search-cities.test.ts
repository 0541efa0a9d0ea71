import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatCity } from "./gazetteer.ts";
import { searchCities } from "./search-cities.ts";

function search(text: string, limit = 5): string[] {
  return searchCities(text, limit).map((city) => formatCity(city, "en"));
}

test.each([
  ["montreal", "Montréal, QC"],
  ["MONTRÉAL", "Montréal, QC"],
  ["saint-jérô", "Saint-Jérôme, QC"],
  ["st jerome", "Saint-Jérôme, QC"],
  ["london, on", "London, ON"],
  ["london, o", "London, ON"],
  ["london on", "London, ON"],
  ["London, Ontario, Canada", "London, ON"],
  ["trois riv", "Trois-Rivières, QC"],
  ["gander", "Gander, NL"],
  ["St. John's NL", "St. John's, NL"],
  ["st johns, newfoundland and labrador", "St. John's, NL"],
  ["st. john’s", "St. John's, NL"],
  ["sault sainte marie", "Sault Ste. Marie, ON"],
  ["quebec", "Québec, QC"],
  ["quebec city", "Québec, QC"],
  ["sudbury", "Greater Sudbury, ON"],
  ["vernon bc", "Vernon, BC"],
  ["halif", "Halifax, NS"],
  ["whitehorse", "Whitehorse, YT"],
])("%j finds %s first", (text, first) => expect(search(text)[0]).toBe(first));

describe("st john", () => {
  test("finds the exact name first, then the capital of Newfoundland", () => {
    expect(search("st john").slice(0, 2)).toEqual(["Saint John, NB", "St. John's, NL"]);
  });

  test("a province decides", () => {
    expect(search("st john nl")[0]).toBe("St. John's, NL");
    expect(search("saint john, n.b.")[0]).toBe("Saint John, NB");
  });
});

test("a whole Saint does not find Stratford, the abbreviation may", () => {
  expect(search("saint", 500).filter((name) => name.startsWith("Str"))).toEqual([]);
  expect(search("saint", 500)).toContain("St. John's, NL");
  expect(search("st", 500)).toContain("Stratford, ON");
});

test("a postal code or its first half gives the towns of its district", () => {
  expect(search("M5V 3L9")[0]).toBe("Toronto, ON");
  expect(search("h2y")[0]).toBe("Montréal, QC");
  expect(search("Ottawa K1A 0B1")).toContain("Ottawa, ON");
});

test("a province alone gives its largest towns", () => {
  expect(search("manitoba")[0]).toBe("Winnipeg, MB");
  expect(search("alberta", 2)).toEqual(["Calgary, AB", "Edmonton, AB"]);
  expect(search("Île-du-Prince-Édouard")[0]).toBe("Charlottetown, PE");
  expect(search("pe")[0]).toBe("Peterborough, ON");
});

test("the limit holds, and nothing gives nothing", () => {
  expect(search("s", 3)).toHaveLength(3);
  expect(search("")).toEqual([]);
  expect(search(" ,, ")).toEqual([]);
  expect(search("zzzzz")).toEqual([]);
  expect(search("london, qc")).not.toContain("London, ON");
});

test("any text is searched without harm", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(searchCities(text, 5).length).toBeLessThanOrEqual(5);
    }),
  );
});
