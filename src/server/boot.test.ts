import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testDatabase, type TestDatabase } from "#platform/database/test-database.server.ts";
import { db } from "#platform/database/database.server.ts";
import { env, readEnv } from "#platform/env/env.server.ts";
import { boot } from "./boot.ts";

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "boot-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await database.drop();
  await rm(folder, { recursive: true });
});

test.each([
  ["in the environment", "MIGRATE_DATABASE_URL"],
  ["in a file", "MIGRATE_DATABASE_URL_FILE"],
])(
  "the owner's address %s stays neither with the site nor with what it starts",
  async (_, name) => {
    const file = join(folder, "owner");
    await writeFile(file, database.url);
    vi.stubEnv(name, name.endsWith("_FILE") ? file : database.url);
    const read = readEnv({
      DATA_DIR: join(folder, "data"),
      DATABASE_URL: database.siteUrl,
      [name]: process.env[name],
      DEMO: "1",
      KEY_FILE: join(folder, `${randomUUID()}.json`),
    });
    if (!read.ok) throw new Error(read.problems.join());
    const booted = await boot(read.env, { projectRoot: process.cwd() });
    try {
      const { rows } = await db().execute("select current_user as name");
      expect(rows).toEqual([{ name: new URL(database.siteUrl).username }]);
      expect(env()).not.toHaveProperty("MIGRATE_DATABASE_URL");
      const { stdout } = await promisify(execFile)(process.execPath, [
        "--print",
        "JSON.stringify(process.env)",
      ]);
      expect(stdout).toContain("PATH");
      expect(stdout).not.toContain("MIGRATE_DATABASE_URL");
    } finally {
      await booted.close();
    }
  },
);
