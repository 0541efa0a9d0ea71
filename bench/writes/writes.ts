// What a durable write costs: leads, bids and saves a second as the site stores them, each beside
// pgbench sending the very same inserts to the same server. It asserts nothing: README.md has the
// method and the numbers of one machine.
//   node bench/writes/writes.ts
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import pg from "pg";
import { receiveBid } from "#domain/bid/place-bid.server.ts";
import { callBackHandler } from "#domain/call-back/call-back-handler.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { saveListing } from "#domain/listing/saved-listing.server.ts";
import { countListingView, writeViews } from "#domain/listing/view-count.server.ts";
import { startSenders } from "#domain/notification/senders.server.ts";
import { generatedListings, storeListings } from "#domain/search/generated-listings.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { createDatabase } from "#packages/embedded-postgres/databases";
import { closeDatabase, connectDatabase, db } from "#platform/database/database.server.ts";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { testDataDirectory } from "#platform/database/test-data-directory.server.ts";
import { readEnv, setEnv } from "#platform/env/env.server.ts";
import { startVault } from "#platform/vault/vault.server.ts";
import { readPostgresMs } from "../processor-time.ts";

const CONNECTIONS = 16;
const MEASURED_MS = 8_000;
const PEOPLE = 60_000;
const run = promisify(execFile);
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
const UUID_ALONE = new RegExp(`^${UUID.source}$`);
const PERSON = /bench-person-\d+|lead-\d+@/g;
const REFERENCE = /^[A-HJ-NPR-Y2-9]{8}$/;
/** Nobody writes twice: the next write is another person's. */
let at = 0;

const directory = await testDataDirectory();
const postgres = await startOwnPostgres({ dataDirectory: directory.path, log: () => {} });
try {
  const url = await createDatabase(postgres.url, "bench_writes");
  await prepareDatabase({ site: url, owner: url }, "drizzle");
  const read = readEnv({ DATA_DIR: directory.path, DEMO: "1" });
  if (!read.ok) throw new Error(read.problems.join());
  setEnv(read.env);
  await startVault(read.env);
  startSenders(read.env);
  connectDatabase(url, { maxConnections: CONNECTIONS });
  const listingId = await fill();
  print(
    "| write | the site, a second | pgbench, a second | share | Node ms | PostgreSQL ms | pgbench: PostgreSQL ms |",
  );
  print("|---|--:|--:|--:|--:|--:|--:|");
  await compare("a lead (call-back form)", url, sendLead, []);
  await compare("a bid, which is a lead too", url, (at) => bid(at, listingId), [listingId]);
  await compare("a saved listing", url, (at) => save(at, listingId), [listingId]);
  const views = await measure(async () => {
    const headers = new Headers({ "user-agent": "Mozilla/5.0" });
    for (let count = 0; count < 100; count += 1)
      countListingView({ listingId, userId: null, headers });
    await new Promise(setImmediate);
  });
  await writeViews();
  print(
    `| a hundred views, written once a second | ${views.perSecond.toFixed(0)} |  |  | ${views.ms.toFixed(3)} | ${views.postgresMs.toFixed(3)} |  |`,
  );
} finally {
  await closeDatabase();
  await postgres.stop();
  await directory.remove();
}

/** People to bid and to save, and a car to do it with. */
async function fill(): Promise<string> {
  await storeListings(generatedListings(100));
  for (let from = 1; from <= PEOPLE; from += 5_000) {
    const people = Array.from({ length: 5_000 }, (_, index) => person(from + index));
    await db().insert(userTable).values(people);
  }
  await db().execute(sql`create sequence bench_person`);
  await db().execute(sql`vacuum analyze`);
  const { rows } = await db().execute<{ id: string }>(
    sql`select id from listing where state = 'live' order by posted_at desc limit 1`,
  );
  return rows[0]!.id;
}

function person(at: number) {
  const id = `bench-person-${at}`;
  return { id, name: "Camille Roy", email: `${id}@example.com`, emailVerified: true };
}

async function sendLead(at: number): Promise<void> {
  const posted = rawFields({
    name: "Camille Roy",
    email: `lead-${at}@example.com`,
    subject: "A call",
    message: `About a car, please. ${at}`,
  });
  const received = await receivePost(callBackHandler, posted, {
    visitorHash: randomUUID(),
    locale: "en",
    ipAddress: `2001:db8:${(at >> 16).toString(16)}:${(at & 65_535).toString(16)}::1`,
    origin: "http://site.test",
    nonce: "",
    theme: "system",
    user: null,
    sessionId: null,
  });
  if (!received.ok) throw new Error(`A lead was refused: ${received.code}`);
}

async function bid(at: number, listingId: string): Promise<void> {
  const bidder = { ...person(at), role: "buyer", phone: null, locale: "en" } as const;
  const received = await receiveBid({
    id: randomUUID(),
    listingId,
    bidder,
    locale: "en",
    typed: { bidderPhone: "416-555-0100", proposedPrice: "28000", bidderMessage: "" },
  });
  if (!received.ok) throw new Error(`A bid was refused: ${received.code}`);
}

async function save(at: number, listingId: string): Promise<void> {
  if (!(await saveListing(person(at).id, listingId))) throw new Error("Nothing was saved.");
}

async function compare(
  name: string,
  url: string,
  write: (at: number) => Promise<void>,
  fixed: readonly string[],
): Promise<void> {
  const statements = await record(() => write(nextPerson()));
  const script = join(directory.path, `${name.replaceAll(/\W+/g, "-")}.sql`);
  const site = await measure(() => write(nextPerson()));
  await writeFile(script, writeScript(statements, fixed));
  await db().execute(sql.raw(`alter sequence bench_person restart with ${at + 1}`));
  const before = readPostgresMs(directory.path);
  const { stdout } = await run("pgbench", [
    "--no-vacuum",
    `--client=${CONNECTIONS}`,
    "--jobs=2",
    `--time=${MEASURED_MS / 1000}`,
    `--file=${script}`,
    url,
  ]);
  const pgbench = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  const transactions = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
  const pgbenchMs = (readPostgresMs(directory.path) - before) / transactions;
  const { rows } = await db().execute<{ at: string }>(
    sql`select last_value as at from bench_person`,
  );
  at = Number(rows[0]?.at);
  print(
    `| ${name} | ${site.perSecond.toFixed(0)} | ${pgbench.toFixed(0)} | ${(site.perSecond / pgbench).toFixed(2)} | ${site.ms.toFixed(2)} | ${site.postgresMs.toFixed(2)} | ${pgbenchMs.toFixed(2)} |`,
  );
}

function nextPerson(): number {
  at += 1;
  if (at > PEOPLE) throw new Error("More writes than people: make more.");
  return at;
}

/** How many a second, and the processor time of each in this process. */
async function measure(write: () => Promise<void>) {
  const until = performance.now() + MEASURED_MS;
  const before = process.cpuUsage();
  const postgresBefore = readPostgresMs(directory.path);
  const startedAt = performance.now();
  let count = 0;
  const lane = async () => {
    while (performance.now() < until) {
      await write();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    perSecond: count / seconds,
    ms: (user + system) / 1000 / count,
    postgresMs: (readPostgresMs(directory.path) - postgresBefore) / count,
  };
}

/** `made`: the id that the database gave to the row, where it did. */
type Statement = { text: string; values: readonly unknown[]; made?: string | undefined };

/** What one write sends to the database, in its order. */
async function record(write: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [config, values] = given as [string | { text: string }, unknown[] | undefined];
    const text = typeof config === "string" ? config : config.text;
    const statement: Statement = { text, values: Array.isArray(values) ? values : [] };
    statements.push(statement);
    const answer = (query as (...all: unknown[]) => unknown).apply(this, given);
    if (isAnswering(answer))
      void answer.then(({ rows: [row] = [] }) => {
        statement.made = UUID_ALONE.exec(String(Object.values(row ?? {})[0]))?.[0];
      });
    return answer;
  } as typeof query;
  try {
    await write();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}

/** Not where the answer goes to a callback. pg's promises are not of this realm's kind. */
function isAnswering(answer: unknown): answer is Promise<{ rows?: unknown[] }> {
  return typeof answer === "object" && answer !== null && "then" in answer;
}

/** The writing statements as pgbench sends them: every id, reference and person its own. */
function writeScript(statements: readonly Statement[], fixed: readonly string[]): string {
  const names = new Map<string, string>();
  const nameOf = (value: string, kind: string) => {
    const known = names.get(value) ?? `${kind}${names.size}`;
    names.set(value, known);
    return known;
  };
  const literal = (value: unknown): string => {
    if (value === null || value === undefined) return "null";
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    if (Buffer.isBuffer(value)) return `decode(md5(:person::text || '${value.length}'), 'hex')`;
    const text =
      value instanceof Date
        ? value.toISOString()
        : typeof value === "string"
          ? value
          : Array.isArray(value)
            ? `{${value.map((each) => JSON.stringify(each)).join(",")}}`
            : JSON.stringify(value);
    if (REFERENCE.test(text)) return `':${nameOf(text, "r")}'`;
    const varied = text
      .replaceAll("'", "''")
      .replaceAll(UUID, (id) => (fixed.includes(id) ? id : `:${nameOf(id, "u")}`))
      .replaceAll(PERSON, (who) =>
        who.startsWith("lead") ? "lead-:person@" : "bench-person-:person",
      );
    return `'${varied}'`;
  };
  const written = statements
    .filter(({ text }) => !/^select (?!pg_notify|pg_advisory)/i.test(text))
    .map(({ text, values, made: id }) => {
      const withId = id ? text.replace("values (default,", `values (${literal(id)},`) : text;
      return `${withId.replaceAll(/\$(\d+)/g, (_, number: string) => literal(values[Number(number) - 1]))};`;
    });
  const made = [...names.values()].map((name) =>
    name.startsWith("u")
      ? `gen_random_uuid() as ${name}`
      : `translate(upper(substr(md5(random()::text), 1, 8)), '01', 'XY') as ${name}`,
  );
  const first = `select ${["nextval('bench_person') as person", ...made].join(", ")} \\gset`;
  return [first, ...written].join("\n");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
