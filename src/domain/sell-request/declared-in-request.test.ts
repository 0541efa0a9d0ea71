import { expect, test } from "vitest";
import type { Declared } from "#domain/declaration/declaration.ts";
import { readDeclaredInRequest } from "./declared-in-request.ts";
import type { SellCarAnswers } from "./sell-car.form.ts";

test.each<[SellCarAnswers, Partial<Declared>]>([
  [{}, { brand: null, accidents: null, lien: null }],
  [{ salvageStatus: "no" }, { brand: "clean" }],
  // With SPEC.md's question alone, as a program posts it.
  [{ salvageStatus: "yes" }, { brand: "salvage" }],
  [{ salvageStatus: "yes", brand: "unknown" }, { brand: "salvage" }],
  [{ salvageStatus: "yes", brand: "rebuilt" }, { brand: "rebuilt" }],
  [{ salvageStatus: "yes", brand: "clean" }, { brand: "salvage" }],
  [{ salvageStatus: "no", brand: "clean" }, { brand: "clean" }],
  [{ salvageStatus: "no", brand: "unknown" }, { brand: null }],
  [{ salvageStatus: "no", brand: "rebuilt" }, { brand: "rebuilt" }],
  [{ salvageStatus: "no", brand: "salvage" }, { brand: "salvage" }],
  [{ salvageStatus: "no", brand: "non_repairable" }, { brand: "non_repairable" }],
  [{ accidentHistory: "no" }, { accidents: "none" }],
  [{ accidentHistory: "no", accidents: "some" }, { accidents: "some" }],
  [{ accidentHistory: "no", accidents: "unknown" }, { accidents: null }],
  [
    { accidentHistory: "yes", accidentAmountCad: 8_200, accidentDetails: "A deer" },
    { accidents: "some", accidentAmountCad: 8_200, accidentDetails: "A deer" },
  ],
  [{ ownership: "financed" }, { lien: "yes" }],
  [{ ownership: "owned" }, { lien: null }],
  [{ ownership: "owned", lien: "no" }, { lien: "no" }],
  [
    { owners: "2", earlierUse: "taxi", keyFobs: "one", smoked: "yes", mechanicalIssues: "yes" },
    { owners: 2, earlierUse: "taxi", keyFobs: "one", smoked: "yes", mechanicalIssues: "yes" },
  ],
])("%j declares %j", (answers, declared) => {
  expect(readDeclaredInRequest(answers)).toMatchObject(declared);
});
