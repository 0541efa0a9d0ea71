import { expect, test } from "vitest";
import { runChaos } from "./run-chaos.fixture.ts";

/** The long run of the same, with its results: bench/chaos. */
test("whatever dies under it, nothing acknowledged is lost and every mail owed goes out", async () => {
  const report = await runChaos({
    // A site that dies alone and a suspended database have their own tests: killed-under-load,
    // database-away.
    rounds: 4,
    seed: 20_261_122,
    faults: ["database", "disk", "both", "start"],
    stillMs: 0,
    people: 3,
    loadMs: 500,
  });
  expect(report.losses).toEqual([]);
  expect(report.acknowledged.leads).toBeGreaterThan(7);
  expect(report.acknowledged.bids).toBeGreaterThan(4);
  expect(report.acknowledged.saves).toBeGreaterThan(4);
  expect(report.acknowledged.offers).toBeGreaterThan(1);
  expect(report.acknowledged.photos).toBeGreaterThan(1);
  expect(report.mails).toBeGreaterThan(report.acknowledged.leads);
  expect(report.longestMailSeconds).toBeLessThanOrEqual(60);
  // From these the site recovers by itself. After the other faults its start takes time too, beside
  // other tests.
  for (const fault of ["database", "disk"] as const)
    expect(report.longestRecoverySeconds[fault] ?? 0).toBeLessThanOrEqual(10);
});
