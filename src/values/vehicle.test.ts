import { expect, test } from "vitest";
import {
  BODY_TYPES,
  bodyTypeFromPreApproval,
  COLOURS,
  guessBodyTrim,
  isBodyType,
  newestModelYear,
  STYLE_OF_BODY_TYPE,
  STYLES,
} from "./vehicle.ts";

test.each([
  ["Sedan", "sedan"],
  ["Coupe", "coupe"],
  ["SUVs", "suv"],
  ["Hatchback", "hatchback"],
  ["Trucks and Pickups", "truck"],
  ["trucks_and_pickups", "truck"],
  ["Minivan", "minivan"],
  ["spaceship", null],
  ["", null],
  ["constructor", null],
])("a pre-approval for %j looks for %s", (carType, bodyType) =>
  expect(bodyTypeFromPreApproval(carType)).toBe(bodyType),
);

test("a code stays itself", () => {
  expect(BODY_TYPES.map(bodyTypeFromPreApproval)).toEqual(BODY_TYPES);
});

test("fifteen colours, and every style is a body type", () => {
  expect(new Set(COLOURS).size).toBe(15);
  expect(STYLES.every(isBodyType)).toBe(true);
});

test.each([
  ["2026-11-21", 2027],
  ["2026-12-31", 2027],
  ["2027-01-01", 2028],
])("on %s it is %i", (today, year) => {
  expect(newestModelYear(today)).toBe(year);
});

test.each([
  ["EX-L", "luxury"],
  ["Platinum Crew Cab", "luxury"],
  ["SE Sport", "sport"],
  ["Type R", "sport"],
  ["GT-Line", "sport"],
  ["LX", "base"],
  ["base", "base"],
  ["SEL", null],
  ["Lxury", null],
  ["", null],
])("the maker's trim %j is our %s", (trim, bodyTrim) => {
  expect(guessBodyTrim(trim)).toBe(bodyTrim);
});

test("a body type that SPEC.md offers as a style is its own", () => {
  for (const style of STYLES) expect(STYLE_OF_BODY_TYPE[style]).toBe(style);
});
