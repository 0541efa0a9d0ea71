import { expect, test } from "vitest";
import { countAgainst } from "./limit.server.ts";

const limit = { name: "test", most: 3, windowMs: 1000 };

test("lets the allowed number through and says when to come back", () => {
  const answers = [0, 1, 2, 3].map(() => countAgainst(limit, "a", 5_000));
  expect(answers.map((answer) => answer.ok)).toEqual([true, true, true, false]);
  expect(answers[3]).toEqual({ ok: false, retryAfterSeconds: 1 });
});

test("counts each person and each window by itself", () => {
  for (let i = 0; i < 4; i += 1) countAgainst(limit, "b", 5_000);
  expect(countAgainst(limit, "c", 5_000).ok).toBe(true);
  expect(countAgainst(limit, "b", 6_001).ok).toBe(true);
});
