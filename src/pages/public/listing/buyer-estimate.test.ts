import { describe, expect, it } from "vitest";
import { defaultPaymentTerms, type ViewerTerms } from "#domain/pricing/payment-estimate.ts";
import type { PaymentRestriction } from "#domain/pricing/payment-restriction.ts";
import { USUAL_LOAN } from "#values/loan-choice.ts";
import { estimateForBuyer, readEstimateChoice, writeEstimateChoice } from "./buyer-estimate.ts";

const car = { priceCad: 20_000, provinceCode: "ON", isDealer: true } as const;
type Car = Parameters<typeof estimateForBuyer>[0];
const choose = (query = "") => readEstimateChoice(new URLSearchParams(query), car);
const estimate = (query = "", changes = {}, reader: Partial<ViewerTerms> = {}) =>
  estimateForBuyer({ ...car, ...changes }, choose(query), {
    ...defaultPaymentTerms(),
    locale: "en",
    ...reader,
  });

describe("the choice in the address", () => {
  it.each([
    ["2500", "60", { downCad: 2_500, months: 60 }],
    ["2 500,50 $", "84", { downCad: 2_500.5, months: 84 }],
    ["0", "72", { downCad: 0, months: 72 }],
    ["", "60", { downCad: 0, months: 60 }],
    ["much", "61", USUAL_LOAN],
    ["-5", "", USUAL_LOAN],
    ["1e9", "Infinity", USUAL_LOAN],
    ["99999999", "48", { downCad: 0, months: 48 }],
  ])("reads %j over %j months", (down, term, choice) => {
    expect(choose(String(new URLSearchParams({ down, term })))).toMatchObject(choice);
  });

  it("is the car's province and the illustrative terms where nothing was chosen", () => {
    expect(choose()).toEqual({
      downCad: 0,
      tradeInCad: 0,
      months: 72,
      provinceCode: "ON",
      ratePercent: 14.5,
    });
  });

  it.each([
    "down=-5&term=13&province=ZZ&rate=x&tradeIn=%00",
    "down=1e9&term=&province=on&rate=-1",
    "down=NaN&tradeIn=Infinity",
  ])("reads %s as if it were not there", (query) => expect(choose(query)).toEqual(choose()));

  it.each(["", "down=2500&term=84", "tradeIn=5000&province=BC&rate=6.49", "rate=40"])(
    "written and read again is the same: %s",
    (query) => {
      expect(writeEstimateChoice(choose(query), car).toString()).toBe(query);
    },
  );
});

describe("the estimate", () => {
  it("takes a trade-in off the tax of a dealer's car (domain.md §5)", () => {
    const { tax, toFinanceCad } = estimate("tradeIn=5000")!;
    expect(tax.taxCad).toBe(1_950);
    expect(toFinanceCad).toBe(16_950);
  });

  it("does not in a private sale", () => {
    expect(estimate("tradeIn=5000", { isDealer: false })!.tax.taxCad).toBe(2_600);
  });

  it("pays price, tax and nothing else over the term", () => {
    const { payment } = estimate("province=AB&down=1000&rate=7.99", { isDealer: false })!;
    expect(payment).toMatchObject({ kind: "loan", quote: { aprPercent: 7.99 } });
  });

  it.each([
    ["rate=35.01", "above_legal_rate"],
    ["down=22600", "nothing_to_finance"],
    ["down=1000000&tradeIn=5", "nothing_to_finance"],
  ])("of %s is %s", (query, kind) => expect(estimate(query)!.payment).toEqual({ kind }));

  it.each<[string, Partial<Car>, Partial<ViewerTerms>, PaymentRestriction]>([
    ["province=QC", {}, {}, "quebec"],
    ["province=QC&rate=40", {}, {}, "quebec"],
    ["province=ON", { provinceCode: "QC" }, { provinceCode: "ON" }, "quebec"],
    ["province=ON", {}, { provinceCode: "QC" }, "quebec"],
    // The address may be another person's: it says nothing of where its reader is.
    ["province=ON", {}, { locale: "fr" }, "province_unknown"],
  ])("of %s is withheld for a car %j and a reader %j", (query, input, reader, why) => {
    expect(estimate(query, input, reader)!.payment).toEqual({ kind: "withheld", why });
  });

  it("allows the legal rate itself", () => {
    expect(estimate("rate=35")!.payment.kind).toBe("loan");
  });

  it("names Quebec's taxes line by line", () => {
    expect(estimate("province=QC")!.tax.lines.map(({ tax, taxCad }) => [tax, taxCad])).toEqual([
      ["gst", 1_000],
      ["qst", 1_995],
    ]);
  });
});
