/**
 * Kills and suspends the processes of the built site and its database and fills its disk, under
 * load, and counts what is lost.
 * Run it with: node bench/chaos/chaos.ts [rounds] [seed] [--disk-minutes N] [--report FILE]
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { FAULTS } from "../../e2e/chaos/faults.fixture.ts";
import { runChaos } from "../../e2e/chaos/run-chaos.fixture.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { "disk-minutes": { type: "string" }, report: { type: "string" } },
});
const diskMinutes = values["disk-minutes"];
const [rounds = diskMinutes ? 1 : 200, seed = Date.now() % 2 ** 31] = positionals.map(Number);
console.log(`${rounds} rounds, seed ${seed}`);
const report = await runChaos({
  rounds,
  seed,
  faults: diskMinutes ? ["disk"] : FAULTS,
  stillMs: 20_000,
  ...(diskMinutes && { diskMs: Number(diskMinutes) * 60_000 }),
  people: diskMinutes ? 1 : 6,
  loadMs: 1_500,
  print: console.log,
});
const words = JSON.stringify(report, null, 2);
console.log(words);
if (values.report) writeFileSync(values.report, words);
if (!report.faults.disk) console.log("No small disk could be mounted here: no round filled one.");
process.exitCode = report.losses.length > 0 || report.longestMailSeconds > 60 ? 1 : 0;
