import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CRIMINAL_APR_PERCENT,
  largestLoan,
  PAYMENT_FREQUENCIES,
  type PaymentFrequency,
  quoteLoan,
} from "./payment.ts";

function quote(
  principalCad: number,
  ratePercent: number,
  months: number,
  frequency: PaymentFrequency,
) {
  const quoted = quoteLoan({ principalCad, ratePercent, months, frequency });
  if (!quoted.ok) throw new Error(quoted.code);
  return quoted;
}

describe("payments at each frequency", () => {
  test.each([
    [25000, 7.99, 72, [100.92, 201.97, 218.82, 438.21]],
    [18000, 14.99, 60, [98.48, 197.15, 213.62, 428.12]],
    [12000, 29.99, 48, [99.2, 198.7, 215.31, 432]],
    [20000, 0, 60, [76.92, 153.85, 166.67, 333.33]],
  ])("$%d at %d %% over %d months", (principal, rate, months, payments) => {
    const quoted = PAYMENT_FREQUENCIES.map((f) => quote(principal, rate, months, f).paymentCad);
    expect(quoted).toEqual(payments);
  });

  test("figures published by lenders", () => {
    expect(quote(51940, 5.9, 84, "monthly").paymentCad).toBe(756.28);
    expect(quote(51940, 5.9, 84, "biweekly").paymentCad).toBe(348.68);
    expect(quote(5000, 8.9, 60, "monthly").paymentCad).toBe(103.55);
  });
});

describe("cost of borrowing", () => {
  test("without fees the APR is the rate", () => {
    const { aprPercent, totalPaidCad, costOfBorrowingCad, paymentCount } = quote(
      25000,
      7.99,
      72,
      "monthly",
    );
    expect(aprPercent).toBe(7.99);
    expect(paymentCount).toBe(72);
    expect(totalPaidCad).toBe(31551.12);
    expect(costOfBorrowingCad).toBe(6551.12);
  });

  test("a fee inside the loan raises the APR and the cost", () => {
    const loan = {
      principalCad: 12000,
      ratePercent: 29.99,
      months: 48,
      frequency: "monthly",
    } as const;
    const quoted = quoteLoan({ ...loan, feesCad: 500 });
    if (!quoted.ok) throw new Error(quoted.code);
    expect(quoted.aprPercent).toBeCloseTo(32.65, 2);
    expect(quoted.paymentCad).toBe(432);
    expect(quoted.costOfBorrowingCad).toBe(432 * 48 - 11500);
  });

  test("a loan at 0 % costs nothing, though the payment is rounded down", () => {
    expect(quote(20000, 0, 60, "monthly").costOfBorrowingCad).toBe(0);
  });
});

describe("the criminal rate", () => {
  const loan = { principalCad: 10000, months: 48, frequency: "monthly" } as const;
  const refused = { ok: false, code: "above_criminal_rate" };

  test("35 % is the last rate that is quoted", () => {
    expect(quoteLoan({ ...loan, ratePercent: CRIMINAL_APR_PERCENT }).ok).toBe(true);
    expect(quoteLoan({ ...loan, ratePercent: 35.01 })).toEqual(refused);
  });

  test("fees count", () => {
    expect(quoteLoan({ ...loan, ratePercent: 34.5, feesCad: 400 })).toEqual(refused);
  });

  test("no largest loan above it either", () => {
    const terms = { paymentCad: 400, ratePercent: 36, months: 72, frequency: "monthly" } as const;
    expect(largestLoan(terms)).toEqual(refused);
  });
});

test.each([
  { principalCad: 0 },
  { principalCad: -1 },
  { principalCad: Number.NaN },
  { months: 0 },
  { months: Number.NaN },
  { ratePercent: -1 },
  { ratePercent: Number.NaN },
  { feesCad: -1 },
  { feesCad: 10000 },
])("%j is not a loan", (change) => {
  const loan = { principalCad: 10000, ratePercent: 8, months: 60, frequency: "monthly" } as const;
  expect(quoteLoan({ ...loan, ...change })).toEqual({ ok: false, code: "not_a_loan" });
});

test.each([
  [400, 7.99, 72, 22820.16],
  [499, 14.99, 72, 23605.01],
  [600, 21.99, 84, 25619.38],
])("$%d a month at %d %% over %d months carries $%d", (paymentCad, ratePercent, months, most) => {
  const carried = largestLoan({ paymentCad, ratePercent, months, frequency: "monthly" });
  expect(carried).toEqual({ ok: true, principalCad: most });
});

test("the payment on the largest loan is the payment given", () => {
  const terms = fc.record({
    paymentCad: fc.integer({ min: 50_00, max: 3000_00 }).map((cents) => cents / 100),
    ratePercent: fc.integer({ min: 0, max: 3500 }).map((hundredths) => hundredths / 100),
    months: fc.integer({ min: 1, max: 8 }).map((years) => years * 12),
    frequency: fc.constantFrom(...PAYMENT_FREQUENCIES),
  });
  fc.assert(
    fc.property(terms, ({ paymentCad, ...loan }) => {
      const carried = largestLoan({ paymentCad, ...loan });
      if (!carried.ok) throw new Error(carried.code);
      const { principalCad } = carried;
      const back = quote(principalCad, loan.ratePercent, loan.months, loan.frequency);
      expect(Math.abs(back.paymentCad - paymentCad)).toBeLessThanOrEqual(0.01);
    }),
  );
});

test("the APR with fees repays exactly what was received", () => {
  const loans = fc.record({
    principalCad: fc.integer({ min: 5000, max: 60000 }),
    feesCad: fc.integer({ min: 1, max: 500 }),
    ratePercent: fc.integer({ min: 0, max: 25 }),
    months: fc.constantFrom(36, 48, 60, 72, 84),
    frequency: fc.constantFrom(...PAYMENT_FREQUENCIES),
  });
  fc.assert(
    fc.property(loans, (loan) => {
      const quoted = quoteLoan(loan);
      if (!quoted.ok) throw new Error(quoted.code);
      expect(quoted.aprPercent).toBeGreaterThan(loan.ratePercent);
      const { paymentCad } = quoted;
      const received = largestLoan({ ...loan, ratePercent: quoted.aprPercent, paymentCad });
      if (!received.ok) throw new Error(received.code);
      // At most half a cent of rounding per payment may be lost.
      const slackCad = quoted.paymentCount * 0.005 + 0.01;
      expect(Math.abs(received.principalCad - (loan.principalCad - loan.feesCad))).toBeLessThan(
        slackCad,
      );
    }),
  );
});
