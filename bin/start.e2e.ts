import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "#packages/embedded-postgres/free-port";
import { isGone } from "#packages/embedded-postgres/process-facts";

const script = fileURLToPath(new URL("start.mjs", import.meta.url));

let folder: string;
let started: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rouvia-start-"));
  await chmod(folder, 0o711);
  started = [];
});
afterEach(async () => {
  for (const child of started) child.kill("SIGTERM");
  await Promise.all(started.map(ended));
  await expect.poll(lockHolder, { timeout: 20_000 }).toBeUndefined();
  await rm(folder, { recursive: true, force: true });
});

const dataDirectory = () => join(folder, "data");
const postmasterFile = () => join(dataDirectory(), "postgres", "cluster", "postmaster.pid");
const postmaster = () => Number(readFileSync(postmasterFile(), "utf8").split("\n")[0]);

function lockHolder(): number | undefined {
  const lock = join(dataDirectory(), "rouvia.lock");
  if (!existsSync(lock)) return undefined;
  const { pid } = JSON.parse(readFileSync(lock, "utf8")) as { pid: number };
  return isGone(pid) ? undefined : pid;
}

/** Runs `npm start`'s script until it is ready or ends, and returns what it said. */
async function start(port: number): Promise<{ child: ChildProcess; said: string }> {
  const { npm_lifecycle_event: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [script], {
    env: { ...inherited, DATA_DIR: dataDirectory(), PORT: String(port), DATABASE_URL: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    said += `${line}\n`;
    if (line.startsWith("ready ")) return { child, said };
  }
  await ended(child);
  return { child, said };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

test("a started site tells its stages and address, and stops whole when asked to", async () => {
  const port = await freePort();
  const { child, said } = await start(port);
  expect(said).toMatch(/\[1\/4\] .*\n\[2\/4\] .*\n\[3\/4\] .*\n\[4\/4\] /);
  expect(said).toContain(`ready http://localhost:${port}`);
  const server = postmaster();
  child.kill("SIGINT");
  await ended(child);
  expect(child.exitCode).toBe(0);
  expect(isGone(server)).toBe(true);
  expect(existsSync(postmasterFile())).toBe(false);
});

test("a second one on the same folder is refused at once, by name", async () => {
  await start(await freePort());
  const { child, said } = await start(await freePort());
  expect(child.exitCode).toBe(1);
  expect(said).toContain(`Another Rouvia (process ${lockHolder()}) is already using DATA_DIR`);
  expect(said).not.toContain("[2/4]");
});

test("whichever of its processes is killed, the next start on the same port succeeds", async () => {
  const port = await freePort();
  const first = await start(port);
  // start.mjs itself: the server notices and stops in order, and the next start waits for it.
  first.child.kill("SIGKILL");
  await ended(first.child);
  const second = await start(port);
  expect(second.said).toContain("ready ");

  // The server: its database goes on and is adopted.
  const database = postmaster();
  process.kill(lockHolder() ?? 0, "SIGKILL");
  await ended(second.child);
  expect(second.child.exitCode).toBe(137);
  const third = await start(port);
  expect(third.said).toContain("ready ");
  expect(postmaster()).toBe(database);
});
