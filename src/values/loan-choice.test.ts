import { expect, test } from "vitest";
import { formatLoanChoice, parseLoanChoice, USUAL_LOAN } from "./loan-choice.ts";

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
