import { describe, expect, it } from "vitest";
import { keptFresh } from "./kept-fresh.server.ts";

function counted() {
  let nowMs = 0;
  let made = 0;
  let isFailing = false;
  const failures: unknown[] = [];
  const value = keptFresh({
    make: async () => {
      if (isFailing) throw new Error("no");
      return ++made;
    },
    freshMs: 10,
    mostMs: 100,
    nowMs: () => nowMs,
    onFailure: (error) => failures.push(error),
  });
  return {
    ...value,
    failures,
    at: (ms: number) => (nowMs = ms),
    fail: (fails: boolean) => (isFailing = fails),
  };
}

describe("keptFresh", () => {
  it("is made once for all who ask at the same time", async () => {
    const value = counted();
    expect(await Promise.all([value.get(), value.get(), value.get()])).toEqual([1, 1, 1]);
    value.at(9);
    expect(await value.get()).toBe(1);
  });

  it("is renewed behind whoever asks late, and never kept longer than the most", async () => {
    const value = counted();
    await value.get();
    value.at(10);
    expect(await value.get()).toBe(1);
    expect(await value.get()).toBe(2);
    value.at(110);
    expect(await value.get()).toBe(3);
  });

  it("keeps the old one through a failure, and tries again later", async () => {
    const value = counted();
    await value.get();
    value.fail(true);
    value.at(10);
    expect(await value.get()).toBe(1);
    await Promise.resolve();
    value.fail(false);
    value.at(19);
    expect(await value.get()).toBe(1);
    expect(value.failures).toHaveLength(1);
    value.at(20);
    await value.get();
    expect(await value.get()).toBe(2);
  });

  it("tells the first asker of a failure, and starts again with the next", async () => {
    const value = counted();
    value.fail(true);
    await expect(value.get()).rejects.toThrow("no");
    value.fail(false);
    expect(await value.get()).toBe(1);
  });

  it("forgets, also what is being made", async () => {
    const value = counted();
    const waiting = value.get();
    value.forget();
    expect(await waiting).toBe(1);
    expect(await value.get()).toBe(2);
  });
});
