import { expect, test } from "vitest";
import { formatLoanChoice, parseLoanChoice, readLoanChoice, USUAL_LOAN } from "./loan-choice.ts";

test.each([
  ["2500", "60", { downCad: 2_500, months: 60 }],
  ["2 500,50 $", "84", { downCad: 2_500.5, months: 84 }],
  ["0", "72", { downCad: 0, months: 72 }],
  ["", "60", { downCad: 0, months: 60 }],
  ["much", "61", USUAL_LOAN],
  ["-5", "", USUAL_LOAN],
  ["1e9", "Infinity", USUAL_LOAN],
  ["99999999", "48", { downCad: 0, months: 48 }],
])("%j over %j months", (down, months, choice) => {
  expect(readLoanChoice({ down, months }, USUAL_LOAN)).toEqual(choice);
});

test.each([USUAL_LOAN, { downCad: 2_500.5, months: 48 }, { downCad: 10_000_000, months: 84 }])(
  "a cookie holds %j",
  (choice) => expect(parseLoanChoice(formatLoanChoice(choice))).toEqual(choice),
);

test.each([
  undefined,
  "",
  "2500",
  "2500_61",
  "-1_60",
  "1e9_60",
  "2500_60_1",
  "2500.123_60",
  "x_60",
])("%j is nobody's choice", (text) => expect(parseLoanChoice(text)).toBeUndefined());
