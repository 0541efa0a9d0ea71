import { describe, expect, test } from "vitest";
import { foldCityName, foldText } from "./text-fold.ts";

describe("foldText", () => {
  test.each([
    ["Montréal", "montreal"],
    ["Île-d’Orléans", "ile d orleans"],
    ["  ÎLE  D'ORLÉANS ", "ile d orleans"],
    ["Sacré-Cœur", "sacre coeur"],
    ["août", "aout"],
    ["", ""],
    ["—", ""],
  ])("%j folds to %j", (text, folded) => expect(foldText(text)).toBe(folded));
});

describe("foldCityName", () => {
  test.each([
    ["Saint-Jérôme", "st jerome"],
    ["St. John's", "st johns"],
    ["St. John’s", "st johns"],
    ["Sault Ste. Marie", "sault ste marie"],
    ["Sainte-Foy", "ste foy"],
    ["Fort Saint John", "fort st john"],
    ["Saintfield", "saintfield"],
    ["constructor", "constructor"],
  ])("%j folds to %j", (name, folded) => expect(foldCityName(name)).toBe(folded));
});
