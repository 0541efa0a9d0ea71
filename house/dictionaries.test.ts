import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

// `{}["toString"]` is a function, so input of a visitor could find it. A Map contains only its
// entries.

const files = sourceFiles("src").filter((path) => !/\.(test|fixture|e2e)\.tsx?$/.test(path));

function offenders(pattern: RegExp): string[] {
  return files.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
  );
}

test("a dictionary that any word may be looked up in is a Map", () => {
  expect(offenders(/^(?:export )?const \w+: (?:Readonly<)?(?:Partial<)?Record<string,/)).toEqual(
    [],
  );
});

test("whether an object has a key is asked with Object.hasOwn", () => {
  expect(offenders(/\b(?:if \(|return |&& |\|\| |\? |!?\()[\w.]+ in [A-Z][A-Z_]+\b/)).toEqual([]);
});
