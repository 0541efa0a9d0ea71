import { expect, test } from "vitest";
import { debtService } from "./debt-service.ts";

test.each([
  [1000, 300, 500, 0.36, "comfortable"],
  [1200, 300, 500, 0.4, "comfortable"],
  [1500, 300, 500, 0.46, "stretched"],
  [0, 0, 900, 0.18, "stretched"],
  [1900, 300, 500, 0.54, "above_benchmark"],
  [0, 0, 1100, 0.22, "above_benchmark"],
])(
  "$5,000 a month with %d housing, %d debts and %d for the car",
  (housingCad, debtsCad, newPaymentCad, debtRatio, level) => {
    const measured = debtService({ grossIncomeCad: 5000, housingCad, debtsCad, newPaymentCad });
    expect(measured).toEqual({ ok: true, debtRatio, paymentRatio: newPaymentCad / 5000, level });
  },
);

test.each([0, -1, Number.NaN])("an income of %d measures nothing", (grossIncomeCad) => {
  const person = { grossIncomeCad, housingCad: 0, debtsCad: 0, newPaymentCad: 1 };
  expect(debtService(person)).toEqual({ ok: false, code: "no_income" });
});
