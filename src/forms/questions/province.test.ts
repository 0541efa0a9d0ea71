import { expect, onTestFinished, test } from "vitest";
import { readOne, showOne, viewOne } from "#forms/one-question.fixture.ts";
import { DEFAULT_FACTS } from "#site/site-facts.ts";
import { provideFacts } from "#site/site.ts";
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

test("where it asks for a place that the site serves, lists and accepts those only", () => {
  onTestFinished(provideFacts(() => ({ ...DEFAULT_FACTS, provinces: ["ON", "QC"] })));
  const served: ProvinceQuestion = { ...province, served: true };
  expect(readOne(served, "Ontario")).toBe("ON");
  expect(readOne(served, "Alberta")).toBe("!not_served");
  expect(readOne(province, "Alberta")).toBe("AB");
  const view = viewOne(served, {}, "en");
  expect(view.control === "select" && view.options.map(({ value }) => value)).toEqual(["ON", "QC"]);
});
