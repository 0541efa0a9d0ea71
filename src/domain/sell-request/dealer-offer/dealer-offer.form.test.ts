import { expect, test } from "vitest";
import { describeForm } from "#forms/describe-form.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { dealerOfferForm } from "./dealer-offer.form.ts";

describeForm(dealerOfferForm);

const TODAY = "2026-11-21";
const GOOD = { amount: "15,250", validUntil: "2026-12-05", conditions: "" };

const read = (typed: Partial<typeof GOOD>) =>
  readForm(dealerOfferForm, rawFields({ ...GOOD, ...typed }), {
    now: new Date(`${TODAY}T17:00:00Z`),
    locale: "en",
  });

test.each(["15,250", "15 250 $"])("an offer of %j is read", (amount) => {
  expect(read({ amount })).toEqual({
    ok: true,
    answers: { amount: 15_250, validUntil: "2026-12-05" },
  });
});

test.each<[Partial<typeof GOOD>, string[]]>([
  [{ amount: "" }, ["missing"]],
  [{ amount: "a lot" }, ["not_a_number"]],
  [{ amount: "100.50" }, ["not_whole"]],
  [{ amount: "99" }, ["min"]],
  [{ amount: "100" }, []],
  [{ amount: "2000001" }, ["max"]],
  [{ amount: "-500" }, ["min"]],
  [{ validUntil: "" }, ["missing"]],
  [{ validUntil: "next week" }, ["not_a_date"]],
  [{ validUntil: "2027-02-30" }, ["not_a_date"]],
  [{ validUntil: TODAY }, ["day_limits"]],
  [{ validUntil: "2026-11-22" }, []],
  [{ validUntil: "2027-01-20" }, []],
  [{ validUntil: "2027-01-21" }, ["day_limits"]],
  [{ conditions: "x".repeat(1_000) }, []],
  [{ conditions: "x".repeat(1_001) }, ["too_long"]],
  [{ conditions: "a\u0000b" }, ["unaccepted_character"]],
  [{ amount: "", validUntil: "" }, ["missing", "missing"]],
])("%o is %o", (typed, codes) => {
  const reading = read(typed);
  expect(reading.ok ? [] : reading.fieldErrors.map(({ code }) => code)).toEqual(codes);
});
