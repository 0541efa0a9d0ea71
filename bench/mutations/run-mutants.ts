// Runs in the copy that mutate.ts has made, and changes one place at a time there.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot, root } from "../../bin/paths.mjs";
import { findMutations, type Kind, type Mutation } from "./find-mutations.ts";
import { openTestRunner, type TestRun } from "./test-runner.ts";
import { listProductFiles, listTestsNear } from "./tests-near.ts";

const [folder = "", ...rest] = process.argv.slice(2);
const minutes = Number(rest.find((each) => /^\d+$/.test(each)) ?? 60);
const kinds = rest.filter((each): each is Kind => /^(lock|consent|limit)$/.test(each));
const under = rest.find((each) => each.startsWith("src/")) ?? "src/";

// It changes source files, which must never be those of a checkout.
if (root !== join(folder, "copy")) throw new Error("Start it by mutate.ts.");
process.chdir(root);

type Named = Mutation & { id: string };
type Outcome = {
  id: string;
  location: string;
  /** `undecided`: none failed, but the time ended before all of them had run. */
  outcome: "killed" | "survived" | "undecided" | "no test";
  by?: TestRun["failed"];
  /** How many test files passed, and which near ones were not run in time. */
  passed: number;
  notReached: string[];
  seconds: number;
};

const journal = join(folder, "results.jsonl");
const lines = existsSync(journal) ? readFileSync(journal, "utf8").split("\n") : [];
const outcomes = new Map(
  lines
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Outcome)
    .map((each) => [each.id, each]),
);

const order: Kind[] = kinds.length > 0 ? kinds : ["lock", "consent", "limit"];
/** Domain files come first; nearly every test is near the files below them. */
const isDomain = (file: string) => file.startsWith("src/domain/");
const files = listProductFiles()
  .filter((file) => file.startsWith(under))
  .toSorted((one, other) => +isDomain(other) - +isDomain(one));
const found = files.flatMap((file) =>
  nameEach(findMutations(file, readFileSync(inRoot(file), "utf8"))),
);
const chosen = order.flatMap((kind) => found.filter((each) => each.kind === kind));
if (rest.includes("--list")) {
  for (const { id } of chosen) print(`${outcomes.get(id)?.outcome ?? "not run"}\t${id}`);
} else await runAll();
summarize();

/**
 * Names that stay the same when lines move: by the code, and its ordinal among equal ones in its
 * file.
 */
function nameEach(mutations: Mutation[]): Named[] {
  const times = new Map<string, number>();
  return mutations.map((each) => {
    const text = `${each.before.replaceAll(/\s+/g, " ")} => ${each.instead}`;
    const nth = (times.get(text) ?? 0) + 1;
    times.set(text, nth);
    return { ...each, id: `${each.kind} ${each.file} ${text} ${nth}` };
  });
}

async function runAll() {
  const until = Date.now() + minutes * 60_000;
  const tests = await openTestRunner();
  /** Test files that passed on the unchanged product. */
  const sound = new Set<string>();

  const runChanged = async ({ file, start, before, instead }: Named, near: string[]) => {
    const source = readFileSync(inRoot(file), "utf8");
    const write = (text: string) => {
      writeFileSync(inRoot(file), text);
      tests.hasChanged(file);
    };
    write(source.slice(0, start) + instead + source.slice(start + before.length));
    const result = await tests.run(near);
    write(source);
    return result;
  };

  const isSound = async (file: string) => {
    if (sound.has(file)) return true;
    const { failed } = await tests.run([file]);
    if (failed) print(`red without a change: ${JSON.stringify(failed)}`);
    else sound.add(file);
    return !failed;
  };

  /** Runs the tests near a mutation; a test that fails without it too does not count. */
  const tryOne = async (mutation: Named, near: string[]): Promise<TestRun & { near: string[] }> => {
    if (near.length === 0) return { passed: [], failed: null, near };
    const result = await runChanged(mutation, near);
    const killer = result.failed?.file;
    if (killer === undefined || (await isSound(killer))) return { ...result, near };
    return tryOne(
      mutation,
      near.filter((each) => each !== killer),
    );
  };

  for (const mutation of chosen) {
    if (isDecided(mutation.id)) continue;
    if (Date.now() > until) break;
    const startedAt = Date.now();
    const { near, passed, failed } = await tryOne(mutation, listTestsNear(mutation.file));
    const notReached = failed ? [] : near.filter((each) => !passed.includes(each));
    const untouched = near.length === 0 ? "no test" : "survived";
    const outcome: Outcome = {
      id: mutation.id,
      location: `${mutation.file}:${mutation.line}`,
      outcome: failed ? "killed" : notReached.length > 0 ? "undecided" : untouched,
      ...(failed && { by: failed }),
      passed: passed.length,
      notReached,
      seconds: Math.round((Date.now() - startedAt) / 100) / 10,
    };
    outcomes.set(mutation.id, outcome);
    appendFileSync(journal, `${JSON.stringify(outcome)}\n`);
    print(`${outcome.outcome}, ${outcome.seconds} s: ${outcome.location} ${mutation.id}`);
  }
  await tests.close();
}

function isDecided(id: string) {
  const { outcome } = outcomes.get(id) ?? {};
  return outcome !== undefined && outcome !== "undecided";
}

function summarize() {
  print("\n| | made | killed | survived | undecided | no test | not run |");
  print("|---|--:|--:|--:|--:|--:|--:|");
  for (const kind of order) {
    const made = chosen.filter((each) => each.kind === kind);
    const run = made.flatMap(({ id }) => outcomes.get(id) ?? []);
    const counts = (["killed", "survived", "undecided", "no test"] as const).map(
      (outcome) => run.filter((each) => each.outcome === outcome).length,
    );
    print(`| ${[kind, made.length, ...counts, made.length - run.length].join(" | ")} |`);
  }
}

function print(line: string) {
  process.stdout.write(`${line}\n`);
}
