import { randomUUID } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, inject } from "vitest";
import { copyDatabase, databaseUrl, dropDatabase } from "#packages/embedded-postgres/databases";
import {
  closeDatabase,
  connectDatabase,
  type Transaction,
  withConnection,
} from "./database.server.ts";
import { type Beginning, readBeginning, resetDatabase } from "./test-database-reset.server.ts";
import type {} from "./vitest-global-setup.ts";

export type TestDatabase = {
  /** The owner's address, which has all rights. */
  url: string;
  /** The site's address, which has only the site's rights. */
  siteUrl: string;
  /** Drops the database and ends its remaining connections. */
  drop(): Promise<void>;
};

/**
 * Gives the tests of the calling file, or of the `describe` around the call, a migrated database of
 * their own, to which `db()` is connected as the site is. Call it before any `beforeAll` that
 * stores something. Its address is the owner's, for what the site itself may not do.
 */
export function useTestDatabase(options: { maxConnections?: number } = {}): {
  readonly url: string;
  /** Runs in one transaction as the owner, which may do what the site may not. */
  asOwner<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
} {
  let database: ReusableDatabase | undefined;
  beforeAll(async () => {
    database = await takeDatabase();
    connectDatabase(database.siteUrl, options);
  });
  // Vitest runs these in reverse order: the database is still there for a file's own `afterAll`.
  afterAll(async () => {
    await closeDatabase();
    if (database) await giveBack(database);
  });
  const findUrl = () => {
    if (!database) throw new Error("The test database is there from the first beforeAll on.");
    return database.url;
  };
  return {
    get url() {
      return findUrl();
    },
    asOwner: (work) => withConnection(findUrl(), (client) => drizzle(client).transaction(work)),
  };
}

type ReusableDatabase = TestDatabase & { beginning: Beginning };

/**
 * This worker's unused databases, each in the state of a new one: emptying one takes a twentieth of
 * the time of a copy. They end with the run's PostgreSQL.
 */
const spare: ReusableDatabase[] = [];

async function takeDatabase(): Promise<ReusableDatabase> {
  const found = spare.pop();
  if (found) return found;
  const made = await testDatabase();
  return { ...made, beginning: await readBeginning(made.url) };
}

async function giveBack(database: ReusableDatabase): Promise<void> {
  if (await resetDatabase(database.url, database.beginning)) spare.push(database);
  else await database.drop();
}

/**
 * A migrated database of its own, copied in about 0.15 s, for tests that connect to it or drop it
 * themselves.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, siteUrl, template } = inject("testPostgres");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  return {
    url: await copyDatabase(url, template, name),
    siteUrl: databaseUrl(siteUrl, name),
    drop: () => dropDatabase(url, name),
  };
}
