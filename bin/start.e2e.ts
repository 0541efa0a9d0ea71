import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { freePort } from "#packages/embedded-postgres/free-port";
import { isGone } from "#packages/embedded-postgres/process-facts";
import { MADE_ONCE_FOLDER } from "../e2e/site.fixture.ts";

const script = fileURLToPath(new URL("start.mjs", import.meta.url));

/** The folder of one site, from its first start on. The site is stopped before each test. */
let folder: string;
let started: ChildProcess[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rouvia-start-"));
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  started = [];
});
afterEach(async () => {
  for (const child of started) child.kill("SIGTERM");
  await Promise.all(started.map(ended));
  await expect.poll(lockHolder, { timeout: 20_000 }).toBeUndefined();
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

/**
 * Saves processor time: no pictures are drawn ahead, and the program is compiled once for all
 * starts.
 */
const QUICKLY = { DRAW_AHEAD: "0", NODE_COMPILE_CACHE: join(MADE_ONCE_FOLDER, "compiled") };

/** Runs `npm start`'s script until it is ready or ends, and returns its output. */
async function start(
  port: number,
  variables: Record<string, string> = {},
): Promise<{ child: ChildProcess; said: string }> {
  const { npm_lifecycle_event: _, ...inherited } = process.env;
  const place = { DATA_DIR: dataDirectory(), PORT: String(port), DATABASE_URL: "" };
  const child = spawn(process.execPath, [script], {
    env: { ...inherited, ...QUICKLY, ...place, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
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
  // Kills start.mjs: the server notices and stops in order, and the next start waits for it.
  first.child.kill("SIGKILL");
  await ended(first.child);
  const second = await start(port);
  expect(second.said).toContain("ready ");

  // Kills the server: its database continues to run and the next start adopts it.
  const database = postmaster();
  process.kill(lockHolder() ?? 0, "SIGKILL");
  await ended(second.child);
  expect(second.child.exitCode).toBe(137);
  const third = await start(port);
  expect(third.said).toContain("ready ");
  expect(postmaster()).toBe(database);
});

/** A fake cluster, not made by PostgreSQL, but enough for the checks of a start. */
async function makeCluster(name: string, version?: string): Promise<string> {
  const home = join(folder, name, "postgres");
  await mkdir(join(home, "cluster"), { recursive: true });
  await writeFile(join(home, "password"), "secret\n");
  if (version) await writeFile(join(home, "cluster", "PG_VERSION"), `${version}\n`);
  return join(folder, name);
}

/**
 * A copied DATA_DIR whose database is elsewhere, because Postgres's account cannot enter DATA_DIR:
 * each folder has a note that names the other.
 */
async function makeCopy(): Promise<string> {
  const [original, copy, home] = ["original", "copy", "home"].map((name) => join(folder, name));
  if (!original || !copy || !home) throw new Error("Three folders were named.");
  for (const each of [original, copy, home]) await mkdir(each);
  await writeFile(join(home, "belongs-to.txt"), `${original}\n`);
  for (const each of [original, copy])
    await writeFile(join(each, "postgres-is-elsewhere.txt"), `${home}\n`);
  return copy;
}

test("whatever stands in the way of a start is told in a sentence, and no stack", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  const takenPort = typeof address === "object" && address ? address.port : 0;
  const file = join(folder, "file");
  await writeFile(file, "");
  const nobody = `postgres://site:secret@127.0.0.1:${await freePort()}/site`;
  const moved = join(folder, "moved");
  await mkdir(moved);
  await writeFile(join(moved, "postgres-is-elsewhere.txt"), `${join(folder, "gone")}\n`);
  const cases: [variables: Record<string, string>, said: RegExp][] = [
    [{ PORT: String(takenPort) }, /^Port \d+ is already taken on 127\.0\.0\.1\. Stop /],
    [{ PORT: "many" }, /^PORT must be a whole number from 0 to 65535/],
    [{ DEMO: "maybe" }, /^DEMO must be 1 or 0\.$/],
    [{ DATABASE_URL: "mysql://site" }, /^DATABASE_URL must look like postgres:/],
    [{ DATABASE_URL: nobody }, /^The database does not answer \(ECONNREFUSED\): start it, or /],
    [{ DATA_DIR: file }, /^DATA_DIR .*file cannot be used \(EEXIST: .*\)\. Set DATA_DIR to /],
    [{ DATA_DIR: join(file, "data") }, /^DATA_DIR .* cannot be used \(ENOTDIR: .*\)\. Set /],
    [{ DATA_DIR: moved }, /says that the database lies in .*gone, which does not exist\./],
    [{ DATA_DIR: await makeCopy() }, /^The data directory .*copy is a copy of .*original, and /],
    [
      { DATA_DIR: await makeCluster("old", "17") },
      /^The database in .* was made by PostgreSQL 17, and this installation has 18,/,
    ],
    [
      { DATA_DIR: await makeCluster("empty") },
      /^The database in .* is damaged: it has no PG_VERSION\./,
    ],
    [
      { DATA_DIR: await makeCluster("spoilt", "18") },
      /^The database server in .* does not start: .+ More is in .*postgres\.log\./,
    ],
  ];
  for (const [variables, expected] of cases) {
    const { child, said } = await start(await freePort(), variables);
    expect(child.exitCode).toBe(1);
    const sentence = said.split("\n").filter((line) => line !== "" && !/^\[\d\/4\]/.test(line));
    expect(sentence.join("\n")).toMatch(expected);
    expect(sentence).toHaveLength(1);
  }
  taken.close();
});
