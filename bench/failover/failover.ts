/**
 * Runs three processes of the built site, a primary with two hot standbys and an S3 store under
 * load. Restarts each process, kills one, suspends a standby, kills the primary, and counts what is
 * lost.
 * Run it with: node bench/failover/failover.ts [seconds a phase] [people] [--report FILE]
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runFailover } from "../../e2e/failover/run-failover.fixture.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { report: { type: "string" } },
});
const [seconds = 15, people = 4] = positionals.map(Number);
const report = await runFailover({ people, phaseMs: seconds * 1_000, print: console.log });
const words = JSON.stringify(report, null, 2);
console.log(words);
if (values.report) writeFileSync(values.report, words);
const { losses, prices, phases } = report;
const restarted = phases["each process is restarted in its turn"];
const errors = restarted ? restarted.cut + restarted.serverErrors : 1;
const faults = [...losses, ...prices.ownStale, ...prices.strangersStale];
process.exitCode = faults.length > 0 || errors > 0 ? 1 : 0;
