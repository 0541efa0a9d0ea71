import { randomUUID } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { copyDatabase, databaseUrl, dropDatabase } from "#packages/embedded-postgres/databases";
import { closeDatabase, connectDatabase, type Transaction } from "./database.server.ts";
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
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await testDatabase();
    connectDatabase(database.siteUrl, options);
  });
  // Vitest runs these in reverse: what a file's own `afterAll` closes still finds its database.
  afterAll(async () => {
    await closeDatabase();
    await database?.drop();
  });
  const findUrl = () => {
    if (!database) throw new Error("The test database is there from the first beforeAll on.");
    return database.url;
  };
  return {
    get url() {
      return findUrl();
    },
    async asOwner(work) {
      const client = new pg.Client({ connectionString: findUrl() });
      await client.connect();
      try {
        return await drizzle(client).transaction(work);
      } finally {
        await client.end();
      }
    },
  };
}

/** A migrated database, copied in about 0.15 s, for whoever connects or drops it on their own. */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, siteUrl, template } = inject("testPostgres");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  return {
    url: await copyDatabase(url, template, name),
    siteUrl: databaseUrl(siteUrl, name),
    drop: () => dropDatabase(url, name),
  };
}
