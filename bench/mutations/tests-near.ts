// Which tests are run for a change of a file.
import { globSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
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

/** The limit, because a file that everything imports would have a hundred. */
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

/** The number of nearest tests among which those with a similar name are searched. */
const MOST_REACHED = 60;

/**
 * The test files that reach a file by imports: first those with a similar name
 * (`co-applicant.test.ts` fits `co-applicant.server.ts`, in any folder), then those with the fewest
 * imports in between, and of these the ones in the same folder first.
 */
export function listTestsNear(file: string): string[] {
  const tests = new Set(testFiles().filter((each) => /^src\/.*\.test\.tsx?$/.test(each)));
  const beside = (test: string) => (dirname(test) === dirname(file) ? 0 : 1);
  const size = (test: string) => statSync(inRoot(test)).size;
  const seen = new Set<string>();
  const reached: string[] = [];
  for (let ring = [file]; ring.length > 0 && reached.length < MOST_REACHED;) {
    ring = [...new Set(ring.flatMap(importersOf))].filter((each) => !seen.has(each));
    for (const each of ring) seen.add(each);
    reached.push(
      ...ring
        .filter((each) => tests.has(each))
        .toSorted((one, other) => beside(one) - beside(other) || size(one) - size(other)),
    );
  }
  const alike = new Map(reached.map((test) => [test, countSharedWords(test, file)]));
  // The sort is stable, so tests with equally similar names keep their order.
  return reached
    .toSorted((one, other) => (alike.get(other) ?? 0) - (alike.get(one) ?? 0))
    .slice(0, MOST_TESTS);
}

function countSharedWords(test: string, file: string): number {
  const words = wordsOf(file);
  return [...wordsOf(test)].filter((word) => words.has(word)).length;
}

/** The words of a file name: for `src/domain/lead/create-lead.server.ts`, create and lead. */
function wordsOf(file: string): Set<string> {
  return new Set(basename(file).split(".")[0]?.split("-"));
}
