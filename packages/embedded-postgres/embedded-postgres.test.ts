import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type EmbeddedPostgres,
  type ServerNews,
  startEmbeddedPostgres,
} from "./embedded-postgres.ts";
import { readPostmasterFile } from "./postmaster.ts";

const isRoot = process.getuid?.() === 0;

/** A new folder for each test, for the tests about the folder itself. */
let folder: string;
/**
 * A folder with a cluster, created once because that takes a second, for tests that only need a
 * server.
 */
let sharedFolder: string;
let running: EmbeddedPostgres[];

async function makeFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "cluster-"));
  await chmod(made, 0o711);
  return made;
}

beforeAll(async () => {
  sharedFolder = await makeFolder();
});
afterAll(() => rm(sharedFolder, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await makeFolder();
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  await rm(folder, { recursive: true, force: true });
});

const shared = () => join(sharedFolder, "data");
const cluster = () => join(shared(), "postgres", "cluster");

async function start(dataDirectory = shared()): Promise<EmbeddedPostgres> {
  const outsideFolders = [join(folder, "outside")];
  const server = await startEmbeddedPostgres({
    dataDirectory,
    name: "tried",
    log: () => {},
    outsideFolders,
  });
  running.push(server);
  return server;
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const notes = (url: string) => ask<{ text: string }>(url, "select text from note");

async function writeNote(url: string): Promise<void> {
  await ask(url, "drop table if exists note");
  await ask(url, "create table note (text text)");
  await ask(url, "insert into note values ('kept')");
}

async function killServer(): Promise<number> {
  const { pid = 0 } = readPostmasterFile(cluster()) ?? {};
  process.kill(pid, "SIGKILL");
  return pid;
}

test("a stopped server is gone, and the next start finds the data and the password", async () => {
  const first = await start();
  await writeNote(first.url);
  await first.stop();
  await first.stop();
  expect(existsSync(join(cluster(), "postmaster.pid"))).toBe(false);
  await expect(notes(first.url)).rejects.toThrow("ECONNREFUSED");

  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await notes(second.url)).toEqual([{ text: "kept" }]);
  expect(new URL(second.url).password).toBe(new URL(first.url).password);
});

test("the database is durable, in UTF-8, closed to the network and to other accounts", async () => {
  const { url } = await start();
  const settings = await ask(
    url,
    `select current_setting('fsync') as fsync, current_setting('listen_addresses') as listen,
      current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone`,
  );
  expect(settings).toEqual([{ fsync: "on", listen: "127.0.0.1", encoding: "UTF8", zone: "UTC" }]);
  expect(statSync(join(shared(), "postgres", "password")).mode & 0o777).toBe(0o600);
  const wrong = new URL(url);
  wrong.password = "wrong";
  await expect(ask(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
});

test("a failed insert does not write the person's data into the server's log", async () => {
  const { url } = await start();
  await ask(url, "create table person (name text check (name = ''))");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const insert = client.query("insert into person values ($1)", ["Jean Tremblay"]);
  await expect(insert).rejects.toThrow("violates check constraint");
  await client.end();
  const log = readFileSync(join(shared(), "postgres", "postgres.log"), "utf8");
  expect(log).toContain("violates check constraint");
  expect(log).not.toContain("Tremblay");
});

test("a server whose Node process was killed is adopted, and stopped like any other", async () => {
  const script = fileURLToPath(new URL("owning-process.fixture.ts", import.meta.url));
  const owner = spawn(process.execPath, [script, shared()], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = (await once(owner.stdout, "data")) as [Buffer];
  await writeNote(output.toString());
  owner.kill("SIGKILL");
  await once(owner, "exit");

  const server = await start();
  expect(server.adopted).toBe(true);
  expect(server.url).toBe(output.toString());
  expect(await notes(server.url)).toEqual([{ text: "kept" }]);
  await server.stop();
  await expect(notes(server.url)).rejects.toThrow("ECONNREFUSED");
});

test("a server that was killed itself recovers what was committed", async () => {
  const first = await start();
  await writeNote(first.url);
  await killServer();
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await notes(second.url)).toEqual([{ text: "kept" }]);
});

describe("a server that is kept running", () => {
  async function startKept() {
    const server = await start();
    await writeNote(server.url);
    const news: ServerNews[] = [];
    server.supervise((each) => news.push(each));
    const isBack = async () =>
      await expect.poll(() => news.at(-1)?.state, { timeout: 10_000 }).toBe("running");
    return { server, news, isBack };
  }

  test("comes back where it was, with its data, whether killed or shut down", async () => {
    const { server, news, isBack } = await startKept();
    const { url } = server;
    await killServer();
    await isBack();
    expect(news.map(({ state }) => state)).toEqual(["gone", "running"]);
    expect(server.url).toBe(url);
    expect(await notes(url)).toEqual([{ text: "kept" }]);

    const { pid = 0 } = readPostmasterFile(cluster()) ?? {};
    process.kill(pid, "SIGINT");
    await expect.poll(() => news.length, { timeout: 10_000 }).toBe(4);
    await isBack();
    expect(await notes(url)).toEqual([{ text: "kept" }]);
  });

  test("listens elsewhere where its port was taken meanwhile, and loses a process that hangs", async () => {
    const { server, isBack } = await startKept();
    const before = new URL(server.url);
    const openClient = new pg.Client({ connectionString: server.url });
    openClient.on("error", () => {});
    await openClient.connect();
    const result = await openClient.query<{ pid: number }>("select pg_backend_pid() as pid");
    const pid = result.rows[0]?.pid ?? 0;
    process.kill(pid, "SIGSTOP");
    await killServer();
    const other = createServer();
    const listen = () =>
      new Promise((resolve) => {
        other.once("error", () => resolve(false));
        other.listen(Number(before.port), "127.0.0.1", () => resolve(true));
      });
    await expect.poll(listen, { interval: 10 }).toBe(true);
    await isBack();
    expect(new URL(server.url).port).not.toBe(before.port);
    expect(await notes(server.url)).toEqual([{ text: "kept" }]);
    other.close();
  });

  test("is tried again while it cannot start, and stays away once it was told to stop", async () => {
    const { server, news, isBack } = await startKept();
    const control = join(cluster(), "global", "pg_control");
    await rename(control, `${control}.away`);
    await killServer();
    await expect.poll(() => news.at(-1), { timeout: 10_000 }).toMatchObject({ attempts: 2 });
    await rename(`${control}.away`, control);
    await isBack();
    await killServer();
    await server.stop();
    await expect(notes(server.url)).rejects.toThrow("ECONNREFUSED");
    const notified = news.length;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(news.length).toBe(notified);
  });
});

test("a pid file whose number now belongs to another process blocks nothing", async () => {
  const first = await start();
  await writeNote(first.url);
  const pid = await killServer();
  const file = join(cluster(), "postmaster.pid");
  const stale = readFileSync(file, "utf8").replace(String(pid), String(process.pid));
  await writeFile(file, stale);
  const second = await start();
  expect(await notes(second.url)).toEqual([{ text: "kept" }]);
});

test("what a killed first start left behind is cleared away", async () => {
  const data = join(folder, "data");
  const home = join(data, "postgres");
  const first = await start(data);
  await first.stop();
  await rm(join(home, "cluster"), { recursive: true });
  await mkdir(join(home, "cluster.draft-1", "base"), { recursive: true });
  await start(data);
  expect(readdirSync(home).toSorted()).toEqual(["cluster", "password", "postgres.log"]);
});

test("a cluster of another major version is refused in words, and left as it is", async () => {
  const first = await start();
  await writeNote(first.url);
  await first.stop();
  const version = join(cluster(), "PG_VERSION");
  const own = readFileSync(version, "utf8");
  await writeFile(version, "17\n");
  const before = readdirSync(cluster(), { recursive: true });
  await expect(start()).rejects.toThrow(/made by PostgreSQL 17, and this installation has 18/);
  expect(readdirSync(cluster(), { recursive: true })).toEqual(before);
  await writeFile(version, own);
  expect(await notes((await start()).url)).toEqual([{ text: "kept" }]);
});

test("two data directories run side by side", async () => {
  const [one, two] = await Promise.all([start(), start(join(folder, "two"))]);
  await writeNote(one.url);
  expect(new URL(one.url).port).not.toBe(new URL(two.url).port);
  expect(await ask(two.url, "select to_regclass('note') as found")).toEqual([{ found: null }]);
});

test.runIf(isRoot)("a data directory that only root may enter keeps its database", async () => {
  const closed = join(folder, "data");
  await mkdir(closed, { mode: 0o700 });
  await start(closed);
  expect(existsSync(join(closed, "postgres", "cluster"))).toBe(true);
  expect(statSync(closed).mode & 0o777).toBe(0o710);
});

test.runIf(isRoot)("under a closed folder the database lies outside, with a note", async () => {
  const data = join(folder, "closed", "data");
  await mkdir(join(folder, "closed"), { mode: 0o700 });
  const first = await start(data);
  await writeNote(first.url);
  await first.stop();
  const note = readFileSync(join(data, "postgres-is-elsewhere.txt"), "utf8");
  expect(note).toContain(join(folder, "outside"));

  const second = await start(data);
  expect(await notes(second.url)).toEqual([{ text: "kept" }]);

  // After the data directory is deleted, a start creates a new database and never finds old data.
  await second.stop();
  await rm(data, { recursive: true });
  const third = await start(data);
  expect(await ask(third.url, "select to_regclass('note') as found")).toEqual([{ found: null }]);
});

test.runIf(isRoot)("a copied data directory does not share the original's database", async () => {
  const closed = join(folder, "closed");
  await mkdir(closed, { mode: 0o700 });
  await start(join(closed, "data"));
  const note = readFileSync(join(closed, "data", "postgres-is-elsewhere.txt"), "utf8");
  await mkdir(join(closed, "copy"));
  await writeFile(join(closed, "copy", "postgres-is-elsewhere.txt"), note);
  await expect(start(join(closed, "copy"))).rejects.toThrow("is a copy of");
});
