import { mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { withConnection } from "#platform/database/database.server.ts";
import { type TestDatabase, testDatabase } from "#platform/database/test-database.server.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { readKeyFile } from "#platform/vault/key-file.server.ts";
import { setUpWith } from "./set-up.ts";

let folder: string;
let site: TestDatabase;
const printed = vi.spyOn(console, "log").mockReturnValue();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "set-up-"));
  await mkdir(join(folder, "data"));
  site = await testDatabase();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await site.drop();
  await rm(folder, { recursive: true });
});

test("what is answered becomes an environment, keys, a database and an administrator", async () => {
  const answers: [RegExp, ...string[]][] = [
    [/site's address/, "cars.example.ca", "https://cars.example.ca"],
    [/PostgreSQL/, "postgres://nobody:x@127.0.0.1:1/none", site.url],
    [/keys are kept/, join(folder, "keys.json")],
    [/key of backups/, join(folder, "backup.key")],
    [/folder for data/, join(folder, "data")],
    [/mail server/, ""],
    [/sender/, ""],
    [/Twilio/, ""],
    [/file to write/, join(folder, "environment")],
    [/email address/, "nobody", "camille@example.ca"],
    [/Your name/, "", "Camille Roy"],
    [/language/, "de", "fr"],
  ];
  const left = answers.flatMap(([question, ...typed]) =>
    typed.map((answer) => ({ question, answer })),
  );
  await setUpWith(async (text) => {
    const next = left.shift();
    expect(text).toMatch(next?.question ?? /nothing more/);
    return next?.answer ?? "";
  });
  expect(left).toEqual([]);

  const written = await readFile(join(folder, "environment"), "utf8");
  const variables = Object.fromEntries(
    written
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
  const read = readEnv(variables);
  expect(read).toMatchObject({
    ok: true,
    env: { DEMO: false, SITE_URL: "https://cars.example.ca" },
  });
  for (const name of ["environment", "keys.json", "backup.key"])
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  expect(await readKeyFile(join(folder, "keys.json"))).toMatchObject({ ok: true });

  // The site's own role reads what the owner made.
  const { rows } = await withConnection(variables["DATABASE_URL"] ?? "", (client) =>
    client.query(`select role, email_verified from "user" where email = 'camille@example.ca'`),
  );
  expect(rows).toEqual([{ role: "admin", email_verified: true }]);
  const said = printed.mock.calls.flat().join("\n");
  expect(said).toMatch(/https:\/\/cars\.example\.ca\/fr\/login\/reset\/[\w-]{43}/);
  expect(said).toMatch(/https:\/\/cars\.example\.ca\/fr\/account\/enrol\/[\w-]{43}/);
});

test("one that fails half way leaves no file, and may be run again", async () => {
  const [keys, backupKey, environment] = ["keys.json", "backup.key", "environment"].map((name) =>
    join(folder, `again-${name}`),
  );
  const answers: [RegExp, string][] = [
    [/site's address/, "https://cars.example.ca"],
    // The site's own role is there since the test above, with another password.
    [/PostgreSQL/, site.url],
    [/keys are kept/, keys!],
    [/key of backups/, backupKey!],
    [/folder for data/, join(folder, "data")],
    [/file to write/, environment!],
    [/email address/, "camille@example.ca"],
    [/Your name/, "Camille Roy"],
  ];
  const ask = async (text: string) => answers.find(([question]) => question.test(text))?.[1] ?? "";
  await expect(setUpWith(ask)).rejects.toThrow(/another password/);
  const there = await Promise.allSettled(
    [keys!, backupKey!, environment!].map((name) => stat(name)),
  );
  expect(there.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(printed.mock.calls.flat().join("\n")).toMatch(/Nothing was written/);
});
