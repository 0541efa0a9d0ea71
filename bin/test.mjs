// `npm test`: all checks and tests of the project, from a fresh clone. `npm test -- unit` runs one
// stage by its name, after the stages that it needs; `npm test -- src/domain/bid` runs the tests in
// that folder.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { buildSite } from "./build.mjs";
import { runNode } from "./child.mjs";
import { ensureChromium } from "./chromium.mjs";
import { fingerprint, readStamp } from "./fingerprint.mjs";
import { installPackages } from "./install.mjs";
import { inRoot, root } from "./paths.mjs";
import { ensurePostgres15 } from "./postgres-15.mjs";
import { whileNobodyElseSetsUp } from "./set-up-lock.mjs";
import { explain, Refusal, stages } from "./stages.mjs";
import { databaseTestFiles, planTests, testFiles } from "./test-plan.mjs";

process.chdir(root);

/** @typedef {(passed: number, failed: number) => void} Count */

/** A check without tests counts as one failed test if it fails. */
const total = { passed: 0, failed: 0 };

/**
 * The result of each stage, in the order in which they ended. The seconds are those of its own
 * work, also while other stages ran at the same time.
 * @type {{ title: string, seconds: number, passed: number, failed: number }[]}
 */
const done = [];

/** The input of `generate`. */
const GENERATED_FROM = [
  "messages",
  "project.inlang/settings.json",
  "project.inlang/compile-options.mjs",
  "src/routes.ts",
  "react-router.config.ts",
  "package-lock.json",
];
const GENERATED = [
  ["src", "messages", "messages.js"],
  [".react-router", "types", "+routes.ts"],
];

/**
 * `work` is called with the paths to which a test stage is limited, and a function that counts its
 * tests. `isEarly`: the stage starts as soon as the stages that it needs have ended, in parallel
 * with others, and its output appears in order. Its line shows how long it was still waited for;
 * the table at the end shows how long it took.
 * @typedef {{ title: string, work: (under: string[], count: Count) => Promise<void>, needs: string[], isTalkative?: boolean, isEarly?: boolean }} Stage
 */

/**
 * Checks that only read the sources come last. They use only the processor time that the tests
 * before them leave, because tests wait for timers, for the database and for processes to end.
 * @type {Record<string, Stage>}
 */
const PROOF = {
  install: {
    title: "Installing packages",
    work: () => installPackages({ withDevelopment: true }),
    needs: [],
  },
  generate: {
    title: "Generating messages and route types",
    work: generate,
    needs: ["install"],
  },
  house: {
    title: "Checking the house rules",
    work: (under, count) => tests(count, ["--project", "house", ...under]),
    needs: ["generate"],
    isTalkative: true,
  },
  unit: {
    title: "Testing the parts",
    work: (under, count) => tests(count, ["--project", "unit", ...under]),
    needs: ["generate"],
    isTalkative: true,
  },
  database: {
    title: "Testing what asks the database on PostgreSQL 15",
    work: testOldestDatabase,
    needs: ["generate"],
    isTalkative: true,
  },
  build: { title: "Building the site", work: buildSite, needs: ["generate"], isEarly: true },
  e2e: {
    title: "Walking the journeys",
    work: walkJourneys,
    needs: ["build"],
    isTalkative: true,
  },
  format: {
    title: "Checking the format",
    work: () => tool("oxfmt", "bin/oxfmt", ["--check"]),
    needs: ["install"],
    isEarly: true,
  },
  types: {
    title: "Checking types",
    work: () => tool("typescript", "bin/tsc", ["--noEmit"]),
    needs: ["generate"],
    isEarly: true,
  },
  lint: {
    title: "Linting",
    work: () => tool("oxlint", "bin/oxlint", ["--type-aware", "--deny-warnings"]),
    needs: ["generate"],
    isEarly: true,
  },
};

try {
  const all = Object.keys(PROOF);
  const plan = planTests(process.argv.slice(2), { stages: all, files: testFiles() });
  const names = withNeeds(plan.stages);
  const { stage } = stages(names.length);
  /** @type {Map<string, Promise<void>>} */
  const begun = new Map();
  const pathsFor = (/** @type {string} */ name) =>
    Object.hasOwn(plan.under, name)
      ? plan.under[/** @type {keyof typeof plan.under} */ (name)]
      : [];
  const doStage = (/** @type {string} */ name, /** @type {Stage} */ { title, work }) =>
    timed(title, (count) => work(pathsFor(name), count));
  for (const [name, proof] of Object.entries(PROOF)) {
    if (!names.includes(name)) continue;
    const { title, isTalkative } = proof;
    await stage(title, () => begun.get(name) ?? doStage(name, proof), { isTalkative });
    for (const next of names) {
      const early = PROOF[next];
      if (!early?.isEarly || begun.has(next) || !early.needs?.includes(name)) continue;
      const result = doStage(next, early);
      // Its failure is reported when its turn comes.
      result.catch(() => {});
      begun.set(next, result);
    }
  }
} catch (error) {
  total.failed ||= 1;
  explain(error);
} finally {
  if (done.length > 0) console.log(`\n${tableOfStages()}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
}

/**
 * Records how long the work took and how many tests it counted, even if it fails.
 * @param {string} title
 * @param {(count: Count) => Promise<void>} work
 */
async function timed(title, work) {
  const began = performance.now();
  const counted = { passed: 0, failed: 0 };
  try {
    await work((passed, failed) => {
      counted.passed += passed;
      counted.failed += failed;
      total.passed += passed;
      total.failed += failed;
    });
  } finally {
    const seconds = Math.round((performance.now() - began) / 1000);
    done.push({ title, seconds, ...counted });
  }
}

function tableOfStages() {
  const rows = [
    ["Stage", "Seconds", "Passed", "Failed"],
    ...done.map(({ title, seconds, passed, failed }) => [
      title,
      String(seconds),
      passed + failed === 0 ? "" : String(passed),
      passed + failed === 0 ? "" : String(failed),
    ]),
  ];
  const width = Math.max(...rows.map(([title = ""]) => title.length));
  return rows
    .map(([title = "", ...figures]) =>
      [title.padEnd(width), ...figures.map((figure) => figure.padStart(8))].join(" ").trimEnd(),
    )
    .join("\n");
}

/**
 * These stages and those that they need, in the order above.
 * @param {string[]} requested
 */
function withNeeds(requested) {
  const all = Object.keys(PROOF);
  const wanted = new Set(requested);
  for (const name of all.toReversed()) {
    if (wanted.has(name)) for (const need of PROOF[name]?.needs ?? []) wanted.add(need);
  }
  return all.filter((name) => wanted.has(name));
}

/** Generates messages and route types, unless their sources are unchanged. */
async function generate() {
  const stamp = inRoot(".cache", "generated.stamp");
  const isGenerated = () =>
    readStamp(stamp) === fingerprint(GENERATED_FROM) &&
    GENERATED.every((parts) => existsSync(inRoot(...parts)));
  if (isGenerated()) return;
  await whileNobodyElseSetsUp(async () => {
    if (isGenerated()) return;
    const wanted = fingerprint(GENERATED_FROM);
    // One after the other: generating the route types runs the site's Vite plugins. Among them is
    // Paraglide, which writes messages too, unless those of production exist already.
    await quietly([inRoot("project.inlang", "compile.mjs")]);
    await quietly([inRoot("node_modules", "@react-router", "dev", "bin.cjs"), "typegen"], {
      env: { ...process.env, NODE_ENV: "production" },
    });
    writeFileSync(stamp, wanted);
  });
}

/**
 * Runs a program that checks the sources.
 * @param {string} packageName
 * @param {string} script
 * @param {string[]} parameters
 */
function tool(packageName, script, parameters) {
  return quietly([inRoot("node_modules", packageName, script), ...parameters], { yields: true });
}

/**
 * @param {string[]} parameters
 * @param {{ yields?: boolean, env?: NodeJS.ProcessEnv }} [options]
 */
async function quietly(parameters, options) {
  const { exitCode, output } = await runNode(parameters, { quiet: true, ...options });
  if (exitCode !== 0) throw new Refusal(output.trim());
}

/**
 * Runs the tests that use the database again, on the oldest supported server.
 * @param {string[]} _under
 * @param {Count} count
 */
async function testOldestDatabase(_under, count) {
  const programs = await ensurePostgres15();
  if (!programs) {
    console.log(
      "PostgreSQL 15 is not here and cannot be installed: only the embedded one was tested.",
    );
    return;
  }
  return tests(count, ["--project", "unit", ...databaseTestFiles()], {
    TEST_POSTGRES_PROGRAMS: programs,
    // These sequences are random, so fewer are enough for the second run.
    ONE_BUYER_SEQUENCES: "100",
  });
}

/**
 * @param {string[]} under
 * @param {Count} count
 */
async function walkJourneys(under, count) {
  const CHROMIUM_PATH = await ensureChromium();
  const POSTGRES_15 = (await ensurePostgres15()) ?? "";
  const variables = { CHROMIUM_PATH, POSTGRES_15 };
  return tests(count, ["--config", "e2e/vitest.config.ts", ...under], variables);
}

/**
 * Runs Vitest and counts its tests.
 * @param {Count} count
 * @param {string[]} parameters
 * @param {Record<string, string>} [variables]
 */
async function tests(count, parameters, variables = {}) {
  const results = inRoot(".cache", "test-results.json");
  rmSync(results, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const { exitCode } = await runNode(
    [inRoot("node_modules", "vitest", "vitest.mjs"), "run", ...parameters, ...reporters],
    { env: { ...process.env, ...variables } },
  );
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, "utf8"));
  count(numPassedTests, numFailedTests);
  if (exitCode !== 0) throw new Refusal("Some tests failed; see above.");
}
