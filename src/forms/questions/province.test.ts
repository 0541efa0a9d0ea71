import { expect, test } from "vitest";
import { readOne, showOne, viewOne } from "#forms/one-question.fixture.ts";
import type { ProvinceQuestion } from "./province.ts";

const province: ProvinceQuestion = { kind: "province", name: "province" };

test.each([
  ["QC", "QC"],
  ["Québec", "QC"],
  ["Nova Scotia", "NS"],
  ["Nunavut", "!not_served"],
  ["Ohio", "!missing"],
  ["", "!missing"],
])("reads %j as %j", (typed, expected) => {
  expect(readOne(province, typed)).toBe(expected);
});

test("lists the ten in the order of the language", () => {
  const first = (locale: "en" | "fr") => {
    const view = viewOne(province, {}, locale);
    return view.control === "select" ? view.options.map(({ label }) => label) : [];
  };
  expect(first("en")).toHaveLength(10);
  expect(first("fr").slice(0, 3)).toEqual([
    "Alberta",
    "Colombie-Britannique",
    "Île-du-Prince-Édouard",
  ]);
  expect(showOne(province, "NL", "fr")).toBe("Terre-Neuve-et-Labrador");
});
