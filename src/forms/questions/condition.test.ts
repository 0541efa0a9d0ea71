import { expect, test } from "vitest";
import { type Condition, isMet, flattenCondition } from "./condition.ts";

const rents: Condition = { question: "homeStatus", is: ["rent"] };
const works: Condition = { question: "work", is: ["employed", "self_employed"] };

test.each([
  [rents, { homeStatus: "rent" }, true],
  [rents, { homeStatus: "own" }, false],
  [rents, {}, false],
  [works, { work: "self_employed" }, true],
  [{ all: [rents, works] }, { homeStatus: "rent", work: "employed" }, true],
  [{ all: [rents, works] }, { homeStatus: "rent" }, false],
  [{ any: [rents, works] }, { work: "employed" }, true],
  [{ any: [rents, { all: [works] }] }, {}, false],
])("%j with %j is %j", (condition: Condition, answers, expected) => {
  expect(isMet(condition, answers)).toBe(expected);
});

test("names every question it looks at", () => {
  expect(flattenCondition({ any: [rents, { all: [works] }] })).toEqual([rents, works]);
});
