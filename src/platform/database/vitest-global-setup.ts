import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { createDatabase } from "#packages/embedded-postgres/databases";
import { startOwnPostgres } from "./own-postgres.server.ts";
import { addressesOnOwnServer, prepareDatabase } from "./prepare-database.server.ts";
import { testDataDirectory } from "./test-data-directory.server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server that the whole run shares, and the migrated database that tests copy. */
    testPostgres: { url: string; siteUrl: string; template: string };
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
    const addresses = addressesOnOwnServer(await createDatabase(server.url, TEMPLATE));
    await prepareDatabase(addresses, join(project.config.root, "drizzle"));
    project.provide("testPostgres", {
      url: server.url,
      siteUrl: addresses.site,
      template: TEMPLATE,
    });
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}
