import { beforeAll, expect, test } from "vitest";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import type { LoanChoice } from "#values/loan-choice.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { findAffordableCars } from "./affordable-cars.server.ts";
import { CREDIT_APPLICANT } from "./credit-applicant.fixture.ts";
import { creditApplicationForm as form } from "./credit-application.form.ts";

useTestDatabase();

beforeAll(async () => {
  const seller = await storePerson("Jordan Seller", { role: "seller" });
  const alberta = { sellerId: seller.id, provinceCode: "AB", city: "Calgary" } as const;
  for (const priceCad of [3_000, 15_000, 17_000, 20_000, 250_000])
    await storeListing({ ...alberta, bodyType: "suv", priceCad });
  await storeListing({ ...alberta, bodyType: "coupe", priceCad: 16_000 });
});

const find = (changed: Record<string, string> = {}, loan?: LoanChoice) => {
  const raw = rawFields({ ...CREDIT_APPLICANT, ...changed });
  const { answers } = readForm(form, raw, { now: new Date(), locale: "en" });
  return findAffordableCars(answers, { locale: "en", loan });
};

const STATED = { creditRating: "good", budget: "400_499", carType: "suv" };

test("whoever told of no credit has the rate that is said to be without knowing it", async () => {
  const found = await find();
  expect(found).toMatchObject({ isBandStated: false, moves: [], bodyType: null });
  const { ratePercent, comfortable, highest } = found!.estimate;
  // 15 % of $5,400 is $810, after $1,450 of rent; 20 % is $1,080.
  expect([ratePercent, comfortable?.paymentCad, highest?.paymentCad]).toEqual([19.9, 710, 1_080]);
  expect(found!.debtRatios.comfortable).toBeCloseTo(0.4, 3);
});

test("what was said before counts: the rate, the budget, the type, the cheapest sensible first", async () => {
  const found = await find({ ...STATED, comfortablePayment: "499" });
  expect(found).toMatchObject({ isBandStated: true, moves: [] });
  expect(found!.estimate).toMatchObject({ ratePercent: 9.5, comfortable: { paymentCad: 499 } });
  // $499 a month at 9.5 % is $27,304, including 5 % tax.
  expect(found!.cars).toMatchObject({ count: 4, mostCad: 26_004 });
  expect(found!.cars?.best.map(({ priceCad }) => priceCad)).toEqual([15_000, 17_000, 20_000]);
});

test.each<[string, Record<string, string>, LoanChoice | undefined]>([
  ["chosen when it was sent", { downPayment: "2000", loanMonths: "60" }, undefined],
  ["chosen in this browser since", { downPayment: "9000" }, { downCad: 2_000, months: 60 }],
])("a loan that was %s pays for another price, at the same payment", async (_, sent, loan) => {
  const found = await find({ ...STATED, comfortablePayment: "499", ...sent }, loan);
  expect(found!.moves).toEqual([]);
  expect(found!.estimate.comfortable?.paymentCad).toBe(499);
  // $499 a month at 9.5 % over 60 months is $23,759, plus $2,000 down.
  expect(found!.cars?.mostCad).toBe(Math.floor(25_759 / 1.05));
});

test("an income that carries less than was shown before says so", async () => {
  const found = await find({ ...STATED, comfortablePayment: "499", grossIncome: "4300" });
  // 40 % of $4,300, minus $1,450 of rent.
  expect(found!.moves).toEqual([{ what: "comfortable", by: "housing", from: 499, to: 270 }]);
  expect(found!.cars?.best.map(({ priceCad }) => priceCad)).toEqual([3_000]);
});

test("a car that is marked as written off comes last, whatever it costs", async () => {
  const nova = { province: "NS", postalCode: "B3H 1A1", city: "Halifax" };
  const seller = await storePerson("Robin Seller", { role: "seller" });
  const park = (priceCad: number, brand: "clean" | "rebuilt" | "salvage" | null) =>
    storeListing({ sellerId: seller.id, provinceCode: "NS", city: "Halifax", priceCad, brand });
  const shown = async () => {
    const found = await find({ ...STATED, comfortablePayment: "499", ...nova });
    return found?.cars?.best.map(({ priceCad }) => priceCad);
  };
  await park(14_000, "salvage");
  await park(14_500, "rebuilt");
  await park(20_000, "clean");
  expect(await shown()).toEqual([20_000, 14_000, 14_500]);
  await park(3_000, null);
  expect(await shown()).toEqual([20_000, 3_000, 14_000]);
});

test("in Quebec there is no list", async () => {
  const changed = { province: "QC", postalCode: "H2X 1Y4", city: "Montréal" };
  expect(await find({ ...STATED, ...changed })).toMatchObject({ cars: null });
});
