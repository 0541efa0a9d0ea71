import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { createBell } from "./bell.ts";

describe("the bell of the message worker", () => {
  test("wakes all who wait", async () => {
    const bell = createBell();
    const { signal } = new AbortController();
    const waits = [1, 2, 3].map(() => bell.wait({ since: bell.rings(), ms: 60_000, signal }));
    bell.ring();
    expect(await Promise.all(waits)).toEqual(["rung", "rung", "rung"]);
    expect(bell.waiting()).toBe(0);
  });

  test("lets nobody wait for what rang while they looked", async () => {
    const bell = createBell();
    const since = bell.rings();
    bell.ring();
    const { signal } = new AbortController();
    expect(await bell.wait({ since, ms: 60_000, signal })).toBe("rung");
  });

  test("keeps nothing of a wait that is over, though it never rings", async () => {
    const bell = createBell();
    const stopping = new AbortController();
    const { signal } = stopping;
    for (let count = 0; count < 20; count += 1) {
      expect(await bell.wait({ since: 0, ms: 0, signal })).toBe("over");
    }
    expect(bell.waiting()).toBe(0);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    const last = bell.wait({ since: 0, ms: 60_000, signal });
    stopping.abort();
    expect(await last).toBe("over");
    expect(bell.waiting()).toBe(0);
  });
});
