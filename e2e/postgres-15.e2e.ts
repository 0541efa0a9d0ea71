import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { preApprovalFields, programFor, verifyPhone } from "./program.fixture.ts";
import { newDataDirectory, removeDataDirectory, startSite } from "./site.fixture.ts";

/** The folder of PostgreSQL 15's programs; `npm test` prints a line if there is none. */
const programs = process.env["POSTGRES_15"];

/** Creates the two roles and the database as docs/operating.md tells an operator to. */
async function makeDatabase(administrator: string): Promise<{ owner: string; site: string }> {
  const client = new pg.Client({ connectionString: administrator });
  await client.connect();
  await client.query("create role rouvia_owner login password 'owner' createrole");
  await client.query("create database cars owner rouvia_owner");
  await client.end();
  const as = (user: string, password: string) => {
    const address = new URL(administrator);
    return Object.assign(address, { username: user, password, pathname: "/cars" }).href;
  };
  return { owner: as("rouvia_owner", "owner"), site: as("rouvia_site", "site") };
}

test.runIf(programs)("the demonstration starts and takes a lead on PostgreSQL 15", async () => {
  const folder = await mkdtemp(join(tmpdir(), "postgres-15-"));
  await chmod(folder, 0o755);
  const server = await startOwnPostgres({ dataDirectory: folder, log: () => {}, programs });
  try {
    const { owner, site: url } = await makeDatabase(server.url);
    const environment = { DATABASE_URL: url, MIGRATE_DATABASE_URL: owner };
    const empty = { withDatabase: false, isEmpty: true };
    let site = await startSite(environment, await newDataDirectory(tmpdir(), empty));
    const version = new pg.Client({ connectionString: url });
    await version.connect();
    const { rows } = await version.query("show server_version");
    await version.end();
    expect(rows).toEqual([{ server_version: expect.stringMatching(/^15\./) }]);

    const read = async (path: string) => await (await fetch(new URL(path, site.origin))).text();
    expect(await read("/cars")).toMatch(/<h1[^>]*>[^]*[1-9]\d* cars?/);
    expect(await read("/fr/cars?q=civic")).toContain("Civic");
    const program = programFor(site.origin);
    await verifyPhone(program, site.origin, "+14035550147");
    const sent = await program.post("/forms/pre-approval", preApprovalFields());
    expect(sent.body).toMatchObject({ result: "success" });

    // After a restart everything is still there.
    await site.stop();
    site = await startSite(environment, site.dataDirectory);
    expect((await fetch(new URL("/readyz", site.origin))).status).toBe(200);
    expect(await read("/cars")).toMatch(/<h1[^>]*>[^]*[1-9]\d* cars?/);
    expect(site.output()).not.toMatch(/"level":(50|60)/);
    await site.stop();
    await removeDataDirectory(site);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
