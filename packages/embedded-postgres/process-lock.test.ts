import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isEnding, lockHolder, takeLock } from "./process-lock.mjs";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const path = () => join(folder, "some.lock");

/** A separate process that takes the lock, prints the result, and stays until it is killed. */
async function contender() {
  const script = `
    import { takeLock } from ${JSON.stringify(new URL("process-lock.mjs", import.meta.url).href)};
    const lock = takeLock(${JSON.stringify(path())}, { inheritFrom: process.ppid });
    process.stdout.write(lock.ok ? "taken" : "refused");
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

test("a living holder keeps others out, and the refusal names it", async () => {
  const holder = await contender();
  expect(takeLock(path())).toMatchObject({ ok: false, holder: { pid: holder.pid } });
  expect(lockHolder(path())).toMatchObject({ pid: holder.pid });
  await holder.end("SIGKILL");
});

describe.each(["SIGTERM", "SIGKILL"] as const)("a holder that ended by %s", (signal) => {
  test("keeps nobody out", async () => {
    const holder = await contender();
    await holder.end(signal);
    expect(lockHolder(path())).toBeUndefined();
    const lock = takeLock(path());
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
  await writeFile(path(), JSON.stringify(content));
  const lock = takeLock(path());
  expect(lock.ok).toBe(true);
  if (lock.ok) lock.release();
});

test("of many that start at once over a stale lock, one wins", async () => {
  await writeFile(path(), JSON.stringify({ pid: 2 ** 22 + 1, start: "1" }));
  const all = await Promise.all(Array.from({ length: 6 }, contender));
  expect(all.filter(({ said }) => said === "taken")).toHaveLength(1);
  await Promise.all(all.map((one) => one.end("SIGKILL")));
});

test("a holder is ending when what it depends on is gone", async () => {
  const holder = await contender();
  const content = JSON.parse(await readFile(path(), "utf8")) as object;
  expect(isEnding(lockHolder(path())!)).toBe(false);
  const endsWith = [{ pid: 2 ** 22 + 1, start: "1" }];
  await writeFile(path(), JSON.stringify({ ...content, endsWith }));
  expect(isEnding(lockHolder(path())!)).toBe(true);
  await holder.end("SIGKILL");
});

test("a child takes over its parent's lock, and the parent's release leaves it alone", async () => {
  const lock = takeLock(path());
  const child = await contender();
  expect(child.said).toBe("taken");
  if (lock.ok) lock.release();
  expect(JSON.parse(await readFile(path(), "utf8"))).toMatchObject({
    pid: child.pid,
    endsWith: [{ pid: process.pid }],
  });
  await child.end("SIGTERM");
});
