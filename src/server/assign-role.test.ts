import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { withConnection } from "#platform/database/database.server.ts";
import { type TestDatabase, testDatabase } from "#platform/database/test-database.server.ts";
import { loadOrCreateKeyFile } from "#platform/vault/key-file.server.ts";
import { assignRole } from "./assign-role.ts";

let folder: string;
let site: TestDatabase;
const printed = vi.spyOn(console, "log").mockReturnValue();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "role-"));
  site = await testDatabase();
  const keyFile = join(folder, "keys.json");
  await loadOrCreateKeyFile(keyFile, { production: false, dataFolder: join(folder, "data") });
  vi.stubEnv("KEY_FILE", keyFile);
  vi.stubEnv("DATA_DIR", join(folder, "data"));
  vi.stubEnv("DATABASE_URL", Object.assign(new URL(site.siteUrl), { password: "wrong" }).href);
  vi.stubEnv("MIGRATE_DATABASE_URL", site.url);
  await withConnection(site.url, (client) =>
    client.query(
      `insert into "user" (id, name, email, email_verified) values ($1, 'Camille Roy', 'camille@example.ca', true)`,
      [randomUUID()],
    ),
  );
});

afterAll(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await site.drop();
  await rm(folder, { recursive: true });
});

test("where two roles share the work, an account's role is given as the owner, with the link to a factor", async () => {
  expect(await assignRole(["camille@example.ca", "staff"])).toBe(0);
  expect(printed).toHaveBeenCalledWith("camille@example.ca is staff now.");
  expect(printed).toHaveBeenCalledWith(expect.stringMatching(/^\/account\/enrol\/[\w-]{43}$/));
  const { rows } = await withConnection(site.url, (client) =>
    client.query(`select role from "user" where email = 'camille@example.ca'`),
  );
  expect(rows).toEqual([{ role: "staff" }]);
});

test("nobody of another address gets one", async () => {
  expect(await assignRole(["nobody@example.ca", "staff"])).toBe(1);
  expect(printed).toHaveBeenCalledWith("There is no account of nobody@example.ca.");
});

test.each([[[]], [["camille@example.ca"]], [["camille@example.ca", "emperor"]]])(
  "a call of %j says how it is called",
  async (parameters) => {
    const notified = vi.spyOn(console, "error").mockReturnValue();
    expect(await assignRole(parameters)).toBe(2);
    expect(notified).toHaveBeenCalledWith(expect.stringContaining("Usage: npm run role"));
  },
);
