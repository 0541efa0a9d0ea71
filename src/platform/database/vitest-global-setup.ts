import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { createDatabase } from "#packages/embedded-postgres/databases";
import { withConnection } from "./database.server.ts";
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
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideTestPostgres(project, {
    prepare: async (server) => {
      const template = await createDatabase(server.url, TEMPLATE);
      // A test that needs statistics runs ANALYZE: autovacuum would add them to some tests by
      // chance.
      await withConnection(server.url, async (client) => {
        await client.query("alter system set autovacuum = off");
        await client.query("select pg_reload_conf()");
      });
      await prepareDatabase(addressesOnOwnServer(template), join(project.config.root, "drizzle"));
      return template;
    },
  });
}

/**
 * Starts the PostgreSQL that a run shares, in a folder of its own, into which `fill` may first put
 * a cluster. `prepare` returns the address of the database that tests copy. Temporary folders of
 * tests are also in it, and are removed with it, whatever a test left behind.
 */
export async function provideTestPostgres(
  project: TestProject,
  {
    fill,
    prepare,
  }: {
    fill?: (dataDirectory: string) => Promise<void>;
    prepare: (server: { url: string }) => Promise<string>;
  },
): Promise<() => Promise<void>> {
  const directory = await testDataDirectory();
  await fill?.(directory.path);
  const server = await startOwnPostgres({
    dataDirectory: directory.path,
    log: () => {},
    durable: false,
    // `npm test` also runs the database's tests on an older server.
    programs: process.env["TEST_POSTGRES_PROGRAMS"],
  });
  const temporary = join(directory.path, "tmp");
  await mkdir(temporary);
  await chmod(temporary, 0o711);
  process.env["TMPDIR"] = temporary;
  const teardown = async () => {
    await server.stop();
    await directory.remove();
  };
  try {
    const template = await prepare(server);
    project.provide("testPostgres", {
      url: server.url,
      siteUrl: addressesOnOwnServer(template).site,
      template: new URL(template).pathname.slice(1),
    });
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}
