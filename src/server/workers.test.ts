import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  superviseWorkers,
  type MachineMessage,
  shareConnections,
  WorkerFailed,
} from "./workers.ts";

class FakeWorker extends EventEmitter {
  received: MachineMessage[] = [];
  signals: string[] = [];
  process = { kill: (signal: string) => this.signals.push(signal) };
  send(message: MachineMessage) {
    this.received.push(message);
  }
}

const started: { slot: number; worker: FakeWorker }[] = [];
const fork = (slot: number) => {
  const worker = new FakeWorker();
  started.push({ slot, worker });
  return worker;
};
const newest = () => started.at(-1)!.worker;
const places = () => started.map(({ slot }) => slot);

beforeEach(() => {
  started.length = 0;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => void vi.useRealTimers());

async function allListen(count: number) {
  const workers = superviseWorkers({ count, fork });
  for (const { worker } of started) worker.emit("listening", { port: 3000 });
  await workers.ready;
  return workers;
}

test("the site is ready once all listen, and not before", async () => {
  const workers = superviseWorkers({ count: 2, fork });
  let port = 0;
  void workers.ready.then((said) => (port = said));
  started[0]!.worker.emit("listening", { port: 3000 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(port).toBe(0);
  started[1]!.worker.emit("listening", { port: 3000 });
  await vi.advanceTimersByTimeAsync(0);
  expect(port).toBe(3000);
});

test("one that ends before that stops the start", async () => {
  const workers = superviseWorkers({ count: 2, fork });
  newest().emit("exit", 1);
  await expect(workers.ready).rejects.toBeInstanceOf(WorkerFailed);
});

test("one that dies is replaced in its place, each time after a longer pause", async () => {
  await allListen(3);
  started[1]!.worker.emit("exit", 1);
  await vi.advanceTimersByTimeAsync(1);
  expect(places()).toEqual([0, 1, 2, 1]);
  for (const pauseMs of [250, 500, 1_000, 2_000, 5_000, 5_000]) {
    const before = started.length;
    newest().emit("exit", 1);
    await vi.advanceTimersByTimeAsync(pauseMs - 10);
    expect(started).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(20);
    expect(started).toHaveLength(before + 1);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  newest().emit("exit", 1);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toHaveLength(11);
});

test("told to stop, all are, nobody is replaced, and who hangs is killed", async () => {
  const workers = await allListen(2);
  const [quick, hanging] = started.map(({ worker }) => worker);
  const stopped = workers.stop(8_000);
  expect(quick!.received).toEqual([{ kind: "stop" }]);
  quick!.emit("exit", 0);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(hanging!.signals).toEqual(["SIGKILL"]);
  hanging!.emit("exit", null);
  await stopped;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(started).toHaveLength(2);
});

test("told to stop, nobody is started whose place was to be filled again", async () => {
  const workers = await allListen(2);
  newest().emit("exit", 1);
  await vi.advanceTimersByTimeAsync(1);
  // The second pause is longer than none.
  newest().emit("exit", 1);
  const before = started.length;
  const stopped = workers.stop(8_000);
  started[0]!.worker.emit("exit", 0);
  await stopped;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(started).toHaveLength(before);
});

test.each([1, 2, 4, 8, 16, 64])("%i workers get connections that the server has", (count) => {
  const { ofWorker, ofMachine } = shareConnections(count);
  expect(ofWorker).toBeGreaterThanOrEqual(5);
  expect(ofWorker).toBeLessThanOrEqual(20);
  expect(count * (ofWorker + 1) + 4).toBeLessThan(ofMachine - 10);
});
