import { expect, test } from "vitest";
import { limitConcurrency } from "./concurrency.server.ts";

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
