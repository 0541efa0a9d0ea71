import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { acquireDataDirectoryLock, checkDataDirectory } from "./data-directory-lock.mjs";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rouvia-lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const lockFile = () => join(folder, "rouvia.lock");

/** A process of its own that takes the lock, says what came of it, and stays until killed. */
async function contender() {
  const script = `
    import { acquireDataDirectoryLock } from ${JSON.stringify(new URL("data-directory-lock.mjs", import.meta.url).href)};
    const lock = acquireDataDirectoryLock(${JSON.stringify(folder)});
    process.stdout.write(lock.ok ? "taken" : lock.message);
    setInterval(() => {}, 60_000);
    process.on("SIGTERM", () => process.exit(0));`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return {
    pid: child.pid,
    said: said.toString(),
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      await once(child, "exit");
    },
  };
}

test("a living holder keeps others out, and the refusal names it and the way out", async () => {
  const holder = await contender();
  const refused = acquireDataDirectoryLock(folder);
  expect(refused).toEqual({
    ok: false,
    code: "in_use",
    isEnding: false,
    pid: holder.pid,
    message:
      `Another Rouvia (process ${holder.pid}) is already using DATA_DIR ${folder}. ` +
      "Stop it, or set DATA_DIR to another folder.",
  });
  expect(checkDataDirectory(folder)).toEqual(refused);
  await holder.end("SIGKILL");
});

describe.each(["SIGTERM", "SIGKILL"] as const)("a holder that ended by %s", (signal) => {
  test("keeps nobody out", async () => {
    const holder = await contender();
    await holder.end(signal);
    expect(checkDataDirectory(folder)).toEqual({ ok: true });
    const lock = acquireDataDirectoryLock(folder);
    expect(lock.ok).toBe(true);
    if (lock.ok) lock.release();
    expect(await readdir(folder)).toEqual([]);
  });
});

test.each([
  ["a pid that was given to another process since", { pid: process.ppid, start: "1" }],
  ["a pid that nobody has", { pid: 2 ** 22 + 1, start: "1" }],
  ["not a lock at all", "half a li"],
])("a lock file with %s is stale", async (_, content) => {
  await writeFile(lockFile(), JSON.stringify(content));
  const lock = acquireDataDirectoryLock(folder);
  expect(lock.ok).toBe(true);
  if (lock.ok) lock.release();
});

test("of many that start at once over a stale lock, one wins", async () => {
  await writeFile(lockFile(), JSON.stringify({ pid: 2 ** 22 + 1, start: "1" }));
  const all = await Promise.all(Array.from({ length: 6 }, contender));
  expect(all.filter(({ said }) => said === "taken")).toHaveLength(1);
  await Promise.all(all.map((one) => one.end("SIGKILL")));
});

test("a holder is told to be ending when what it depends on is gone", async () => {
  const holder = await contender();
  const content = JSON.parse(await readFile(lockFile(), "utf8")) as object;
  const endsWith = [{ pid: 2 ** 22 + 1, start: "1" }];
  await writeFile(lockFile(), JSON.stringify({ ...content, endsWith }));
  expect(checkDataDirectory(folder)).toMatchObject({ ok: false, isEnding: true });
  await holder.end("SIGKILL");
});

test("a child takes over its parent's lock, and the parent's release leaves it alone", async () => {
  const lock = acquireDataDirectoryLock(folder);
  const child = await contender();
  expect(child.said).toBe("taken");
  if (lock.ok) lock.release();
  expect(JSON.parse(await readFile(lockFile(), "utf8"))).toMatchObject({
    pid: child.pid,
    endsWith: [{ pid: process.pid }],
  });
  await child.end("SIGTERM");
});
