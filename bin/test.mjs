// `npm test`: everything that proves the project, from a fresh clone. `npm test -- unit` runs one
// stage by its name, after what it needs.
import { readFileSync, rmSync } from "node:fs";
import { buildSite } from "./build.mjs";
import { runNode } from "./child.mjs";
import { ensureChromium } from "./chromium.mjs";
import { installPackages } from "./install.mjs";
import { inRoot, root } from "./paths.mjs";
import { explain, Refusal, stages } from "./stages.mjs";

process.chdir(root);

/** A check that is not made of tests counts as one failed test where it fails. */
const total = { passed: 0, failed: 0 };

/** @type {Record<string, { title: string, work: () => Promise<unknown>, needs: string[], isTalkative?: boolean }>} */
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
  types: {
    title: "Checking types",
    work: () => tool("typescript", "bin/tsc", ["--noEmit"]),
    needs: ["generate"],
  },
  lint: {
    title: "Linting",
    work: () => tool("oxlint", "bin/oxlint", ["--type-aware", "--deny-warnings"]),
    needs: ["generate"],
  },
  format: {
    title: "Checking the format",
    work: () => tool("oxfmt", "bin/oxfmt", ["--check"]),
    needs: ["install"],
  },
  house: {
    title: "Checking the house rules",
    work: () => tests(["--project", "house"]),
    needs: ["generate"],
    isTalkative: true,
  },
  unit: {
    title: "Testing the parts",
    work: () => tests(["--project", "unit"]),
    needs: ["generate"],
    isTalkative: true,
  },
  build: { title: "Building the site", work: buildSite, needs: ["generate"] },
  e2e: {
    title: "Walking the journeys",
    work: walkJourneys,
    needs: ["build"],
    isTalkative: true,
  },
};

try {
  const names = stagesFor(process.argv.slice(2));
  const { stage } = stages(names.length);
  for (const name of names) {
    const { title, work, isTalkative } = PROOF[name];
    await stage(title, work, { isTalkative });
  }
} catch (error) {
  total.failed ||= 1;
  explain(error);
} finally {
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
}

/**
 * All stages, or those asked for with what they need, in the order above.
 * @param {string[]} asked
 */
function stagesFor(asked) {
  const all = Object.keys(PROOF);
  const unknown = asked.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new Refusal(`There is no stage ${unknown.join(", ")}. The stages: ${all.join(", ")}.`);
  }
  const wanted = new Set(asked.length === 0 ? all : asked);
  for (const name of all.toReversed()) {
    if (wanted.has(name)) for (const need of PROOF[name]?.needs ?? []) wanted.add(need);
  }
  return all.filter((name) => wanted.has(name));
}

async function generate() {
  await quietly([inRoot("project.inlang", "compile.mjs")]);
  await tool("@react-router/dev", "bin.cjs", ["typegen"]);
}

/**
 * @param {string} packageName
 * @param {string} script
 * @param {string[]} parameters
 */
function tool(packageName, script, parameters) {
  return quietly([inRoot("node_modules", packageName, script), ...parameters]);
}

/** @param {string[]} parameters */
async function quietly(parameters) {
  const { exitCode, output } = await runNode(parameters, { quiet: true });
  if (exitCode !== 0) throw new Refusal(output.trim());
}

async function walkJourneys() {
  const CHROMIUM_PATH = await ensureChromium();
  await tests(["--config", "e2e/vitest.config.ts"], { CHROMIUM_PATH });
}

/**
 * Runs Vitest and adds its counts to the total.
 * @param {string[]} parameters
 * @param {Record<string, string>} [variables]
 */
async function tests(parameters, variables = {}) {
  const results = inRoot(".cache", "test-results.json");
  rmSync(results, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const { exitCode } = await runNode(
    [inRoot("node_modules", "vitest", "vitest.mjs"), "run", ...parameters, ...reporters],
    { env: { ...process.env, ...variables } },
  );
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, "utf8"));
  total.passed += numPassedTests;
  total.failed += numFailedTests;
  if (exitCode !== 0) throw new Refusal("Some tests failed; see above.");
}
