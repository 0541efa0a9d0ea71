import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, inject } from "vitest";
import { copyDatabase, dropDatabase } from "#packages/embedded-postgres/databases";
import { closeDatabase, connectDatabase } from "./database.server.ts";
import type {} from "./vitest-global-setup.ts";

export type TestDatabase = {
  url: string;
  /** Drops the database, with whatever connections it still has. */
  drop(): Promise<void>;
};

/**
 * Gives the tests of the calling file, or of the `describe` around the call, a migrated database of
 * their own, to which `db()` is connected. Call it before any `beforeAll` that stores something.
 */
export function useTestDatabase(options: { maxConnections?: number } = {}): {
  readonly url: string;
} {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await testDatabase();
    connectDatabase(database.url, options);
  });
  // Vitest runs these in reverse: what a file's own `afterAll` closes still finds its database.
  afterAll(async () => {
    await closeDatabase();
    await database?.drop();
  });
  return {
    get url() {
      if (!database) throw new Error("The test database is there from the first beforeAll on.");
      return database.url;
    },
  };
}

/** A migrated database, copied in about 0.15 s, for whoever connects or drops it on their own. */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, template } = inject("testPostgres");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  return {
    url: await copyDatabase(url, template, name),
    drop: () => dropDatabase(url, name),
  };
}
