import { expect, test, vi } from "vitest";
import { limitConcurrency, oneAtATime } from "./concurrency.server.ts";

test("lets so many work at once, the others in order, also after a failure", async () => {
  const inTurn = limitConcurrency(3);
  const begun: number[] = [];
  const ends: ((failure?: Error) => void)[] = [];
  let working = 0;
  let most = 0;
  const all = Array.from({ length: 8 }, (_, index) =>
    inTurn(async () => {
      begun.push(index);
      working += 1;
      most = Math.max(most, working);
      try {
        await new Promise<void>((resolve, reject) => {
          ends.push((failure) => (failure ? reject(failure) : resolve()));
        });
      } finally {
        working -= 1;
      }
      return index;
    }).catch(() => "failed"),
  );
  for (let done = 0; done < 8; done += 1) {
    while (ends.length === 0) await Promise.resolve();
    ends.shift()?.(done === 2 ? new Error("broken") : undefined);
  }
  expect(await Promise.all(all)).toEqual([0, 1, "failed", 3, 4, 5, 6, 7]);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

test("lets one work at a time under each key, also after a failure", async () => {
  const ofOne = oneAtATime();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name);
      ends.push(() => (name === "a1" ? reject(new Error("broken")) : resolve(name)));
    });
  const first = ofOne("a", work("a1")).catch(() => "failed");
  const rest = [ofOne("a", work("a2")), ofOne("b", work("b1")), ofOne("a", work("a3"))];
  await vi.waitFor(() => expect(begun).toEqual(["a1", "b1"]));
  ends.shift()?.();
  await vi.waitFor(() => expect(begun).toEqual(["a1", "b1", "a2"]));
  for (const end of ends.splice(0)) end();
  await vi.waitFor(() => expect(begun).toEqual(["a1", "b1", "a2", "a3"]));
  for (const end of ends) end();
  expect(await Promise.all([first, ...rest])).toEqual(["failed", "a2", "b1", "a3"]);
});
