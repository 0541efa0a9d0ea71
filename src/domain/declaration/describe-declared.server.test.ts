import { expect, test } from "vitest";
import { NOTHING_DECLARED } from "./declaration.ts";
import { describeOnCard } from "./describe-on-card.ts";
import { declaredComments, listDeclaredLines } from "./describe-declared.server.ts";

test("what nobody said is not declared, in every line and both languages", () => {
  for (const [locale, words] of [
    ["en", "Not declared"],
    ["fr", "Non déclaré"],
  ] as const) {
    const values = listDeclaredLines(NOTHING_DECLARED, locale).map(({ value }) => value);
    expect(new Set(values)).toEqual(new Set([words]));
  }
});

test("a dealership's CRM reads what was declared, and what was not", () => {
  const declared = {
    ...NOTHING_DECLARED,
    brand: "non_repairable",
    accidents: "some",
    accidentAmountCad: 8_200,
    accidentDetails: "Hit a deer",
    owners: 2,
  } as const;
  expect(declaredComments(declared, "en")).toBe(
    [
      "What the seller declared",
      "Title: Non-repairable",
      "Accidents: Yes, $8,200",
      "Owners: 2",
      "What happened: Hit a deer",
      "Not declared: Lien, Earlier use, Registered elsewhere before, Odometer reading, Mechanical issues, Service records, Keys, Smoked in",
    ].join("\n"),
  );
});

test.each([
  [{ brand: null, accidents: null }, null],
  [{ brand: "clean", accidents: "none" }, null],
  [{ brand: "clean", accidents: "some" }, "accident"],
  [{ brand: "salvage", accidents: "some" }, "salvage title, accident"],
] as const)("a card says of %j: %s", (declared, words) => {
  expect(describeOnCard(declared, "en")).toBe(words);
});
