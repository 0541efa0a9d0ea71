/**
 * Kills, stops and fills whatever the built site stands on, under load, and counts what is lost.
 * Run it with: node_modules/.bin/node bench/chaos/chaos.ts [rounds] [seed]
 */
import { FAULTS } from "../../e2e/chaos/faults.fixture.ts";
import { runChaos } from "../../e2e/chaos/run-chaos.fixture.ts";

const [rounds = 200, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
console.log(`${rounds} rounds, seed ${seed}`);
const report = await runChaos({
  rounds,
  seed,
  faults: FAULTS,
  stillMs: 20_000,
  people: 6,
  loadMs: 1_500,
  tell: console.log,
});
console.log(JSON.stringify(report, null, 2));
if (!report.faults.disk) console.log("No small disk could be mounted here: no round filled one.");
process.exitCode = report.losses.length > 0 || report.longestMailSeconds > 60 ? 1 : 0;
