import { expect, test } from "vitest";
import { databaseTestFiles, planTests, testFiles } from "./test-plan.mjs";

const known = {
  stages: ["install", "types", "house", "unit", "e2e"],
  files: [
    "house/tree.test.ts",
    "src/domain/bid/place-bid.test.ts",
    "src/pages/account/profile.test.ts",
    "src/pages/account/account.e2e.ts",
    "src/pages/cars/cars.e2e.ts",
    "e2e/market.e2e.ts",
  ],
};
const none = { house: [], unit: [], e2e: [] };

test.each([
  [[], { stages: known.stages, under: none }],
  [["types", "e2e"], { stages: ["types", "e2e"], under: none }],
  [["src/domain/bid"], { stages: ["unit"], under: { ...none, unit: ["src/domain/bid"] } }],
  [["./src/domain/bid/"], { stages: ["unit"], under: { ...none, unit: ["src/domain/bid"] } }],
  [["src\\domain\\bid"], { stages: ["unit"], under: { ...none, unit: ["src/domain/bid"] } }],
  [["e2e/market"], { stages: ["e2e"], under: { ...none, e2e: ["e2e/market"] } }],
  [["src/pages/cars"], { stages: ["e2e"], under: { ...none, e2e: ["src/pages/cars"] } }],
  [["house/tree"], { stages: ["house"], under: { ...none, house: ["house/tree"] } }],
  // The folder has unit and end-to-end tests. The unit tests run, unless e2e or both are named.
  [["src/pages/account"], { stages: ["unit"], under: { ...none, unit: ["src/pages/account"] } }],
  [
    ["e2e", "src/pages/account"],
    { stages: ["e2e"], under: { ...none, e2e: ["src/pages/account"] } },
  ],
  [
    ["src/pages/account", "unit", "e2e"],
    {
      stages: ["unit", "e2e"],
      under: { ...none, unit: ["src/pages/account"], e2e: ["src/pages/account"] },
    },
  ],
  [
    ["types", "src/domain/bid", "e2e/market"],
    {
      stages: ["types", "unit", "e2e"],
      under: { ...none, unit: ["src/domain/bid"], e2e: ["e2e/market"] },
    },
  ],
])("npm test -- %j", (parameters, plan) => {
  expect(planTests(parameters, known)).toEqual(plan);
});

test("what is neither a stage nor a path is refused, with what it may have meant", () => {
  expect(() => planTests(["src/bid"], known)).toThrow(
    /"src\/bid" is neither .* Is it one of src\/domain\/bid\/place-bid.test.ts\?\nStages: install, types/,
  );
});

test("every test of the checkout is found", () => {
  expect(testFiles()).toEqual(
    expect.arrayContaining(["bin/test-plan.test.ts", "house/tree.test.ts", "e2e/market.e2e.ts"]),
  );
});

test("what asks the database is told from what does not, also by a fixture", () => {
  const found = databaseTestFiles();
  expect(found).toContain("src/platform/database/database.test.ts");
  // It uses the database only through src/domain/notification/notification.fixture.ts.
  expect(found).toContain("src/domain/notification/send.test.ts");
  expect(found).not.toContain("src/values/tax.test.ts");
  // Pages contain no SQL.
  expect(found.filter((file) => file.startsWith("src/pages/"))).toEqual([]);
});
