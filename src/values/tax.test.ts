import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PROVINCES } from "./province.ts";
import { TAX_RULES } from "./tax-rates.ts";
import { estimateTax, findTaxRule, type TaxChange, type TaxQuestion } from "./tax.ts";

function estimate(question: TaxQuestion) {
  const estimated = estimateTax(question, []);
  if (!estimated.ok) throw new Error(estimated.code);
  return estimated;
}

describe("published examples", () => {
  test("BC private sale below book value", () => {
    const sale = {
      province: "BC",
      seller: "private",
      priceCad: 33000,
      bookValueCad: 36433,
    } as const;
    const { lines, taxCad } = estimate(sale);
    expect(taxCad).toBe(4371.96);
    expect(lines).toEqual([
      { tax: "pst", ratePercent: 12, taxedCad: 36433, taxedOn: "book_value", taxCad: 4371.96 },
    ]);
  });

  test("Saskatchewan private sale: the exemption looks at the book value too", () => {
    const sale = { province: "SK", seller: "private", priceCad: 4995 } as const;
    expect(estimate({ ...sale, bookValueCad: 10000 }).taxCad).toBe(600);
    expect(estimate(sale).taxCad).toBe(0);
    expect(estimate({ ...sale, priceCad: 5000 }).taxCad).toBe(0);
    expect(estimate({ ...sale, priceCad: 5001 }).taxCad).toBe(300.06);
  });

  test("Quebec dealer, line by line", () => {
    const { lines, totalCad } = estimate({ province: "QC", seller: "dealer", priceCad: 13000 });
    expect(lines.map((line) => [line.tax, line.taxCad])).toEqual([
      ["gst", 650],
      ["qst", 1296.75],
    ]);
    expect(totalCad).toBe(14946.75);
  });

  test("Quebec private sale below the estimated value", () => {
    const sale = {
      province: "QC",
      seller: "private",
      priceCad: 10000,
      bookValueCad: 12500,
    } as const;
    expect(estimate(sale).taxCad).toBe(1246.88);
  });

  test("Ontario dealer with a trade-in", () => {
    const sale = { province: "ON", seller: "dealer", priceCad: 20000, tradeInCad: 5000 } as const;
    expect(estimate(sale).taxCad).toBe(1950);
    expect(estimate(sale).lines[0]?.taxedOn).toBe("price_less_trade_in");
  });
});

test.each([
  ["AB", 5, 0],
  ["BC", 12, 12],
  ["SK", 11, 6],
  ["MB", 12, 7],
  ["ON", 13, 13],
  ["QC", 14.975, 9.975],
  ["NB", 15, 15],
  ["NL", 15, 15],
  ["PE", 15, 15],
  ["NS", 14, 14],
] as const)("%s: %d %% from a dealer, %d %% privately", (province, dealer, privately) => {
  expect(estimate({ province, seller: "dealer", priceCad: 20000 }).taxCad).toBe(dealer * 200);
  expect(estimate({ province, seller: "private", priceCad: 20000 }).taxCad).toBe(privately * 200);
});

test("Nova Scotia went from 15 to 14 on 1 April 2025", () => {
  const sale = { province: "NS", seller: "dealer", priceCad: 10000 } as const;
  expect(estimate({ ...sale, on: "2025-03-31" }).taxCad).toBe(1500);
  expect(estimate({ ...sale, on: "2025-04-01" }).taxCad).toBe(1400);
  expect(estimateTax({ ...sale, on: "2001-01-01" }, [])).toEqual({
    ok: false,
    code: "no_rule_yet",
  });
});

test.each([
  [54999.99, 7, 12],
  [55000, 8, 12],
  [56000, 9, 12],
  [57000, 10, 12],
  [124999.99, 10, 12],
  [125000, 15, 15],
  [150000, 20, 20],
])("BC PST steps at $%d: %d %% from a dealer, %d %% privately", (priceCad, dealer, privately) => {
  const pst = (seller: "dealer" | "private") =>
    estimate({ province: "BC", seller, priceCad }).lines.find((line) => line.tax === "pst");
  expect(pst("dealer")?.ratePercent).toBe(dealer);
  expect(pst("private")?.ratePercent).toBe(privately);
});

describe("trade-ins", () => {
  test.each(PROVINCES)("a trade-in lowers every dealer tax in %s, but BC's PST", (province) => {
    const { lines } = estimate({ province, seller: "dealer", priceCad: 20000, tradeInCad: 5000 });
    for (const line of lines) {
      expect(line.taxedCad).toBe(province === "BC" && line.tax === "pst" ? 20000 : 15000);
    }
  });

  test("BC says that sources disagree, only where it matters", () => {
    const sale = { province: "BC", seller: "dealer", priceCad: 20000 } as const;
    expect(estimate({ ...sale, tradeInCad: 1 }).notes).toEqual(["trade_in_pst_disputed"]);
    expect(estimate(sale).notes).toEqual([]);
  });

  test("a private sale gives no credit", () => {
    const sale = { province: "ON", seller: "private", priceCad: 20000, tradeInCad: 5000 } as const;
    expect(estimate(sale).taxCad).toBe(2600);
  });
});

test.each([{ priceCad: -1 }, { priceCad: Number.NaN }, { tradeInCad: -1 }, { bookValueCad: -1 }])(
  "%j is no price",
  (change) => {
    const sale = { province: "ON", seller: "dealer", priceCad: 1, ...change } as const;
    expect(estimateTax(sale, [])).toEqual({ ok: false, code: "not_a_price" });
  },
);

test("taxes are whole cents, never negative, and never more on less", () => {
  const cents = fc.integer({ min: 0, max: 200_000_00 }).map((amount) => amount / 100);
  const sale = fc.record({
    province: fc.constantFrom(...PROVINCES),
    seller: fc.constantFrom("dealer", "private"),
    priceCad: cents,
    bookValueCad: cents,
    tradeInCad: cents,
  });
  fc.assert(
    fc.property(sale, (question) => {
      const { taxCad, totalCad } = estimate(question);
      expect(taxCad).toBeGreaterThanOrEqual(0);
      expect(totalCad).toBeGreaterThanOrEqual(question.priceCad);
      expect(Number((taxCad * 100).toPrecision(12)) % 1).toBe(0);
      expect(estimate({ ...question, tradeInCad: 0 }).taxCad).toBeGreaterThanOrEqual(taxCad);
    }),
  );
});

test("every province has a rule for both sellers, with its source and first day", () => {
  for (const province of PROVINCES) {
    for (const seller of ["dealer", "private"] as const) {
      expect(TAX_RULES.some((r) => r.province === province && r.seller === seller)).toBe(true);
    }
  }
  expect(TAX_RULES.every((r) => r.source && /^\d{4}-\d{2}-\d{2}$/.test(r.from))).toBe(true);
});

describe("changes by the operator", () => {
  const change = {
    province: "ON",
    seller: "dealer",
    tax: "hst",
    from: "2027-01-01",
    ratePercent: 14,
    source: "https://www.canada.ca/taxes",
    checkedOn: "2026-11-27",
  } as const satisfies TaxChange;
  const sale = { province: "ON", seller: "dealer", priceCad: 20_000, tradeInCad: 5000 } as const;
  const taxCad = (on: string, changes: readonly TaxChange[], question: TaxQuestion = sale) => {
    const estimated = estimateTax({ ...question, on }, changes);
    return estimated.ok ? estimated.taxCad : estimated.code;
  };

  test.each([
    ["2026-12-31", 1950],
    ["2027-01-01", 2100],
  ])("on %s the tax is %d", (on, cad) => {
    expect(taxCad(on, [change])).toBe(cad);
  });

  test.each([
    ["for another province", { province: "NB" }, 1950],
    ["for another seller", { seller: "private" }, 1950],
    ["that ends the tax", { ratePercent: 0 }, 0],
    ["that adds one, on the whole price", { tax: "rst", ratePercent: 1 }, 2150],
    [
      "in steps",
      {
        ratePercent: [
          [0, 13],
          [20_000, 20],
        ],
      },
      3000,
    ],
    ["older than the rule of this release", { from: "2001-01-01" }, 1950],
  ] as const)("one %s", (_, part, cad) => {
    expect(taxCad("2027-06-01", [{ ...change, ...part }])).toBe(cad);
  });

  test("the newest one counts, in whatever order they are stored", () => {
    const newer = { ...change, from: "2027-03-01", ratePercent: 15 };
    for (const changes of [
      [change, newer],
      [newer, change],
    ])
      expect(taxCad("2027-06-01", changes)).toBe(2250);
    expect(taxCad("2027-02-01", [newer, change])).toBe(2100);
  });

  test("an exemption stays, and the rate is no longer unconfirmed", () => {
    const own = {
      ...change,
      province: "SK",
      seller: "private",
      tax: "pst",
      ratePercent: 7,
    } as const;
    const cheap = { province: "SK", seller: "private", priceCad: 5000 } as const;
    expect(taxCad("2027-06-01", [own], cheap)).toBe(0);
    expect(taxCad("2027-06-01", [own], { ...cheap, priceCad: 6000 })).toBe(420);
    const inNewBrunswick = { province: "NB", seller: "private" } as const;
    const rule = findTaxRule(inNewBrunswick, [{ ...change, ...inNewBrunswick, tax: "pst" }]);
    expect(rule).toMatchObject({ notes: [], source: change.source, from: change.from });
  });
});
