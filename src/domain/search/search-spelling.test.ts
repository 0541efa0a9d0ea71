import { expect, it } from "vitest";
import { correctSpelling } from "./search-spelling.ts";
import type { KnownNames } from "./known-names.ts";
import { listWords, readSearchText } from "./search-text.ts";

const known: KnownNames = {
  make: { names: ["Honda", "Hyundai", "Toyota", "Mazda", "Dodge", "Land Rover", "Volkswagen"] },
  // oxfmt-ignore
  model: {
    names: [
      "Honda_Civic", "Hyundai_Elantra", "Hyundai_Santa Fe", "Toyota_Corolla", "Mazda_Mazda3",
      "Mazda_CX-5", "Dodge_Grand Caravan", "Land Rover_Defender", "Volkswagen_Jetta",
    ],
  },
  city: { names: ["ON_Toronto", "QC_Montréal", "QC_Trois-Rivières"] },
};

it.each([
  ["toyta", "Toyota"],
  ["hunday civc", "Honda Civic"],
  ["hunday elentra", "Hyundai Elantra"],
  ["hunday", "Hyundai"],
  ["toyota carolla 2018", "Toyota Corolla 2018"],
  ["volkswagon jeta", "Volkswagen Jetta"],
  ["grand carvan", "Grand Caravan"],
  ["landrovr defnder", "Land Rover Defender"],
  ["civic torronto", "Civic Toronto"],
  ["civic montral", "Civic Montréal"],
  ["hybird corolla", "hybrid Corolla"],
  ["automatqiue civic", "automatique Civic"],
  // Too short, a number, or a word that resembles no other.
  ["kai", null],
  ["mazda cx9", null],
  ["spaceship", null],
  ["toyta spaceship", null],
])("takes %j for %j", (text, meant) => {
  const words = listWords(readSearchText(text, known).rest);
  const has = new Set(["grand", "cx", "toronto", "montreal", "civic", "corolla"]);
  expect(
    correctSpelling(
      text,
      words.filter((word) => !has.has(word)),
      known,
    ),
  ).toBe(meant);
});

it("leaves words alone that some car has", () => {
  expect(correctSpelling("toyta civc", [], known)).toBeNull();
});
