import { describe, expect, test } from "vitest";
import * as words from "./feed-words.ts";

const CASES = {
  readTransmission: [
    ["8-Speed Automatic", "automatic"],
    ["Automatique", "automatic"],
    ["CVT", "automatic"],
    ["Manuelle 6 vitesses", "manual"],
    ["6 SPEED MANUAL", "manual"],
    ["?", null],
  ],
  readFuel: [
    ["Gas", "gasoline"],
    ["Essence", "gasoline"],
    ["Gasoline/Mild Electric Hybrid", "hybrid"],
    ["Hybride rechargeable", "plug_in_hybrid"],
    ["Plug-In Hybrid", "plug_in_hybrid"],
    ["Électrique", "electric"],
    ["Diesel", "diesel"],
    ["Flex Fuel", "flex_fuel"],
    ["Steam", null],
  ],
  readDrive: [
    ["AWD", "awd"],
    ["Traction intégrale", "awd"],
    ["Traction avant", "fwd"],
    ["Propulsion", "rwd"],
    ["4x4", "4wd"],
    ["", null],
  ],
  readBodyType: [
    ["Sport Utility", "suv"],
    ["VUS", "suv"],
    ["Berline", "sedan"],
    ["4dr Car", "sedan"],
    ["Crew Cab Pickup", "truck"],
    ["Fourgonnette", "minivan"],
    ["À hayon", "hatchback"],
    ["Décapotable", "coupe"],
    ["Boat", null],
  ],
  readCondition: [
    ["Used", "used"],
    ["U", "used"],
    ["Neuf", "new"],
    ["Certified Pre-Owned", "certified"],
    ["d'occasion", "used"],
    ["?", null],
  ],
  readColour: [
    ["Sonic Grey Pearl", "grey"],
    ["Gris métallisé", "grey"],
    ["Black with red stitching", "black"],
    ["Blanche", "white"],
    ["OR", "gold"],
    ["Corail", null],
  ],
  readMake: [
    ["CHEVY", "Chevrolet"],
    ["mercedes benz", "Mercedes-Benz"],
    ["Toyota", "Toyota"],
    ["Trabant", null],
  ],
} as const;

describe.each(Object.entries(CASES))("%s", (name, cases) => {
  test.each(cases as readonly (readonly [string, string | null])[])("%j is %j", (text, code) => {
    const read = words[name as keyof typeof CASES] as (text: string) => string | null;
    expect(read(text)).toBe(code);
  });
});

test.each([
  ["Mazda", "CX5 GT", { model: "CX-5", rest: "gt" }],
  ["Honda", "Civic Sedan", { model: "Civic", rest: "sedan" }],
  ["Ford", "Bronco Sport Big Bend", { model: "Bronco Sport", rest: "big bend" }],
  ["Ford", "F150", { model: "F-150", rest: "" }],
  ["Ford", "Model T", null],
] as const)("of %s, %j", (make, text, found) => {
  expect(words.readModel(make, text)).toEqual(found);
});

test("reads features in both languages", () => {
  expect(words.readFeatures("Sièges avant chauffants|Caméra de recul|Apple CarPlay")).toEqual([
    "heated_seats",
    "backup_camera",
    "carplay_android_auto",
  ]);
});
