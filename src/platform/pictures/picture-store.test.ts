import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ILLUSTRATION_VERSION } from "#packages/car-illustration/picture-address";
import { pictureFileName, type PictureAddress } from "#packages/car-illustration/picture-address";
import { CAR } from "./picture-address.fixture.ts";
import {
  createPictureStore,
  type PictureStore,
  type PictureStoreOptions,
} from "./picture-store.server.ts";

let directory: string;
let opened: PictureStore[];

/** These tests hold for any picture, so a stand-in for the painter is enough. */
const STAND_IN = new URL("stand-in-painter.fixture.ts", import.meta.url);

function openStore(options: Partial<PictureStoreOptions> = { program: STAND_IN }): PictureStore {
  const store = createPictureStore({ directory, ...options });
  opened.push(store);
  return store;
}

function versionFolder(): string {
  return join(directory, `v${ILLUSTRATION_VERSION}`);
}

function seeds(count: number): PictureAddress[] {
  return Array.from({ length: count }, (_, seed) => ({ ...CAR, seed: String(seed) }));
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "pictures-"));
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map((store) => store.close()));
  await rm(directory, { recursive: true, force: true });
});

describe("read", () => {
  it("draws a picture once and then reads it from disk", async () => {
    const first = await openStore({}).read(CAR);
    if (!first.ok) throw new Error(first.code);
    expect(first.contentType).toBe("image/webp");
    expect(first.etag).toContain(pictureFileName(CAR));
    expect((await sharp(first.bytes).metadata()).width).toBe(300);
    const file = join(versionFolder(), pictureFileName(CAR));
    const drawnAt = (await stat(file)).mtimeMs;

    const again = await openStore({}).read(CAR);
    expect(again.ok && Buffer.from(again.bytes).equals(first.bytes)).toBe(true);
    expect((await stat(file)).mtimeMs).toBe(drawnAt);
  });

  it("draws once for all who ask at the same time", async () => {
    const store = openStore();
    const responses = await Promise.all(Array.from({ length: 8 }, () => store.read(CAR)));
    const [first] = responses;
    expect(responses.every((result) => result === first && result.ok)).toBe(true);
    expect(await readdir(versionFolder())).toEqual([pictureFileName(CAR)]);
  });

  it("refuses more than may wait, and serves those that do", async () => {
    const store = openStore({ program: STAND_IN, maxWaiting: 1 });
    const responses = await Promise.all(seeds(5).map((address) => store.read(address)));
    const codes = responses.map((result) => (result.ok ? "ok" : result.code));
    expect(codes.filter((code) => code === "ok").length).toBeGreaterThanOrEqual(2);
    expect(codes.filter((code) => code === "busy").length).toBeGreaterThanOrEqual(2);
  });

  it("still serves what a full folder cannot keep", async () => {
    const result = await openStore({ program: STAND_IN, maxStoredBytes: 10 }).read(CAR);
    expect(result.ok).toBe(true);
    expect(await readdir(versionFolder())).toEqual([]);
  });

  it("still serves without a folder", async () => {
    const blocked = join(directory, "file");
    await writeFile(blocked, "");
    const result = await openStore({
      program: STAND_IN,
      directory: join(blocked, "pictures"),
    }).read(CAR);
    expect(result.ok).toBe(true);
  });

  it("answers failed, and then again failed, where threads cannot start", async () => {
    const store = openStore({ program: pathToFileURL(join(directory, "nowhere.js")) });
    expect(await store.read(CAR)).toEqual({ ok: false, code: "failed" });
    expect(await store.read(CAR)).toEqual({ ok: false, code: "failed" });
  });
});

describe("the folder", () => {
  it("drops other versions and what a killed process left unfinished", async () => {
    const old = join(directory, "v0");
    await mkdir(old);
    await mkdir(versionFolder());
    const leftBehind = join(versionFolder(), "1234-1.unfinished");
    await writeFile(leftBehind, "half a picture");
    await utimes(leftBehind, 0, 0);
    // An unfinished file that another process is still writing.
    await writeFile(join(versionFolder(), "1235-1.unfinished"), "half a picture");
    expect((await openStore().read(CAR)).ok).toBe(true);
    expect(await readdir(directory)).toEqual([`v${ILLUSTRATION_VERSION}`]);
    expect((await readdir(versionFolder())).toSorted()).toEqual(
      ["1235-1.unfinished", pictureFileName(CAR)].toSorted(),
    );
  });
});

describe("warm", () => {
  it("draws what is missing", async () => {
    const store = openStore();
    await store.read(CAR);
    const files = [CAR, { ...CAR, widthPx: 480 as const }, { ...CAR, format: "avif" as const }];
    expect(await store.warm(files)).toMatchObject({ rendered: 2, failed: 0 });
    expect(await readdir(versionFolder())).toHaveLength(3);
    expect(await store.warm(files)).toMatchObject({ rendered: 0, failed: 0 });
  });

  it("lets a page's picture go first", async () => {
    const store = openStore();
    const warming = store.warm(seeds(6));
    const page: PictureAddress = { ...CAR, colour: "Pink" };
    expect((await store.read(page)).ok).toBe(true);
    expect((await readdir(versionFolder())).length).toBeLessThan(6);
    await warming;
  });

  it("ends early when the store closes", async () => {
    const store = openStore();
    const warming = store.warm(seeds(50));
    await store.read({ ...CAR, colour: "Pink" });
    await store.close();
    expect((await warming).rendered).toBeLessThan(50);
    expect(await store.read({ ...CAR, colour: "Gold" })).toEqual({ ok: false, code: "closed" });
  });
});
