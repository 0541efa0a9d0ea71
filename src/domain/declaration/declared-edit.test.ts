import { describe, expect, test } from "vitest";
import { type Declared, type Fact, type FactValue, NOTHING_DECLARED } from "./declaration.ts";
import { applyAnswer, isSofter, joinDeclared, planDeclaredEdit } from "./declared-edit.ts";

const declare = (facts: Partial<Declared>): Declared => ({ ...NOTHING_DECLARED, ...facts });

describe("an answer is softer than the earlier one", () => {
  test.each<[Fact, FactValue, FactValue | null, boolean]>([
    ["brand", "salvage", "rebuilt", true],
    ["brand", "rebuilt", null, true],
    ["brand", "rebuilt", "non_repairable", false],
    ["brand", "clean", null, false],
    ["accidents", "some", "none", true],
    ["accidents", "none", "some", false],
    ["accidentAmountCad", 8_000, 500, true],
    ["accidentAmountCad", 8_000, null, true],
    ["accidentAmountCad", 500, 8_000, false],
    ["accidentDetails", "Hit a deer", "Hit a deer, hood replaced", false],
    ["accidentDetails", "Hit a deer", "A scratch", true],
    ["lien", "yes", "no", true],
    ["owners", 3, 1, true],
    ["owners", 3, null, true],
    ["owners", 1, null, false],
    ["earlierUse", "taxi", "personal", true],
    ["odometerReading", "unknown", "original", true],
  ])("%s from %j to %j: %s", (fact, earlier, answer, softer) => {
    expect(isSofter(fact, earlier, answer)).toBe(softer);
  });
});

describe("an edit of what was declared", () => {
  test.each<[string, Partial<Declared>, Partial<Declared>, Partial<Declared>, string[]]>([
    [
      "keeps a brand that its seller drops",
      { brand: "salvage" },
      {},
      { brand: "salvage" },
      ["brand"],
    ],
    [
      "keeps an accident with what is known of it",
      { accidents: "some", accidentAmountCad: 8_000, accidentDetails: "A deer" },
      { accidents: "none" },
      { accidents: "some", accidentAmountCad: 8_000, accidentDetails: "A deer" },
      ["accidents"],
    ],
    [
      "says at once what is worse",
      { brand: "clean" },
      { brand: "rebuilt" },
      { brand: "rebuilt" },
      [],
    ],
    [
      "takes a first answer as it is",
      {},
      { lien: "yes", owners: 2 },
      { lien: "yes", owners: 2 },
      [],
    ],
    [
      "takes keys and records as they are now",
      { keyFobs: "one" },
      { keyFobs: "none" },
      { keyFobs: "none" },
      [],
    ],
  ])("%s", (_, before, answered, written, waiting) => {
    const { write, changes } = planDeclaredEdit(declare(before), declare(answered), "seller");
    expect(write).toEqual(declare(written));
    expect(changes.filter(({ waits }) => waits).map(({ fact }) => fact)).toEqual(waiting);
  });

  test("by staff is written at once, with the earlier answer kept", () => {
    const before = declare({ brand: "salvage" });
    const { write, changes } = planDeclaredEdit(before, declare({ brand: "clean" }), "staff");
    expect(write.brand).toBe("clean");
    expect(changes).toEqual([{ fact: "brand", earlier: "salvage", answer: "clean", waits: false }]);
  });
});

test("of two declarations of one car, what speaks more against it counts", () => {
  const own = { brand: "clean", accidents: "some", accidentDetails: "A door", owners: 2 } as const;
  const other = {
    brand: "salvage",
    accidents: "none",
    accidentDetails: "None",
    lien: "yes",
  } as const;
  expect(joinDeclared(declare(own), declare(other))).toEqual(
    declare({ ...own, brand: "salvage", lien: "yes" }),
  );
  expect(joinDeclared(declare(other), declare(own))).toMatchObject({
    brand: "salvage",
    accidents: "some",
    owners: 2,
  });
});

test("an accident that is confirmed as none takes its amount and details along", () => {
  const before = declare({
    accidents: "some",
    accidentAmountCad: 8_000,
    accidentDetails: "A deer",
  });
  expect(applyAnswer(before, "accidents", "none")).toEqual(declare({ accidents: "none" }));
});
