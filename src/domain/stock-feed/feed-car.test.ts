import { describe, expect, test } from "vitest";
import { readFeedCar } from "./feed-car.ts";
import { FEED_FIELDS, type FeedField } from "./feed-fields.ts";

const RAV4: Partial<Record<FeedField, string>> = {
  stockNumber: "A1",
  year: "2021",
  make: "Toyota",
  model: "RAV4",
  trim: "XLE",
  price: "$31,995.00",
  odometer: "62 400 km",
  bodyType: "VUS",
  exteriorColour: "Bleu",
  transmission: "Automatique",
  fuel: "Essence",
};

function read(
  changes: Partial<Record<FeedField, string>>,
  { names = {}, decoded = {} }: { names?: object; decoded?: object } = {},
) {
  const car: Partial<Record<FeedField, string>> = { ...RAV4, ...changes };
  const mapping = Object.fromEntries(FEED_FIELDS.map((field) => [field, field]));
  const columns = FEED_FIELDS.map((field) => ({ ...mapping, ...names })[field] ?? "");
  const cells = FEED_FIELDS.map((field) => car[field] ?? "");
  return readFeedCar({ place: 2, cells }, columns, {
    mapping: { ...mapping, ...names },
    today: "2026-11-28",
    decoded,
  });
}

test("a car is read from French and English values", () => {
  expect(read({ features: "Bluetooth", description: "Un beau VUS." })).toEqual({
    place: 2,
    key: "A1",
    vin: null,
    title: "2021 Toyota RAV4",
    faults: [],
    fields: {
      stockNumber: "A1",
      vin: null,
      year: 2021,
      make: "Toyota",
      model: "RAV4",
      trim: "XLE",
      priceCad: 31_995,
      odometerKm: 62_400,
      condition: "used",
      bodyType: "suv",
      exteriorColour: "blue",
      interiorColour: null,
      transmission: "automatic",
      fuel: "gasoline",
      drive: null,
      seats: null,
      cylinders: null,
      features: ["bluetooth"],
      description: "Un beau VUS.",
    },
  });
});

test.each([
  ["in a column of miles", { odometer: "10,000" }, { names: { odometer: "Miles" } }, 16_093],
  ["in a cell of miles", { odometer: "10000 mi" }, {}, 16_093],
  ["beside a unit of miles", { odometer: "10000", odometerUnit: "MI" }, {}, 16_093],
  ["in kilometres", { odometer: "10000" }, {}, 10_000],
])("kilometres %s", (_name, changes, options, km) => {
  expect(read(changes, options).fields.odometerKm).toBe(km);
});

test("a sale price counts instead of the price", () => {
  expect(read({ salePrice: "29995" }).fields.priceCad).toBe(29_995);
});

test("a VIN fills in what the file lacks", () => {
  const { faults, fields } = read(
    { make: "", model: "", bodyType: "", fuel: "" },
    { decoded: { make: "Honda", model: "CR-V", body: "suv", fuel: "hybrid" } },
  );
  expect(faults).toEqual([]);
  expect(fields).toMatchObject({ make: "Honda", model: "CR-V", bodyType: "suv", fuel: "hybrid" });
});

test("without a description, the car's name is one", () => {
  expect(read({}).fields.description).toBe("2021 Toyota RAV4 XLE");
});

describe("is refused", () => {
  test.each([
    ["without a number", { stockNumber: "" }, [{ code: "no_number" }]],
    ["with a short VIN", { vin: "2T3" }, [{ code: "vin_length" }]],
    ["with a letter O in the VIN", { vin: "1HGCM82633AOO4352" }, [{ code: "vin_characters" }]],
    ["with a wrong check digit", { vin: "1HGCM82643A004352" }, [{ code: "vin_check_digit" }]],
    ["without a price", { price: "" }, [{ code: "missing", field: "price", text: "" }]],
    [
      "with a price in words",
      { price: "Call" },
      [{ code: "not_read", field: "price", text: "Call" }],
    ],
    [
      "with a formula as price",
      { price: "=1+1" },
      [{ code: "not_read", field: "price", text: "=1+1" }],
    ],
    ["for nothing", { price: "0" }, [{ code: "out_of_range", field: "price", text: "0" }]],
    ["in US dollars", { price: "20000 USD" }, [{ code: "other_currency", text: "20000 USD" }]],
    ["in euros", { currency: "EUR" }, [{ code: "other_currency", text: "EUR" }]],
    [
      "of a make that we don't know",
      { make: "Trabant" },
      [
        { code: "not_read", field: "make", text: "Trabant" },
        { code: "not_read", field: "model", text: "RAV4" },
      ],
    ],
    ["of the future", { year: "2031" }, [{ code: "not_read", field: "year", text: "2031" }]],
    [
      "in no colour",
      { exteriorColour: "" },
      [{ code: "missing", field: "exteriorColour", text: "" }],
    ],
  ] as const)("%s", (_name, changes, faults) => {
    expect(read(changes).faults).toEqual(faults);
  });
});

test("a right VIN is its key if it has no stock number", () => {
  expect(read({ vin: "1HGCM82633A004352", stockNumber: "" })).toMatchObject({
    key: "1HGCM82633A004352",
    faults: [],
  });
});
