import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

// CONTRIBUTING "How to add something" says which files a change touches. These tests check that the
// name occurs in no other file.

const IS_TEST = /\.(test|e2e|fixture|shots)\.tsx?$/;
const files = [...sourceFiles("src"), ...sourceFiles("packages")].filter(
  (file) => !IS_TEST.test(file),
);

/** The files whose code, without comments, matches. */
function filesWith(pattern: RegExp): string[] {
  return files.filter((file) =>
    pattern.test(readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")),
  );
}

test("a role is a row and a demonstration account: only its rules tell an auditor from others", () => {
  expect(filesWith(/auditor/)).toEqual(["src/demo/people.ts", "src/values/role.ts"]);
});

test("a specification of a car is a row, a column and the demo's; the rest reads the row", () => {
  expect(filesWith(/engineCapacityCc/)).toEqual([
    // SPEC.md §3 names it in a call, and §2 on the page.
    "src/api/listing.api.ts",
    "src/demo/inventory.ts",
    "src/domain/listing/listing.table.ts",
    "src/pages/public/listing/listing-facts.tsx",
    "src/values/specification.ts",
  ]);
});
