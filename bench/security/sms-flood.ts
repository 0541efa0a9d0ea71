// What honest visitors experience while somebody requests SMS codes all day. The clock is moved
// forward, so that a day takes minutes. It asserts nothing; ../security.md has the method and the
// figures.
//   node bench/security/sms-flood.ts [1|2|3|4 …]        (default: all)
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { configureMessages } from "#domain/notification/message-owners.server.ts";
import { noOwners } from "#domain/notification/notification.fixture.ts";
import { startSenders } from "#domain/notification/senders.server.ts";
import { simulateFlood } from "#domain/pre-approval/sms-flood.fixture.ts";
import { createDatabase } from "#packages/embedded-postgres/databases";
import {
  closeDatabase,
  connectDatabase,
  db,
  migrateDatabase,
} from "#platform/database/database.server.ts";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { testDataDirectory } from "#platform/database/test-data-directory.server.ts";
import { readEnv, setEnv } from "#platform/env/env.server.ts";
import { startVault } from "#platform/vault/vault.server.ts";

const ORIGIN = "https://cars.example.ca";
const DAY = { visitors: 200, minutes: 24 * 60 };
const DAY_MS = 24 * 60 * 60_000;
const FIRST_DAY = new Date("2026-03-02T05:00:00Z");

const FLOODS = [
  { title: "a /32 of strangers", providers: 1, hasDrafts: false },
  { title: "a /32 whose visitors have filled drafts", providers: 1, hasDrafts: true },
  { title: "four /32s with filled drafts", providers: 4, hasDrafts: true },
  { title: "nobody; all honest in one /16", providers: 0, hasDrafts: false, isOneCarrier: true },
];

const directory = await testDataDirectory();
const folder = await mkdtemp(join(tmpdir(), "sms-flood-"));
const postgres = await startOwnPostgres({
  dataDirectory: directory.path,
  log: () => {},
  durable: false,
});
try {
  const url = await createDatabase(postgres.url, "bench_sms_flood");
  await migrateDatabase(url, "drizzle");
  const read = readEnv({ DATA_DIR: folder, DEMO: "1", LOG_LEVEL: "error" });
  if (!read.ok) throw new Error(read.problems.join());
  setEnv(read.env);
  await startVault(read.env);
  startSenders(read.env);
  // No delayed message is stored here, only codes, which are sent at once.
  configureMessages(ORIGIN, noOwners);
  connectDatabase(url);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  print("| attacker | asks | codes | honest: verified | taken, not verified yet | shut out |");
  print("|---|--:|--:|--:|--:|--:|");
  const chosen = process.argv.slice(2).map(Number);
  for (const [index, { title, ...attacker }] of FLOODS.entries()) {
    if (chosen.length > 0 && !chosen.includes(index + 1)) continue;
    // Each scenario has another day, because the outbox, from which honest visitors read their
    // codes, is not emptied.
    const startsAt = new Date(FIRST_DAY.getTime() + 2 * index * DAY_MS);
    await db().execute(
      sql`truncate rate_limit, phone_verification, draft, message, submission, lead cascade`,
    );
    const { asks, codesSpent, verified, unverified, shutOut } = await simulateFlood({
      ...DAY,
      ...attacker,
      startsAt,
    });
    print(
      `| ${title} | ${asks} | ${codesSpent} | ${verified} | ${unverified} | ${shutOut} of ${DAY.visitors} |`,
    );
  }
} finally {
  await closeDatabase();
  await postgres.stop();
  await directory.remove();
  await rm(folder, { recursive: true, force: true });
}
