import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { testDatabase } from "#platform/database/test-database.server.ts";

/** util-linux's, which gives a program a terminal of its own; Node has no such thing. */
const SCRIPT = "/usr/bin/script";

test.skipIf(!existsSync(SCRIPT))("npm run setup asks and answers on a real terminal", async () => {
  const folder = await mkdtemp(join(tmpdir(), "set-up-"));
  const site = await testDatabase();
  await mkdir(join(folder, "data"));
  const answers: [RegExp, string][] = [
    [/site's address.*: $/, "https://cars.example.ca"],
    [/PostgreSQL.*: $/, site.url],
    [/keys are kept.*: $/, join(folder, "keys.json")],
    [/key of backups.*: $/, join(folder, "backup.key")],
    [/folder for data.*: $/, join(folder, "data")],
    [/mail server.*: $/, ""],
    [/sender.*: $/, ""],
    [/Twilio.*: $/, ""],
    [/file to write.*: $/, join(folder, "environment")],
    [/email address.*: $/, "camille@example.ca"],
    [/Your name.*: $/, "Camille Roy"],
    [/language.*: $/, "fr"],
  ];
  const program = spawn(SCRIPT, ["-qec", "node build/server/maintenance.js setup", "/dev/null"]);
  let shown = "";
  let asked = 0;
  program.stdout.on("data", (part: Buffer) => {
    shown += part.toString();
    // Without the terminal's own marks, as a person reads it.
    const [question, answer] = answers[asked] ?? [];
    if (!question?.test(stripVTControlCharacters(shown))) return;
    asked += 1;
    shown = "";
    program.stdin.write(`${answer}\r`);
  });
  const exitCode = await new Promise((resolve) => {
    program.on("close", resolve);
  });
  expect([exitCode, asked], shown).toEqual([0, answers.length]);
  expect(shown).toMatch(/https:\/\/cars\.example\.ca\/fr\/login\/reset\/[\w-]{43}/);
  expect(await readFile(join(folder, "environment"), "utf8")).toMatch(/^NODE_ENV=production\n/);
  await site.drop();
  await rm(folder, { recursive: true });
});
