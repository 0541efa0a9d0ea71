import { describe, expect, test } from "vitest";
import { renderAdf } from "#domain/lead/adf/adf.ts";
import { leastLead } from "#domain/lead/adf/adf-lead.fixture.ts";
import { textAt, withValidAdf } from "#domain/lead/adf/adf-schema.fixture.ts";
import type { LeadFacts } from "#domain/lead/lead.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import type { Locale } from "#values/locale.ts";
import { SELLER } from "./sell-car-answers.fixture.ts";
import { sellCarForm } from "./sell-car.form.ts";
import { buildSellCarAdf } from "./sell-car-adf.ts";

const FACTS: LeadFacts = {
  kind: "sell_car",
  firstName: "",
  lastName: "",
  email: SELLER.sellerEmail,
  phone: "+15195550147",
  phoneVerifiedAt: null,
  city: "Guelph",
  provinceCode: "ON",
  lat: null,
  lon: null,
};

/** The ADF for the dealership's system, validated against both schemas. */
function read(
  changes: Readonly<Record<string, string>>,
  paths: readonly string[],
  language: Locale = "en",
) {
  const context = { now: new Date("2026-11-21T17:00:00Z"), locale: "en" } as const;
  const { answers } = readForm(sellCarForm, rawFields({ ...SELLER, ...changes }), context);
  const xml = renderAdf({
    ...leastLead,
    language,
    ...buildSellCarAdf(answers, FACTS, { sender: "fr", reader: language, further: [] }),
  });
  return withValidAdf(xml, (root) => paths.map((path) => textAt(root, path)?.trim()));
}

describe("a car for sale in a dealership's system", () => {
  test.each([
    ["sell", "sell"],
    ["trade", "trade-in"],
  ])("%s is interest %s", (sellOrTrade, interest) => {
    expect(read({ sellOrTrade }, ["//vehicle/@interest"])).toEqual([interest]);
  });

  test("its facts stand in ADF's own elements, the odometer in kilometres", () => {
    const vin = "1HGCM82633A004352";
    const paths = [
      "year",
      "make",
      "model",
      "vin",
      "trim",
      "bodystyle",
      "transmission",
      "odometer",
      "odometer/@units",
      "colorcombination/exteriorcolor",
      "colorcombination/interiorcolor",
    ].map((path) => `//vehicle/${path}`);
    expect(read({ vin }, paths)).toEqual([
      "2021",
      "Toyota",
      "RAV4",
      vin,
      "Luxury",
      "Hatchback",
      "Automatic",
      "64200",
      "km",
      "Blue",
      "Black",
    ]);
  });

  test("what ADF has no element for is told in English words, consents left out", () => {
    const [vehicle, customer] = read({}, ["//vehicle/comments", "//customer/comments"]);
    expect(vehicle).toContain("Accident history: Yes");
    expect(vehicle).toContain("Key fobs: 2+ Key Fobs");
    expect(vehicle).toContain("Ownership: Financed");
    expect(customer).toBe("Preferred language: French\nPhone: not verified\nSell or trade: Sell");
  });

  test("to a dealership in Quebec in French, whoever sends it", () => {
    const paths = ["//vehicle/comments", "//customer/comments", "//vehicle/transmission"];
    const [vehicle, customer, transmission] = read({}, paths, "fr");
    expect(vehicle).toContain("Accidents");
    expect(vehicle).not.toMatch(/Accident history|Yes/);
    expect(customer).toMatch(/^Langue préférée.: français\nTéléphone.: non vérifié\n/);
    expect(transmission).toBe("Automatique");
  });

  test("hostile words of a make that was typed are words", () => {
    const make = `<script>"&'</script>`;
    expect(read({ make: "other", makeOther: make }, ["//vehicle/make"])).toEqual([make]);
  });
});
