import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { CAR } from "./picture-address.fixture.ts";
import { createRenderPool } from "./render-pool.server.ts";

test("a thread ends once it has had nothing to do for a while, and the next picture starts another", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const ended = vi.spyOn(Worker.prototype, "terminate");
  onTestFinished(() => ended.mockRestore());
  const program = new URL("stand-in-painter.fixture.ts", import.meta.url);
  const pool = createRenderPool({ program, threadCount: 1, maxWaiting: 8 });
  onTestFinished(() => pool.close());
  const paint = () => pool.submit(CAR, "page").result;
  expect(await paint()).toMatchObject({ ok: true });
  vi.advanceTimersByTime(59_000);
  expect(await paint()).toMatchObject({ ok: true });
  vi.advanceTimersByTime(59_000);
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(ended).toHaveBeenCalledOnce();
  expect(await paint()).toMatchObject({ ok: true });
});
