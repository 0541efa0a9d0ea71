import { describe, expect, it } from "vitest";
import { shortenPersonName } from "./listing.ts";
import { formatCarName } from "#values/car-name.ts";

describe("listingTitle", () => {
  it.each([
    [{ year: 2021, make: "Toyota", model: "RAV4", trim: "XLE" }, "2021 Toyota RAV4 XLE"],
    [{ year: 2014, make: "Ram", model: "1500", trim: null }, "2014 Ram 1500"],
    [{ year: 2014, make: "Ram", model: "1500", trim: "" }, "2014 Ram 1500"],
  ])("%o", (name, title) => expect(formatCarName(name)).toBe(title));
});

describe("shortPersonName", () => {
  it.each([
    ["Jordan Mitchell", "Jordan M."],
    ["Anne-Marie de la Tour", "Anne-Marie T."],
    ["Prince", "Prince"],
    ["  Élise   Émond ", "Élise É."],
    ["", ""],
  ])("%s is %s", (name, short) => expect(shortenPersonName(name)).toBe(short));
});
