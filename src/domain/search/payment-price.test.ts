import { expect, it } from "vitest";
import { pricesForPayments, shownPayment } from "./payment-price.ts";

it.each([
  [null, 300],
  [150, null],
  [150, 320],
  [169, 169],
])("lets through exactly the prices whose cards show %s to %s", (min, max) => {
  const prices = pricesForPayments({ min, max });
  const isIn = (priceCad: number) =>
    (prices.min === null || priceCad >= prices.min) &&
    (prices.max === null || priceCad <= prices.max);
  for (let priceCad = 1_000; priceCad < 60_000; priceCad += 37) {
    const paymentCad = shownPayment(priceCad);
    const isWanted = (min === null || paymentCad >= min) && (max === null || paymentCad <= max);
    expect([priceCad, isIn(priceCad)]).toEqual([priceCad, isWanted]);
  }
});
