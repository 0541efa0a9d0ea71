import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countAgainst, forgetTries } from "./rate-limit.server.ts";

const limit = { name: "test", most: 3, windowMs: 1000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("lets the allowed number through and says when to come back", () => {
  const answers = [0, 1, 2, 3].map(() => countAgainst(limit, "a"));
  expect(answers.map((answer) => answer.ok)).toEqual([true, true, true, false]);
  expect(answers[3]).toEqual({ ok: false, retryAfterSeconds: 1 });
});

test("counts each person and each window by itself", () => {
  for (let i = 0; i < 4; i += 1) countAgainst(limit, "b");
  expect(countAgainst(limit, "c").ok).toBe(true);
  expect(countAgainst(limit, "b").ok).toBe(false);
  vi.advanceTimersByTime(1001);
  expect(countAgainst(limit, "b").ok).toBe(true);
});

test("a refused try does not put off the end of its window", () => {
  for (let i = 0; i < 4; i += 1) countAgainst(limit, "d");
  vi.advanceTimersByTime(600);
  expect(countAgainst(limit, "d").ok).toBe(false);
  vi.advanceTimersByTime(401);
  expect(countAgainst(limit, "d").ok).toBe(true);
});

test("forgets the tries of whoever proved to be the right person", () => {
  for (let i = 0; i < 4; i += 1) countAgainst(limit, "e");
  forgetTries(limit, "e");
  expect(countAgainst(limit, "e").ok).toBe(true);
});
