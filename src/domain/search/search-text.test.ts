import { expect, it } from "vitest";
import { splitNameKey } from "./facet-kinds.ts";
import { type KnownNames, readSearchText } from "./search-text.ts";

const known: KnownNames = {
  make: {
    // oxfmt-ignore
    names: ["Honda", "Mazda", "Ram", "Audi", "Dodge", "Chrysler", "Land Rover", "Volkswagen", "BMW"],
  },
  model: {
    names: [
      "Honda_Civic",
      "Honda_CR-V",
      "Mazda_Mazda3",
      "Mazda_CX-5",
      "Ram_1500",
      "Audi_TT",
      "Dodge_Grand Caravan",
      "Chrysler_Grand Caravan",
      "Land Rover_Defender",
      "BMW_3 Series",
    ],
  },
  city: { names: ["AB_Red Deer", "QC_Val-d’Or", "QC_Montréal"] },
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
  ["civic traction intégrale 2018", { models: ["Civic"], year: [2018, 2018], words: ["awd"] }],
  ["civic 4 x 4 rouge", { models: ["Civic"], codes: { colour: ["red"] }, words: ["4wd|awd"] }],
  ["boîte de vitesses automatique", { codes: { transmission: ["automatic"] } }],
  ["honda or mazda", { makes: ["Honda", "Mazda"] }],
  ["civic or cx-5 or crv", { models: ["Civic", "CX-5", "CR-V"] }],
  ["red or blue", { codes: { colour: ["red", "blue"] } }],
  ["civic or", { models: ["Civic"], codes: { colour: ["gold"] } }],
  ["couleur or", { codes: { colour: ["gold"] }, words: ["couleur"] }],
  ["red civic red deer", { models: ["Civic"], codes: { colour: ["red"] }, words: ["red", "deer"] }],
  ["val d’or", { words: ["val"] }],
  ["electric windows", { words: ["electric", "window"] }],
  ["vitres électriques", { words: ["vitre", "electrique"] }],
  ["vitres et miroirs électriques", { words: ["vitre", "miroir", "electrique"] }],
  ["bleu électrique", { codes: { colour: ["blue"] }, words: ["electrique"] }],
  ["electric blue civic", { models: ["Civic"], codes: { colour: ["blue"] }, words: ["electric"] }],
  ["hayon électrique", { words: ["liftgate"] }],
  ["electric 7 seats", { codes: { fuel: ["electric"] }, words: ["7", "seat"] }],
  ["automatic climate control", { words: ["automatic", "climate", "control"] }],
  ["climatisation automatique", { words: ["climatisation", "automatique"] }],
  ["automatic leather", { codes: { transmission: ["automatic"] }, words: ["leather"] }],
  ["owner’s manual", { words: ["owner", "s", "manual"] }],
  ["manuel du propriétaire", { words: ["manuel"] }],
  ["standard range", { words: ["standard", "range"] }],
  ["black leather", { words: ["black", "leather"] }],
  [
    "noire, intérieur cuir rouge",
    { codes: { colour: ["black"] }, words: ["interieur", "cuir", "rouge"] },
  ],
  ["safety certified", { words: ["safety", "certified"] }],
  ["certified used truck", { codes: { condition: ["certified"], bodyType: ["truck"] } }],
  ["voiture usagée de Montréal", { words: ["montreal"] }],
  ["used cars for sale", { words: ["sale"] }],
  ["", {}],
  ["  ’!?* 🚗 ", {}],
])(
  "reads %j",
  (text, { makes = [], models = [], year = null, codes = {}, words = [] }: Reading) => {
    const read = readSearchText(text, known);
    expect(read.make).toEqual(makes);
    expect(read.model.map((key) => splitNameKey(key).inner)).toEqual(models);
    expect(read.year).toEqual({ min: year?.[0] ?? null, max: year?.[1] ?? null });
    expect(Object.fromEntries(read.codes)).toEqual(codes);
    expect(read.words).toEqual(words);
  },
);

type Reading = {
  makes?: string[];
  models?: string[];
  year?: number[] | null;
  codes?: Record<string, string[]>;
  words?: string[];
};

it("reads a text of any length, in words that the index can hold", () => {
  const { words } = readSearchText(`${"x".repeat(60)} ${"leather ".repeat(1000)}`, known);
  expect(words).toEqual(["x".repeat(40), "leather"]);
});
