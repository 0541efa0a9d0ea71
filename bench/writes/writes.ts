// What a durable write costs: leads, bids and saved listings a second, when the same rows are
// stored by pgbench, a bare handler, the site's own function, and the whole request. It asserts
// nothing: README.md has the method and the numbers of one machine.
//   node bench/writes/writes.ts [lead|bid|save|view …]        (default all; build the site first)
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { receiveBid } from "#domain/bid/place-bid.server.ts";
import { callBackHandler } from "#domain/call-back/call-back-handler.server.ts";
import { issueAccessToken } from "#domain/identity/access-token.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { saveListing } from "#domain/listing/saved-listing.server.ts";
import { countListingView, writeViews } from "#domain/listing/view-count.server.ts";
import { startSenders } from "#domain/notification/senders.server.ts";
import { generatedListings, storeListings } from "#domain/search/generated-listings.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { createDatabase } from "#packages/embedded-postgres/databases";
import { closeDatabase, connectDatabase, db } from "#platform/database/database.server.ts";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { testDataDirectory } from "#platform/database/test-data-directory.server.ts";
import { readEnv, setEnv } from "#platform/env/env.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { startVault } from "#platform/vault/vault.server.ts";
import { newDataDirectory, removeDataDirectory, startSite } from "../../e2e/site.fixture.ts";
import { readPostgresMs, readProcessorMs } from "../processor-time.ts";
import { type Post, sendPosts } from "./post-load.ts";
import { listInserts, writeParameters, writePgbenchScript, writeView } from "./stored-rows.ts";

const CLIENTS = 16;
const ROUNDS = 3;
const MEASURED_MS = 4_000;
const PEOPLE = 600_000;
const CARS = 25;
const SIGNED_IN = 40_000;
const BID = { bidderPhone: "416-555-0100", proposedPrice: "28000", bidderMessage: "" };
const run = promisify(execFile);
/** The number of the next person; every write is by another person. */
let at = 0;
/** The next of the people who have a session. */
let signedIn = 0;

const chosen = process.argv.slice(2);
const directory = await testDataDirectory();
const postgres = await startOwnPostgres({ dataDirectory: directory.path, log: () => {} });
const databaseUrl = await createDatabase(postgres.url, "bench_writes");
const siteFolder = await newDataDirectory(tmpdir(), { withDatabase: false });
const site = await startSite(
  { DATABASE_URL: databaseUrl, TRUST_PROXY: "loopback", LOG_LEVEL: "error" },
  siteFolder,
);
let bare: ChildProcess | undefined;
try {
  const read = readEnv({ DATA_DIR: siteFolder, DEMO: "1" });
  if (!read.ok) throw new Error(read.problems.join());
  setEnv(read.env);
  await startVault(read.env);
  startSenders(read.env);
  connectDatabase(databaseUrl, { maxConnections: 20 });
  const cars = await fill();
  const writes = [
    { name: "lead", title: "a lead (call-back form)", write: sendLead, post: postLead },
    {
      name: "bid",
      title: "a bid, which is a lead too",
      write: (person: number) => bid(person, cars[person % CARS]!),
      post: (person: number) => postBid(person, cars[person % CARS]!),
    },
    {
      name: "save",
      title: "a saved listing",
      write: (person: number) => save(person, cars[person % CARS]!),
      post: (person: number) => postSave(person, cars[person % CARS]!),
    },
  ].filter(({ name }) => chosen.length === 0 || chosen.includes(name));
  const statements: Record<string, string[]> = {};
  for (const { name, write } of writes)
    statements[name] = await listInserts(() => write(nextPerson()), cars);
  const file = join(directory.path, "statements.json");
  const parameters = Object.entries(statements).map(([name, all]) => [name, writeParameters(all)]);
  await writeFile(file, JSON.stringify(Object.fromEntries(parameters)));
  bare = spawn(process.execPath, ["bench/writes/bare.ts"], {
    env: { ...process.env, DATABASE_URL: databaseUrl, STATEMENTS: file },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const bareOrigin = await readyAt(bare);
  // Fills the tables first and updates their statistics, so that the plans are realistic.
  for (const { name } of writes) await runPgbench(statements[name]!, 1);
  await db().execute(sql`vacuum analyze`);
  print("| write | stored by | a second | share of pgbench | Node ms | PostgreSQL ms |");
  print("|---|---|--:|--:|--:|--:|");
  for (const { name, title, write, post } of writes) {
    const ways = {
      pgbench: () => runPgbench(statements[name]!),
      "a bare handler, pool of 10": () => runBare(bareOrigin, name),
      "the site's command": () => runCommand(write),
      "the site, by HTTP": () => runSite(post),
    };
    await compare(title, ways);
  }
  if (chosen.length === 0 || chosen.includes("view")) {
    await compare("a view", {
      "pgbench, one by one": () => runPgbench([writeView(cars)]),
      "the site, in slices": () => runViews(cars),
    });
  }
} finally {
  bare?.kill();
  await closeDatabase();
  await site.stop();
  await removeDataDirectory(site);
  await postgres.stop();
  await directory.remove();
}

/** Stores people who bid and save, and cars for it. */
async function fill(): Promise<string[]> {
  await storeListings(generatedListings(100));
  await db().execute(sql`insert into "user" (id, name, email, email_verified)
    select 'bench-person-' || n, 'Camille Roy', 'bench-person-' || n || '@example.com', true
    from generate_series(1, ${PEOPLE}) as n`);
  await db().execute(sql`insert into session (id, token, user_id, expires_at, updated_at)
    select 'bench-session-' || n, 'bench-token-' || n, 'bench-person-' || n,
      now() + interval '1 day', now() + interval '1 hour'
    from generate_series(1, ${SIGNED_IN}) as n`);
  // No message is due while this runs, because the cost of sending is not the cost of storing.
  await db().execute(
    sql`alter table message alter next_attempt_at set default now() + interval '1 day'`,
  );
  await db().execute(sql`vacuum analyze`);
  const { rows } = await db().execute<{ id: string }>(
    sql`select id from listing where state = 'live' and reserved_at is null
      order by posted_at desc limit ${CARS}`,
  );
  at = SIGNED_IN;
  return rows.map(({ id }) => id);
}

function nextPerson(): number {
  at += 1;
  if (at > PEOPLE) throw new Error("More writes than people: make more.");
  return at;
}

function address(person: number): string {
  return `2001:db8:${(person >> 16).toString(16)}:${(person & 65_535).toString(16)}::1`;
}

function describeLead(person: number) {
  const email = `lead-${person}@example.com`;
  return { name: "Camille Roy", email, subject: "A call", message: `About a car: lead-${person}` };
}

async function sendLead(person: number): Promise<void> {
  const received = await receivePost(callBackHandler, rawFields(describeLead(person)), {
    visitorHash: randomUUID(),
    isUnknown: true,
    locale: "en",
    ipAddress: address(person),
    origin: "http://site.test",
    nonce: "",
    theme: "system",
    user: null,
    sessionId: null,
  });
  if (!received.ok) throw new Error(`A lead was refused: ${received.code}`);
}

function postLead(person: number): Post {
  return {
    path: "/forms/call-back",
    headers: {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": address(person),
    },
    body: new URLSearchParams(describeLead(person)).toString(),
  };
}

function describePerson(person: number): SignedInUser {
  const id = `bench-person-${person}`;
  const email = `${id}@example.com`;
  return { id, name: "Camille Roy", email, role: "buyer", phone: null, locale: "en" };
}

async function bid(person: number, listingId: string): Promise<void> {
  const bidder = describePerson(person);
  const bidAs = { id: randomUUID(), listingId, bidder, locale: "en" } as const;
  const received = await receiveBid({ ...bidAs, typed: BID });
  if (!received.ok) throw new Error(`A bid was refused: ${received.code}`);
}

async function save(person: number, listingId: string): Promise<void> {
  const saved = await saveListing(describePerson(person).id, listingId);
  if (!saved.ok) throw new Error(`Nothing was saved: ${saved.code}`);
}

async function postBid(person: number, productId: string): Promise<Post> {
  return signedPost(person, "/newBid", { productId, ...BID });
}

async function postSave(person: number, singleAdId: string): Promise<Post> {
  return signedPost(person, "/newSavedAd", { singleAdId });
}

async function signedPost(person: number, path: string, body: object): Promise<Post> {
  const session = { sessionId: `bench-session-${person}`, user: describePerson(person) };
  const headers = {
    accept: "application/json",
    "content-type": "application/json",
    authorization: `Bearer ${await issueAccessToken(session)}`,
    "x-forwarded-for": address(person),
  };
  return { path, headers, body: JSON.stringify(body) };
}

type Measured = { perSecond: number; nodeMs: number | null; postgresMs: number };

/** Compares in rounds, so that other load on the machine affects each of them equally. */
async function compare(title: string, ways: Record<string, () => Promise<Measured>>) {
  const measured = new Map<string, Measured[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [way, measure] of Object.entries(ways))
      measured.set(way, [...(measured.get(way) ?? []), await measure()]);
  }
  const [base = []] = measured.values();
  for (const [way, rounds] of measured) {
    const shares = rounds.map(({ perSecond }, round) => perSecond / base[round]!.perSecond);
    const nodeMs = rounds.flatMap((each) => (each.nodeMs === null ? [] : [each.nodeMs]));
    print(
      `| ${[
        title,
        way,
        median(rounds.map(({ perSecond }) => perSecond)).toFixed(0),
        median(shares).toFixed(2),
        nodeMs.length > 0 ? median(nodeMs).toFixed(2) : "",
        median(rounds.map(({ postgresMs }) => postgresMs)).toFixed(2),
      ].join(" | ")} |`,
    );
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function measure(
  readNodeMs: (() => number) | null,
  work: () => Promise<number>,
): Promise<Measured> {
  const before = { node: readNodeMs?.() ?? 0, postgres: readPostgresMs(directory.path) };
  const startedAt = performance.now();
  const count = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    perSecond: count / seconds,
    nodeMs: readNodeMs ? (readNodeMs() - before.node) / count : null,
    postgresMs: (readPostgresMs(directory.path) - before.postgres) / count,
  };
}

function runPgbench(inserts: readonly string[], seconds = MEASURED_MS / 1000): Promise<Measured> {
  return measure(null, async () => {
    const script = join(directory.path, "script.sql");
    await writeFile(script, writePgbenchScript(inserts, { from: at, clients: CLIENTS }));
    const { stdout } = await run("pgbench", [
      "--no-vacuum",
      "--protocol=prepared",
      `--client=${CLIENTS}`,
      "--jobs=2",
      `--time=${seconds}`,
      "--define=turn=0",
      `--file=${script}`,
      databaseUrl,
    ]);
    const count = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
    // Numbers are skipped for the fastest client, which is never twice as fast as the others.
    at += 2 * count + CLIENTS;
    return count;
  });
}

function runBare(origin: string, name: string): Promise<Measured> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams(describeLead(1)).toString();
  return measure(
    () => readProcessorMs(bare?.pid ?? 0),
    () =>
      sendPosts(origin, () => ({ path: `/${name}/${nextPerson()}`, headers, body }), {
        connections: CLIENTS,
        ms: MEASURED_MS,
      }),
  );
}

function runCommand(write: (person: number) => Promise<void>): Promise<Measured> {
  const until = performance.now() + MEASURED_MS;
  let count = 0;
  const runNext = async () => {
    while (performance.now() < until) {
      await write(nextPerson());
      count += 1;
    }
  };
  return measure(readOwnMs, async () => {
    await Promise.all(Array.from({ length: CLIENTS }, runNext));
    return count;
  });
}

async function runSite(post: (person: number) => Post | Promise<Post>): Promise<Measured> {
  const posts: Post[] = [];
  const most = Math.floor(SIGNED_IN / ROUNDS / 2);
  for (let count = 0; count < most; count += 1)
    posts.push(await post(1 + (signedIn++ % SIGNED_IN)));
  return measure(
    () => readProcessorMs(site.processId),
    () => sendPosts(site.origin, () => posts.pop(), { connections: CLIENTS, ms: MEASURED_MS }),
  );
}

function readOwnMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The site counts in memory and writes each listing's views once a second; here one write has about
 * a hundred views.
 */
async function runViews(listingIds: readonly string[]): Promise<Measured> {
  const headers = new Headers({ "user-agent": "Mozilla/5.0" });
  const until = performance.now() + MEASURED_MS;
  return measure(readOwnMs, async () => {
    let count = 0;
    while (performance.now() < until) {
      for (let view = 0; view < 100; view += 1) {
        const listingId = listingIds[view % CARS]!;
        countListingView({ listingId, userId: null, headers });
      }
      await writeViews();
      count += 100;
    }
    return count;
  });
}

async function readyAt(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout! });
  const [line] = (await once(lines, "line")) as [string];
  return line.replace("ready ", "");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
