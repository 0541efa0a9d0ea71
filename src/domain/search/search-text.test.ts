import { expect, it } from "vitest";
import { type KnownNames, readSearchText } from "./search-text.ts";

const known: KnownNames = {
  makes: ["Honda", "Mazda", "Ram", "Audi", "Dodge", "Chrysler", "Land Rover", "Volkswagen", "BMW"],
  models: [
    { make: "Honda", model: "Civic" },
    { make: "Honda", model: "CR-V" },
    { make: "Mazda", model: "Mazda3" },
    { make: "Mazda", model: "CX-5" },
    { make: "Ram", model: "1500" },
    { make: "Audi", model: "TT" },
    { make: "Dodge", model: "Grand Caravan" },
    { make: "Chrysler", model: "Grand Caravan" },
    { make: "Land Rover", model: "Defender" },
    { make: "BMW", model: "3 Series" },
  ],
};

it.each([
  ["civic 2018 leather", { models: ["Civic"], year: [2018, 2018], words: ["leather"] }],
  ["2018 Honda Civic", { makes: ["Honda"], models: ["Civic"], year: [2018, 2018] }],
  ["crv", { models: ["CR-V"] }],
  ["CR-V", { models: ["CR-V"] }],
  ["cr v", { models: ["CR-V"] }],
  ["mazda 3", { models: ["Mazda3"] }],
  ["mazda cx5", { makes: ["Mazda"], models: ["CX-5"] }],
  ["land rover defender", { makes: ["Land Rover"], models: ["Defender"] }],
  ["grand caravan", { models: ["Grand Caravan", "Grand Caravan"] }],
  ["dodge grand caravan", { makes: ["Dodge"], models: ["Grand Caravan"] }],
  ["ram 1500", { makes: ["Ram"], models: ["1500"] }],
  ["1500", { words: ["1500"] }],
  ["audi tt", { makes: ["Audi"], models: ["TT"] }],
  ["tt", { words: ["tt"] }],
  ["vw", { makes: ["Volkswagen"] }],
  ["bmw 3 series 2015-2019", { makes: ["BMW"], models: ["3 Series"], year: [2015, 2019] }],
  ["sièges chauffants", { words: ["siege", "chauffant"] }],
  ["voiture usagée de Montréal", { words: ["montreal"] }],
  ["used cars for sale", { words: ["sale"] }],
  ["", {}],
  ["  ’!?* 🚗 ", {}],
])("reads %j", (text, { makes = [], models = [], year = null, words = [] }: Reading) => {
  const read = readSearchText(text, known);
  expect(read.makes).toEqual(makes);
  expect(read.models.map(({ model }) => model)).toEqual(models);
  expect(read.year).toEqual({ min: year?.[0] ?? null, max: year?.[1] ?? null });
  expect(read.words).toEqual(words);
});

type Reading = { makes?: string[]; models?: string[]; year?: number[] | null; words?: string[] };

it("reads a text of any length, in words that the index can hold", () => {
  const { words } = readSearchText(`${"x".repeat(60)} ${"leather ".repeat(1000)}`, known);
  expect(words).toEqual(["x".repeat(40), "leather"]);
});
