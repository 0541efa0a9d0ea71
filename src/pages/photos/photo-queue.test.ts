import { expect, test } from "vitest";
import {
  chooseFiles,
  countUnderWay,
  findNext,
  type QueueEvent,
  type QueuedPhoto,
  reduceQueue,
} from "./photo-queue.ts";

const photo = (id: string) => ({ id, name: `${id}.jpg`, preview: `blob:${id}` });
const STORED = { key: "k", widthPx: 1500, heightPx: 1000 };
const OFFLINE = { text: "Offline", canRetry: true, isOffline: true };
const REFUSED = { text: "No photo", canRetry: false, isOffline: false };

function replay(...events: QueueEvent[]): readonly QueuedPhoto[] {
  return events.reduce<readonly QueuedPhoto[]>(reduceQueue, []);
}

const added: QueueEvent = { kind: "added", photos: [photo("a"), photo("b")] };

test("photos go one after the other, in the order chosen", () => {
  const begun = replay(added, { kind: "begun", id: "a" });
  expect(findNext(replay(added))?.id).toBe("a");
  expect(findNext(begun)).toBeUndefined();
  const stored = reduceQueue(begun, { kind: "stored", id: "a", photo: STORED });
  expect(findNext(stored)?.id).toBe("b");
  expect(countUnderWay(stored)).toBe(1);
});

test("what is sent is counted, and all of it sent is still not stored", () => {
  const half = replay(added, { kind: "sent", id: "a", progress: 0.5 });
  expect(half[0]).toMatchObject({ state: "sending", progress: 0.5 });
  const whole = reduceQueue(half, { kind: "sent", id: "a", progress: 1 });
  expect(whole[0]).toMatchObject({ state: "storing" });
  expect(findNext(whole)).toBeUndefined();
});

test("a failed one holds nobody up, and is sent again by a press, or with the network", () => {
  const failed = replay(
    added,
    { kind: "failed", id: "a", failure: OFFLINE },
    { kind: "failed", id: "b", failure: REFUSED },
  );
  expect(findNext(failed)).toBeUndefined();
  expect(countUnderWay(failed)).toBe(0);
  expect(findNext(reduceQueue(failed, { kind: "online" }))?.id).toBe("a");
  const retried = reduceQueue(failed, { kind: "retried", id: "b" });
  expect(findNext(retried)).toMatchObject({ id: "b", failure: null, progress: 0 });
  expect(reduceQueue(failed, { kind: "dropped", ids: ["a", "b"] })).toEqual([]);
});

test("files beyond the room left, and what is no picture, are not taken", () => {
  const files = [
    { name: "front.jpg", type: "image/jpeg" },
    { name: "IMG_1.HEIC", type: "" },
    { name: "logo.svg", type: "image/svg+xml" },
    { name: "papers.pdf", type: "application/pdf" },
    { name: "back.png", type: "image/png" },
  ];
  const names = (some: readonly { name: string }[]) => some.map(({ name }) => name);
  const chosen = chooseFiles(files, 2);
  expect(names(chosen.taken)).toEqual(["front.jpg", "IMG_1.HEIC"]);
  expect(names(chosen.notPhotos)).toEqual(["logo.svg", "papers.pdf"]);
  expect(chosen.isTooMany).toBe(true);
  expect(chooseFiles(files, 3).isTooMany).toBe(false);
});
