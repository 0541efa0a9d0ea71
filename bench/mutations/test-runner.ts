// Runs test files one after the other in the given order, on one PostgreSQL that keeps running.
import pg from "pg";
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from "vitest/node";
import { inRoot, root } from "../../bin/paths.mjs";

/** The time limit for the tests near one place. */
const MOST_SECONDS = 180;

export type TestRun = {
  /** Test files that passed. */
  passed: string[];
  /** The first that failed, with its test and message; null if none. */
  failed: { file: string; test: string; message: string } | null;
};

export async function openTestRunner() {
  let wanted: string[] = [];
  let ended: TestModule[] = [];
  class InOrder extends BaseSequencer {
    override sort(files: TestSpecification[]) {
      const rank = ({ moduleId }: TestSpecification) => wanted.indexOf(moduleId);
      return Promise.resolve(files.toSorted((one, other) => rank(one) - rank(other)));
    }
  }
  const vitest = await createVitest({
    root,
    watch: false,
    project: ["unit"],
    maxWorkers: 1,
    fileParallelism: false,
    bail: 1,
    silent: true,
    // Used because the result of `runTestSpecifications` contains earlier runs too.
    reporters: [{ onTestModuleEnd: (module) => void ended.push(module) }],
    sequence: { sequencer: InOrder },
  });
  const [project] = vitest.projects;
  if (!project) throw new Error("There is no project of unit tests.");

  /** Stops at the first failure, or when the time has ended. */
  const run = async (tests: readonly string[]): Promise<TestRun> => {
    wanted = tests.map((test) => inRoot(test));
    ended = [];
    const over = setTimeout(() => vitest.cancelCurrentRun("keyboard-input"), MOST_SECONDS * 1000);
    // A worker that never ends would block everything, so this process exits; the next start
    // continues after it.
    const giveUp = setTimeout(() => process.exit(75), 4 * MOST_SECONDS * 1000);
    await vitest.runTestSpecifications(wanted.map((file) => project.createSpecification(file)));
    clearTimeout(over);
    clearTimeout(giveUp);
    const failed = ended.find((each) => each.state() === "failed");
    const passed = ended.filter((each) => each.state() === "passed").map(nameOf);
    await dropDatabases(project.getProvidedContext().testPostgres?.url);
    return { passed, failed: failed ? describeFailure(failed) : null };
  };
  return {
    run,
    hasChanged: (file: string) => vitest.invalidateFile(inRoot(file)),
    close: () => vitest.close(),
  };
}

function nameOf({ moduleId }: TestModule) {
  return moduleId.slice(root.length + 1);
}

function describeFailure(module: TestModule) {
  const [test] = module.children.allTests("failed");
  const error = test?.result().errors?.[0] ?? module.errors()[0];
  // The thrown value may not be an error with a message.
  const [firstLine = ""] = String(error?.message).split("\n");
  return {
    file: nameOf(module),
    test: test?.fullName ?? "",
    message: firstLine.slice(0, 200),
  };
}

/** Drops the databases that the worker of a run left; the next run's worker creates its own. */
async function dropDatabases(url: string | undefined) {
  if (!url) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    "select datname from pg_database where datname like 'test\\_%'",
  );
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  await client.end();
}
