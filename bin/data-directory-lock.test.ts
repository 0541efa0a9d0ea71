import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acquireDataDirectoryLock, checkDataDirectory } from "./data-directory-lock.mjs";

// When a lock is stale, and which process then gets it, is tested in
// packages/embedded-postgres/process-lock.test.ts.

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rouvia-lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A separate process that locks the DATA_DIR, prints the result, and stays until it is killed. */
async function contender() {
  const script = `
    import { acquireDataDirectoryLock } from ${JSON.stringify(new URL("data-directory-lock.mjs", import.meta.url).href)};
    const lock = acquireDataDirectoryLock(${JSON.stringify(folder)});
    process.stdout.write(lock.ok ? "taken" : lock.message);
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return {
    pid: child.pid,
    said: said.toString(),
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

test("a second process is refused by a sentence that names the first and the way out", async () => {
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
  await holder.kill();
  expect(checkDataDirectory(folder)).toEqual({ ok: true });
});

test("a holder whose starter is gone is said to be ending", async () => {
  const holder = await contender();
  const lockFile = join(folder, "rouvia.lock");
  const content = JSON.parse(await readFile(lockFile, "utf8")) as object;
  const endsWith = [{ pid: 2 ** 22 + 1, start: "1" }];
  await writeFile(lockFile, JSON.stringify({ ...content, endsWith }));
  expect(checkDataDirectory(folder)).toMatchObject({ ok: false, isEnding: true });
  await holder.kill();
});

test("a server takes the folder over from the npm start that started it", async () => {
  const lock = acquireDataDirectoryLock(folder);
  const server = await contender();
  expect(server.said).toBe("taken");
  if (lock.ok) lock.release();
  expect(checkDataDirectory(folder)).toMatchObject({ ok: false, pid: server.pid });
  await server.kill();
});
