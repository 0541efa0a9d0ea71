import { beforeAll, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { preApprovalHandler } from "./pre-approval-handler.server.ts";
import type { PaymentViewer } from "#domain/pricing/payment-restriction.ts";
import { findWantedCar, proposeBudget } from "./wanted-car.server.ts";
import { type LoanChoice, USUAL_LOAN } from "#values/loan-choice.ts";

useTestDatabase();
let sellerId: string;
beforeAll(async () => {
  sellerId = (await storePerson("Jordan Mitchell", { role: "seller" })).id;
});

const facts = {
  submissionId: "01a2032a-a720-739d-8f21-c21224cf08cb",
  kind: "pre_approval",
  firstName: "Chloé",
  lastName: "Gagnon",
  email: "chloe@example.com",
  phone: null,
  phoneVerifiedAt: null,
  city: "Calgary",
  provinceCode: "AB",
  lat: null,
  lon: null,
} as const;

const writeAdf = (listing: string, agreedPrice?: number) =>
  preApprovalHandler.adf?.(
    {
      carType: "suv",
      budget: "500_600",
      listing,
      listingName: "2021 Toyota RAV4 XLE",
      agreedPrice,
    },
    facts,
    { sender: "fr", reader: "en", further: [] },
  );

test("the ADF names the car that was asked for, with its price, beside the budget", async () => {
  const id = await storeListing({ sellerId, vin: "2T3B1RFV0SC582226", brand: "rebuilt" });
  const adf = await writeAdf(id);
  expect(adf?.vehicle).toMatchObject({
    year: 2021,
    make: "Toyota",
    model: "RAV4",
    trim: "XLE",
    vin: "2T3B1RFV0SC582226",
    odometerKm: 62_400,
    price: { type: "asking", amountCad: 29_990 },
    finance: { method: "finance" },
    comments: expect.stringContaining("Title: Rebuilt"),
  });
  expect(adf?.customer.comments).toContain("2021 Toyota RAV4 XLE");
  expect(adf?.customer.comments).not.toContain("no longer for sale");
});

test("sold meanwhile, it stays in the lead, which says so", async () => {
  const id = await storeListing({ sellerId });
  await db().update(listingTable).set({ state: "sold" }).where(eq(listingTable.id, id));
  const adf = await writeAdf(id);
  expect(adf?.vehicle.make).toBe("Toyota");
  expect(adf?.customer.comments).toContain("no longer for sale");
});

test("its buyer's lead has the price that was agreed on, and does not call it gone", async () => {
  const id = await storeListing({ sellerId, reservedAt: new Date() });
  await db().update(listingTable).set({ state: "sold" }).where(eq(listingTable.id, id));
  const adf = await writeAdf(id, 13_800);
  expect(adf?.vehicle.price).toEqual({ type: "offer", amountCad: 13_800 });
  expect(adf?.customer.comments).toContain("Price agreed: $13,800");
  expect(adf?.customer.comments).not.toContain("no longer for sale");
});

test.each([
  [{ carType: "suv", budget: "under_400" }, "SUV", [["monthly", "maximum", 400]]],
  [
    { carType: "truck", budget: "over_600", downPayment: 6_000 },
    "Truck",
    [
      ["monthly", "minimum", 600],
      ["downpayment", "exact", 6_000],
    ],
  ],
  // ADF has no element for a down payment without a budget.
  [{ downPayment: 6_000 }, undefined, undefined],
])("without a car the ADF of %j asks for a %s, financed by %j", async (answers, type, amounts) => {
  const reading = { sender: "fr", reader: "en", further: [] } as const;
  const adf = await preApprovalHandler.adf?.(answers, facts, reading);
  expect(adf).toMatchObject({ interest: "buy", customer: { preferredLanguage: "fr" } });
  expect(adf?.vehicle.bodyStyle).toBe(type);
  const financed = adf?.vehicle.finance?.amounts;
  expect(financed?.map((each) => [each.type, each.limit, each.amountCad])).toEqual(amounts);
});

test("what never was public is carried by nobody", async () => {
  const id = await storeListing({ sellerId, state: "draft", postedAt: null });
  expect(await findWantedCar(id, null)).toBeNull();
  expect((await writeAdf(id))?.vehicle.make).toBeUndefined();
});

test("the budget that a car asks for is its monthly payment with tax; none in Quebec", async () => {
  const STRANGER = { provinceCode: null, locale: "en", loan: USUAL_LOAN } as const;
  const proposeBudgetFor = async (
    input: Partial<typeof listingTable.$inferInsert>,
    reader: Partial<PaymentViewer & { loan: LoanChoice }> = {},
  ) => {
    const car = await findWantedCar(await storeListing({ sellerId, ...input }), null);
    return car && proposeBudget(car.listing, { ...STRANGER, ...reader });
  };
  // 13 % tax, 72 months at 14.5 %: $472 a month.
  expect(await proposeBudgetFor({ priceCad: 20_000 })).toBe("400_499");
  expect(await proposeBudgetFor({ priceCad: 40_000 })).toBe("over_600");
  // $6,000 down: $347.
  const loan = { downCad: 6_000, months: 72 };
  expect(await proposeBudgetFor({ priceCad: 20_000 }, { loan })).toBe("under_400");
  expect(await proposeBudgetFor({ priceCad: 20_000, provinceCode: "QC" })).toBeNull();
  expect(await proposeBudgetFor({ priceCad: 20_000 }, { locale: "fr" })).toBeNull();
});
