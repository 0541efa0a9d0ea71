// Parses the parameters of `npm test -- …`: names of stages, and paths of tests.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot } from "./paths.mjs";
import { Refusal } from "./stages.mjs";

/**
 * @typedef {"house" | "unit" | "e2e"} TestStage stages that consist of tests
 * @typedef {{ stages: string[], under: Record<TestStage, string[]> }} Plan `under`: the paths to
 *   which a test stage is limited; if empty, all its tests run
 */

const UNIT_TEST = /^(src|packages|bin)\/.*\.test\.tsx?$/;

/** @type {[TestStage, RegExp][]} */
const KINDS = [
  ["house", /^house\/.*\.test\.ts$/],
  ["unit", UNIT_TEST],
  ["e2e", /^(e2e|src|bin)\/.*\.e2e\.ts$/],
];

/**
 * Parses the parameters of `npm test`. A path is the beginning of the path of one or more test
 * files: `src/domain/bid`, `e2e/market`. A path alone runs its unit tests, or its end-to-end tests
 * if there are no unit tests. A stage beside it chooses between them: `e2e src/pages/account`.
 * @param {string[]} parameters
 * @param {{ stages: string[], files: string[] }} known all stages in order, all test files
 * @returns {Plan}
 */
export function planTests(parameters, { stages, files }) {
  /** @type {Plan["under"]} */
  const under = { house: [], unit: [], e2e: [] };
  const named = parameters.filter((each) => stages.includes(each));
  const paths = parameters.filter((each) => !stages.includes(each)).map(tidy);
  const wanted = new Set(named);
  for (const path of paths) {
    const kinds = KINDS.filter(([, kind]) =>
      files.some((file) => kind.test(file) && file.startsWith(path)),
    ).map(([stage]) => stage);
    if (kinds.length === 0) throw new Refusal(nothingUnder(path, { stages, files }));
    const chosen = kinds.filter((stage) => named.includes(stage));
    const first = kinds.slice(0, 1);
    for (const stage of chosen.length > 0 ? chosen : first) {
      under[stage].push(path);
      wanted.add(stage);
    }
  }
  return { stages: wanted.size === 0 ? stages : [...wanted], under };
}

/** As files are listed: relative to the checkout, with slashes, without a slash at the end. */
function tidy(/** @type {string} */ path) {
  return path.replaceAll("\\", "/").replace(/^\.\//, "").replace(/\/+$/, "");
}

/**
 * @param {string} path
 * @param {{ stages: string[], files: string[] }} known
 */
function nothingUnder(path, { stages, files }) {
  const word = path.split("/").at(-1) ?? path;
  const near = files.filter((file) => file.includes(word)).slice(0, 3);
  const hint = near.length > 0 ? ` Is it one of ${near.join(", ")}?` : "";
  return (
    `"${path}" is neither a stage nor the beginning of a test's path.${hint}\n` +
    `Stages: ${stages.join(", ")}.\n` +
    "Paths: npm test -- src/domain/bid (the tests of its parts), npm test -- e2e/market (a journey), " +
    "npm test -- e2e src/pages/account (the journeys under it). Several may be named at once."
  );
}

/** Every test file in the checkout. */
export function testFiles() {
  return ["house", "src", "packages", "bin", "e2e"].flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name).replaceAll("\\", "/"))
      .filter((file) => KINDS.some(([, kind]) => kind.test(file))),
  );
}

/** The folders that contain SQL: the folders above them use the database only through these. */
const SQL_IS_WRITTEN_IN = /^src\/(domain|platform|demo|server)\//;

/** The tests of SQL: they use the database themselves or by one of their fixtures. */
export function databaseTestFiles() {
  return testFiles().filter(
    (file) => UNIT_TEST.test(file) && SQL_IS_WRITTEN_IN.test(file) && usesDatabase(file),
  );
}

/**
 * @param {string} file
 * @returns {boolean}
 */
function usesDatabase(file) {
  if (/\/test-database\.server\.ts"|inject\("testPostgres"\)/.test(readText(file))) return true;
  return listImports(file)
    .filter((each) => /\.fixture\.tsx?$/.test(each))
    .some(usesDatabase);
}

/**
 * The files of this project that a file imports.
 * @param {string} file
 */
export function listImports(file) {
  return [...readText(file).matchAll(/from "((?:#(?!packages\/)|\.)[^"]+)"/g)]
    .map(([, name = ""]) => name)
    .map((name) => (name.startsWith("#") ? `src/${name.slice(1)}` : join(dirname(file), name)))
    .filter((each) => /\.tsx?$/.test(each) && existsSync(inRoot(each)));
}

/** @param {string} file */
export function readText(file) {
  return readFileSync(inRoot(file), "utf8");
}
