// Which tests are asked about a file.
import { globSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { inRoot } from "../../bin/paths.mjs";
import { listImports, testFiles } from "../../bin/test-plan.mjs";

const NOT_PRODUCT = /\.(test|fixture|e2e)\.tsx?$|\/(vitest|test)-|^src\/(messages|demo)\//;

export function listProductFiles(): string[] {
  return listSources().filter((file) => !NOT_PRODUCT.test(file));
}

function listSources(): string[] {
  return globSync("src/**/*.{ts,tsx}", { cwd: inRoot() })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.startsWith("src/messages/"))
    .toSorted();
}

/** For a file that everything imports there would be a hundred. */
const MOST_TESTS = 12;

let importersByFile: Map<string, Set<string>> | undefined;

function importersOf(file: string): string[] {
  if (!importersByFile) {
    importersByFile = new Map();
    for (const from of listSources())
      for (const to of listImports(from))
        importersByFile.set(to, (importersByFile.get(to) ?? new Set()).add(from));
  }
  return [...(importersByFile.get(file) ?? [])];
}

/** The files of tests that reach a file by the fewest imports; of these the ones beside it first. */
export function listTestsNear(file: string): string[] {
  const tests = new Set(testFiles().filter((each) => /^src\/.*\.test\.tsx?$/.test(each)));
  const rank = (test: string) => (dirname(test) === dirname(file) ? 0 : 1);
  const size = (test: string) => statSync(inRoot(test)).size;
  const seen = new Set<string>();
  const near: string[] = [];
  for (let ring = [file]; ring.length > 0 && near.length < MOST_TESTS;) {
    ring = [...new Set(ring.flatMap(importersOf))].filter((each) => !seen.has(each));
    for (const each of ring) seen.add(each);
    const reached = ring.filter((each) => tests.has(each));
    near.push(
      ...reached.toSorted((one, other) => rank(one) - rank(other) || size(one) - size(other)),
    );
  }
  return near.slice(0, MOST_TESTS);
}
