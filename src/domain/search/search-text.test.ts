import { expect, it } from "vitest";
import { splitNameKey } from "./facet-kinds.ts";
import type { KnownNames } from "./known-names.ts";
import { listWords, readSearchText } from "./search-text.ts";
import { CHEAP_CAD } from "./typed-words.ts";

const known: KnownNames = {
  make: {
    // oxfmt-ignore
    names: ["Honda", "Toyota", "Mazda", "Ram", "Audi", "Dodge", "Chrysler", "Land Rover", "Volkswagen", "BMW", "Ford"],
  },
  model: {
    // oxfmt-ignore
    names: [
      "Honda_Civic", "Honda_CR-V", "Toyota_Corolla", "Mazda_Mazda3", "Mazda_CX-5", "Ram_1500", "Audi_TT",
      "Dodge_Grand Caravan", "Chrysler_Grand Caravan", "Land Rover_Defender", "BMW_3 Series", "Ford_F-150",
    ],
  },
  city: { names: ["AB_Red Deer", "QC_Val-d’Or", "QC_Montréal"] },
};

type Ends = [min: number | null, max: number | null];
type Reading = {
  make?: string[];
  model?: string[];
  price?: Ends;
  km?: Ends;
  year?: Ends;
  month?: Ends;
  twoWeeks?: Ends;
  city?: string;
  near?: string;
  within?: number;
  sort?: string;
  /** Codes by facet. */
  codes?: Record<string, (string | number)[]>;
  rest?: string;
};

const CIVIC = { make: ["Honda"], model: ["Civic"] };
const HYBRIDS = ["hybrid", "plug_in_hybrid"];
const ALL_WHEELS = ["awd", "4wd"];

function read(text: string): Reading {
  const { filters, payment, city, unnamedCity, withinKm, sort, rest } = readSearchText(text, known);
  const { make, model, price, km, year, ...codes } = filters;
  const ends = (range: typeof price): Ends | undefined => range && [range.min, range.max];
  const paid = payment ? ends(payment.range) : undefined;
  const all: Reading = {
    make: make && [...make],
    model: model?.map((key) => splitNameKey(key).inner),
    price: ends(price),
    km: ends(km),
    year: ends(year),
    month: payment?.period === "monthly" ? paid : undefined,
    twoWeeks: payment?.period === "biweekly" ? paid : undefined,
    city: city ? `${city.name}, ${city.provinceCode}` : undefined,
    near: unnamedCity ?? undefined,
    within: withinKm ?? undefined,
    sort: sort ?? undefined,
    codes: Object.keys(codes).length > 0 ? (codes as Reading["codes"]) : undefined,
    rest: rest === "" ? undefined : rest,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const EXAMPLES: readonly (readonly [text: string, meant: Reading])[] = [
  // Amounts with their ends.
  ["honda civic under 20000", { ...CIVIC, price: [null, 20_000] }],
  ["civic under $20,000", { ...CIVIC, price: [null, 20_000] }],
  ["civic less than 20k", { ...CIVIC, price: [null, 20_000] }],
  ["civic 20k max", { ...CIVIC, price: [null, 20_000] }],
  ["civic up to 15.5k", { ...CIVIC, price: [null, 15_500] }],
  ["moins de 20 000 $", { price: [null, 20_000] }],
  ["à moins de 20 000$", { price: [null, 20_000] }],
  ["civic en bas de 20 000 dollars", { ...CIVIC, price: [null, 20_000] }],
  ["jusqu’à 20 mille", { price: [null, 20_000] }],
  ["budget 18000", { price: [null, 18_000] }],
  ["prix maximum de 18 000 $", { price: [null, 18_000] }],
  ["cheaper than 9,500", { price: [null, 9_500] }],
  ["$20000", { price: [null, 20_000] }],
  ["<20000", { price: [null, 20_000] }],
  ["over 10000 under 20000", { price: [10_000, 20_000] }],
  ["between 10 and 15k", { price: [10_000, 15_000] }],
  ["10k-15k", { price: [10_000, 15_000] }],
  ["de 10 000 à 15 000 $", { price: [10_000, 15_000] }],
  ["entre 15 000 et 10 000 $", { price: [10_000, 15_000] }],
  ["plus de 30 000 $", { price: [30_000, null] }],
  ["civic under 2000", { ...CIVIC, price: [null, 2_000] }],
  ["mazda 3 15 000 $", { make: ["Mazda"], model: ["Mazda3"], price: [null, 15_000] }],
  ["under 100 000 km", { km: [null, 100_000] }],
  ["with less than 100 000 km", { km: [null, 100_000] }],
  ["avec moins de 100 000 km", { km: [null, 100_000] }],
  ["100k km", { km: [null, 100_000] }],
  ["100000km or less", { km: [null, 100_000] }],
  ["under 120k", { km: [null, 120_000] }],
  ["kilométrage max 80 000", { km: [null, 80_000] }],
  ["f-150 150 000 kilomètres", { make: ["Ford"], model: ["F-150"], km: [null, 150_000] }],
  [
    "civic 2018 60 000 km 20 000 $",
    { ...CIVIC, year: [2018, 2018], km: [null, 60_000], price: [null, 20_000] },
  ],
  ["suv under $350 a month", { codes: { bodyType: ["suv"] }, month: [null, 350] }],
  ["vus à moins de 350 $ par mois", { codes: { bodyType: ["suv"] }, month: [null, 350] }],
  ["350$/mois", { month: [null, 350] }],
  ["between 300 and 400 monthly", { month: [300, 400] }],
  ["under $400", { month: [null, 400] }],
  ["200 biweekly", { twoWeeks: [null, 200] }],
  ["moins de 200 $ aux deux semaines", { twoWeeks: [null, 200] }],
  ["2018+", { year: [2018, null] }],
  ["civic 2018 or newer", { ...CIVIC, year: [2018, null] }],
  ["2018 et plus", { year: [2018, null] }],
  ["depuis 2018", { year: [2018, null] }],
  ["newer than 2018", { year: [2019, null] }],
  ["avant 2015", { year: [null, 2014] }],
  ["2015-2018", { year: [2015, 2018] }],
  ["2015 à 2018", { year: [2015, 2018] }],
  ["2015 to 2018", { year: [2015, 2018] }],
  ["2016 or 2018", { year: [2016, 2018] }],
  // Named values.
  ["awd 7 seats", { codes: { drive: ["awd"], seats: [7] } }],
  ["7-seater", { codes: { seats: [7] } }],
  ["sept places", { codes: { seats: [7] } }],
  ["7 places ou plus", { codes: { seats: [7, 8] } }],
  ["at least 7 seats", { codes: { seats: [7, 8] } }],
  ["traction intégrale", { codes: { drive: ["awd"] } }],
  ["All-wheel drive", { codes: { drive: ["awd"] } }],
  ["4 x 4", { codes: { drive: ALL_WHEELS } }],
  ["quatre roues motrices", { codes: { drive: ALL_WHEELS } }],
  ["traction avant", { codes: { drive: ["fwd"] } }],
  ["propulsion arrière", { codes: { drive: ["rwd"] } }],
  ["V6 truck", { codes: { cylinders: [6], bodyType: ["truck"] } }],
  ["4 cylindres", { codes: { cylinders: [4] } }],
  ["heated seats", { codes: { features: ["heated_seats"] } }],
  ["sièges chauffants et toit ouvrant", { codes: { features: ["heated_seats", "sunroof"] } }],
  ["hayon électrique", { codes: { features: ["power_liftgate"] } }],
  ["voiture à hayon", { codes: { bodyType: ["hatchback"] } }],
  ["pick-up trucks", { codes: { bodyType: ["truck"] } }],
  ["camionnettes", { codes: { bodyType: ["truck"] } }],
  ["véhicule utilitaire sport", { codes: { bodyType: ["suv"] } }],
  ["voitures électriques", { codes: { fuel: ["electric"] } }],
  ["EV", { codes: { fuel: ["electric"] } }],
  ["hybrids", { codes: { fuel: HYBRIDS } }],
  ["hybride ou électrique noire", { codes: { fuel: [...HYBRIDS, "electric"], colour: ["black"] } }],
  ["hybride rechargeable", { codes: { fuel: ["plug_in_hybrid"] } }],
  ["à essence", { codes: { fuel: ["gasoline"] } }],
  ["boîte de vitesses automatique", { codes: { transmission: ["automatic"] } }],
  ["stick shift", { codes: { transmission: ["manual"] } }],
  ["red or blue", { codes: { colour: ["red", "blue"] } }],
  ["civic rouge", { ...CIVIC, codes: { colour: ["red"] } }],
  ["civic or", { ...CIVIC, codes: { colour: ["gold"] } }],
  ["voiture d’occasion certifiée", { codes: { condition: ["certified"] } }],
  ["one owner, no accidents", { codes: { owners: [1], accidents: ["none"] } }],
  ["sans accident, un seul propriétaire", { codes: { accidents: ["none"], owners: [1] } }],
  ["clean title", { codes: { brand: ["clean"] } }],
  ["vendeur privé", { codes: { seller: ["private"] } }],
  ["from a dealership", { codes: { seller: ["dealer"] } }],
  // Names.
  ["crv", { make: ["Honda"], model: ["CR-V"] }],
  ["cr v", { make: ["Honda"], model: ["CR-V"] }],
  ["land rover defender", { make: ["Land Rover"], model: ["Defender"] }],
  ["dodge grand caravan", { make: ["Dodge"], model: ["Grand Caravan"] }],
  ["vw", { make: ["Volkswagen"] }],
  ["BMW série 3", { make: ["BMW"], model: ["3 Series"] }],
  ["honda or mazda", { make: ["Honda", "Mazda"] }],
  ["ram 1500 4x4", { make: ["Ram"], model: ["1500"], codes: { drive: ALL_WHEELS } }],
  ["1500", { rest: "1500" }],
  ["tt", { rest: "tt" }],
  // Places.
  ["civic in Toronto", { ...CIVIC, city: "Toronto, ON" }],
  ["civic toronto on", { ...CIVIC, city: "Toronto, ON" }],
  ["red civic red deer", { ...CIVIC, codes: { colour: ["red"] }, city: "Red Deer, AB" }],
  ["val d’or", { city: "Val-d'Or, QC" }],
  ["VUS près de Montréal", { codes: { bodyType: ["suv"] }, city: "Montréal, QC" }],
  ["VUS à Québec", { codes: { bodyType: ["suv"] }, city: "Québec, QC" }],
  ["VUS au Québec", { codes: { bodyType: ["suv"], province: ["QC"] } }],
  ["suv in Golden", { codes: { bodyType: ["suv"] }, city: "Golden, BC" }],
  ["suv ontario or BC", { codes: { bodyType: ["suv"], province: ["ON", "BC"] } }],
  ["Colombie-Britannique", { codes: { province: ["BC"] } }],
  ["within 40 km of Calgary", { within: 50, city: "Calgary, AB" }],
  ["à moins de 100 km de Laval", { within: 100, city: "Laval, QC" }],
  ["trucks near me", { codes: { bodyType: ["truck"] }, near: "near me" }],
  // Wishes.
  ["newest civic", { ...CIVIC, sort: "newest" }],
  ["les plus récentes", { sort: "newest" }],
  ["cheap first car", { sort: "price", price: [null, CHEAP_CAD] }],
  ["première auto pas chère", { sort: "price", price: [null, CHEAP_CAD] }],
  [
    "cheap truck under 30000",
    { sort: "price", price: [null, 30_000], codes: { bodyType: ["truck"] } },
  ],
  ["cheapest suv", { sort: "price", codes: { bodyType: ["suv"] } }],
  ["bas kilométrage", { sort: "km" }],
  // Words that mean none of these stay as typed.
  ["civic 2018 spaceship", { ...CIVIC, year: [2018, 2018], rest: "spaceship" }],
  ["civic Décapotable", { ...CIVIC, rest: "Décapotable" }],
  ["black leather", { codes: { features: ["leather_seats"] }, rest: "black" }],
  ["electric windows", { rest: "electric windows" }],
  ["vitres et miroirs électriques", { rest: "vitres miroirs électriques" }],
  ["automatic climate control", { rest: "automatic climate control" }],
  ["owner’s manual", { rest: "owner s manual" }],
  ["manuel du propriétaire", { rest: "manuel du propriétaire" }],
  ["safety certified", { rest: "safety certified" }],
  ["suv not red", { codes: { bodyType: ["suv"] }, rest: "not red" }],
  ["pas de diesel", { rest: "pas de diesel" }],
  ["under 20000 under 300 a month", { price: [null, 20_000], rest: "under 300 month" }],
  ["used cars for sale", {}],
  ["", {}],
  ["  ’!?* 🚗 ", {}],
];

it.each(EXAMPLES)("reads %j", (text, meant) => {
  expect(read(text)).toEqual(meant);
});

it.each([
  ["sièges chauffants", ["siege", "chauffant"]],
  ["manuel du propriétaire", ["manuel", "proprietaire"]],
  ["  ’!?* 🚗 ", []],
  [`${"x".repeat(60)} ${"leather ".repeat(1000)}`, ["x".repeat(40), "leather"]],
])("looks for the words of %j", (text, words) => {
  expect(listWords(text)).toEqual(words);
});
