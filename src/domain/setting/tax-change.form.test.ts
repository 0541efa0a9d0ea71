import { expect, test } from "vitest";
import { describeForm } from "#forms/describe-form.fixture.ts";
import { taxChangeForm } from "./tax-change.form.ts";
import { isGovernmentAddress, readTaxRate, showTaxRate } from "./tax-settings.ts";

describeForm(taxChangeForm);

test.each([
  ["9.975", 9.975],
  ["9,975 %", 9.975],
  ["0", 0],
  [
    "7; 55000: 8; 56 000 $: 9",
    [
      [0, 7],
      [55_000, 8],
      [56_000, 9],
    ],
  ],
  ["40.1", null],
  ["-1", null],
  ["7; 8", null],
  ["55000: 8; 7", null],
  ["55000: 8", null],
  ["7;", null],
  ["", null],
  ["much", null],
] as const)("the rate %j is %j", (typed, rate) => {
  expect(readTaxRate(typed)).toEqual(rate);
});

test.each([
  [9.975, "9.975%"],
  [
    [
      [0, 7],
      [55_000, 8],
    ] as const,
    "7%; $55,000: 8%",
  ],
])("%j is shown as %s", (rate, shown) => {
  expect(showTaxRate(rate, "en")).toBe(shown);
});

test.each([
  ["https://www.canada.ca/en/revenue-agency.html", true],
  ["https://revenuquebec.ca/fr/", true],
  ["http://www.canada.ca/", false],
  ["https://canada.ca.example.org/", false],
  ["https://notcanada.ca/", false],
  ["https://user@canada.ca/", false],
  ["https://example.org/", false],
  ["CRA", false],
])("%s: %s", (address, is) => {
  expect(isGovernmentAddress(address)).toBe(is);
});
