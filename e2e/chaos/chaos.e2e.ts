import { expect, test } from "vitest";
import { runChaos } from "./run-chaos.fixture.ts";

/** The long run of the same, with its counts: bench/chaos. */
test("whatever dies under it, nothing acknowledged is lost and every mail owed goes out", async () => {
  const report = await runChaos({
    rounds: 6,
    seed: 20_261_122,
    faults: ["database", "site", "disk", "both", "still", "start"],
    stillMs: 3_000,
    people: 3,
    loadMs: 500,
  });
  expect(report.losses).toEqual([]);
  expect(report.acknowledged.leads).toBeGreaterThan(10);
  expect(report.acknowledged.bids).toBeGreaterThan(5);
  expect(report.acknowledged.saves).toBeGreaterThan(5);
  expect(report.acknowledged.offers).toBeGreaterThan(2);
  expect(report.acknowledged.photos).toBeGreaterThan(2);
  expect(report.mails).toBeGreaterThan(report.acknowledged.leads);
  expect(report.longestMailSeconds).toBeLessThanOrEqual(60);
  // What the site heals by itself; where its process died, its start counts, beside other journeys.
  for (const fault of ["database", "still", "disk"] as const)
    expect(report.longestRecoverySeconds[fault] ?? 0).toBeLessThanOrEqual(10);
});
