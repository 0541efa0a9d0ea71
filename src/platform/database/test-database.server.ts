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
  /** As its owner, who may do everything. */
  url: string;
  /** As the site, with only what the site may do. */
  siteUrl: string;
  /** Drops the database, with whatever connections it still has. */
  drop(): Promise<void>;
};

/**
 * Gives the tests of the calling file, or of the `describe` around the call, a migrated database of
 * their own, to which `db()` is connected as the site is. Call it before any `beforeAll` that stores
 * something. Its address is the owner's, for what the site itself may not do.
 */
export function useTestDatabase(options: { maxConnections?: number } = {}): {
  readonly url: string;
  /** Works in one transaction of the owner's, who may do what the site may not. */
  asOwner<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
} {
  let database: ReusableDatabase | undefined;
  beforeAll(async () => {
    database = await takeDatabase();
    connectDatabase(database.siteUrl, options);
  });
  // Vitest runs these in reverse: what a file's own `afterAll` closes still finds its database.
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
 * This worker's databases that nobody uses, each as it was when it was made: to empty one takes a
 * twentieth of what a copy does. They go with the run's PostgreSQL.
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

/** A migrated database of its own, copied in about 0.15 s, for whoever connects or drops it. */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, siteUrl, template } = inject("testPostgres");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  return {
    url: await copyDatabase(url, template, name),
    siteUrl: databaseUrl(siteUrl, name),
    drop: () => dropDatabase(url, name),
  };
}
