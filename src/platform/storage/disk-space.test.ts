import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { isDiskFull, readFreeSpace, startDiskWatch } from "./disk-space.server.ts";
import { folderStorage, removeUnfinished } from "./storage.server.ts";

const MB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), "disk-"));
const canMount = tryToMount();

function tryToMount(): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=80m", "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

afterAll(() => {
  if (canMount) execFileSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true });
});

test("free space is told of a folder that is not there yet", async () => {
  const free = await readFreeSpace(join(folder, "not", "there", "yet"));
  expect(free).toBeGreaterThan(70 * MB);
});

test("what a killed process left half written is cleared away, and nothing else", async () => {
  const storage = folderStorage(join(folder, "media"));
  await storage.put("cars/one.webp", Buffer.from("whole"), "image/webp");
  await writeFile(join(folder, "media", "cars", "two.webp.1234.part"), "half");
  await removeUnfinished(join(folder, "media"));
  expect(readdirSync(join(folder, "media", "cars"))).toEqual(["one.webp"]);
});

describe.runIf(canMount)("a small disk", () => {
  test("is full before its last byte, and has room again by itself", async () => {
    const stop = await startDiskWatch(folder, { warningMb: 70 });
    expect(isDiskFull()).toBe(false);
    await writeFile(join(folder, "filler"), Buffer.alloc(30 * MB));
    await expect.poll(isDiskFull, { timeout: 5_000 }).toBe(true);
    await rm(join(folder, "filler"));
    await expect.poll(isDiskFull, { timeout: 5_000 }).toBe(false);
    await stop();
  });

  test("leaves nothing of a photo that found no room", async () => {
    const storage = folderStorage(join(folder, "media"));
    const put = storage.put("cars/three.webp", Buffer.alloc(90 * MB), "image/webp");
    await expect(put).rejects.toMatchObject({ code: "ENOSPC" });
    expect(readdirSync(join(folder, "media", "cars"))).toEqual(["one.webp"]);
    expect(await readFreeSpace(folder)).toBeGreaterThan(70 * MB);
  });
});
