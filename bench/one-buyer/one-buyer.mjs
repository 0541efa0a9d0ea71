// Runs more sequences of the property-based test that a car has one buyer:
// node bench/one-buyer/one-buyer.mjs [sequences] [seed]
import { runNode } from "../../bin/child.mjs";
import { inRoot } from "../../bin/paths.mjs";

const [sequences = "100000", seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
console.log(`${sequences} sequences from seed ${seed}`);
const { exitCode } = await runNode(
  [
    inRoot("node_modules", "vitest", "vitest.mjs"),
    "run",
    "--project",
    "unit",
    "src/domain/sale/one-buyer.test.ts",
  ],
  { env: { ...process.env, ONE_BUYER_SEQUENCES: sequences, ONE_BUYER_SEED: seed } },
);
process.exitCode = exitCode ?? 1;
