import { expect, test } from "vitest";
import { decideAfterFailure, MOST_ATTEMPTS } from "./retry-rule.ts";

const again = (waitSeconds: number) => ({ state: "failed", waitSeconds });
const dead = { state: "dead" };

test.each([
  ["temporary", 1, again(10)],
  ["temporary", 2, again(30)],
  ["temporary", 3, again(60)],
  ["temporary", 4, again(120)],
  ["temporary", 5, again(240)],
  ["temporary", MOST_ATTEMPTS - 1, again(240)],
  ["temporary", MOST_ATTEMPTS, dead],
  ["not_configured", 1, again(10)],
  ["not_configured", MOST_ATTEMPTS, dead],
  ["permanent", 1, dead],
] as const)("after a %s failure, attempt %i, it is %o", (code, attempts, after) => {
  expect(decideAfterFailure(code, attempts)).toEqual(after);
});

test("an outage of six hours loses nothing, and no wait is longer than four minutes", () => {
  const waits = Array.from({ length: MOST_ATTEMPTS - 1 }, (_, index) => {
    const after = decideAfterFailure("temporary", index + 1);
    return after.state === "failed" ? after.waitSeconds : 0;
  });
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(6 * 60 * 60);
  expect(Math.max(...waits)).toBe(240);
});
