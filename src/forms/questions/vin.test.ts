import { expect, test } from "vitest";
import { readOne } from "#forms/one-question.fixture.ts";
import type { VinQuestion } from "./vin.ts";

const vin: VinQuestion = { kind: "vin", name: "vin" };

test.each([
  [" 1hgcm82633a004352 ", "1HGCM82633A004352"],
  // A wrong check digit, and a European VIN, which has none.
  ["1HGCM82633A123456", "1HGCM82633A123456"],
  ["WP0ZZZ99ZTS392124", "WP0ZZZ99ZTS392124"],
  ["1HGCM82633A00435O", "!vin_characters"],
  ["1HGCM82633A00435", "!vin_length"],
  ["1HGCM82633A0043522", "!vin_length"],
  ["", "!missing"],
])("reads %j as %j", (typed, expected) => {
  expect(readOne(vin, typed)).toBe(expected);
});
