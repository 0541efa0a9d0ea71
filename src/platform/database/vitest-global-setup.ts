import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "./database.server.ts";
import { createDatabase } from "#packages/embedded-postgres/databases";
import { startOwnPostgres } from "./own-postgres.server.ts";
import { testDataDirectory } from "./test-data-directory.server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server that the whole run shares, and the migrated database that tests copy. */
    testPostgres: { url: string; template: string };
  }
}

const TEMPLATE = "migrated_template";

/** Starts one real PostgreSQL for a test run, with a database that has all migrations. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await testDataDirectory();
  const server = await startOwnPostgres({
    dataDirectory: directory.path,
    log: () => {},
    durable: false,
  });
  const teardown = async () => {
    await server.stop();
    await directory.remove();
  };
  try {
    const template = await createDatabase(server.url, TEMPLATE);
    await migrateDatabase(template, join(project.config.root, "drizzle"));
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide("testPostgres", { url: server.url, template: TEMPLATE });
  return teardown;
}
