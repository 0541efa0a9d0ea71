import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const files = [...sourceFiles("src"), ...sourceFiles("packages")];
/** Generated folders (.gitignore). */
const MADE = ["node_modules", "build", "data", "test-results", "src/messages"];
const isTest = (file: string) => /\.(test|e2e|fixture)\.tsx?$/.test(file);
const read = (file: string) => readFileSync(file, "utf8");

describe("the tree", () => {
  test("no folder is a grab bag", () => {
    const bags = /\/(utils?|helpers?|lib|common|misc|shared|types|constants)\//;
    expect(files.filter((file) => bags.test(file))).toEqual([]);
  });

  test("no file only passes others on", () => {
    const passesOn = (file: string) => {
      const statements = read(file)
        .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")
        .split(";")
        .map((each) => each.trim())
        .filter(Boolean);
      return (
        statements.length > 1 &&
        statements.every((each) => /^export (type )?(\*|\{[^}]*\}) from/.test(each))
      );
    };
    expect(files.filter((file) => /^index\.tsx?$/.test(basename(file)) || passesOn(file))).toEqual(
      [],
    );
  });

  test("the layout in CONTRIBUTING names every folder, and no other", () => {
    const layout = /## Project layout[\s\S]*?```\n([\s\S]*?)```/;
    const tree = layout.exec(read("CONTRIBUTING.md"))?.[1] ?? "";
    const named = [...tree.matchAll(/(?:^|; {2})([\w./]+)\/ /gm)].map((match) => match[1]);
    const folders = (within: string) =>
      readdirSync(within, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
        .map(({ name }) => join(within, name));
    const here = [...folders("."), ...folders("src")].filter(
      (folder) => folder !== "src" && !MADE.includes(folder),
    );
    expect(new Set(named)).toEqual(new Set(here));
  });

  test("every decision is headed as the others are and stands in their list", () => {
    const decisions = readdirSync("docs/decisions")
      .filter((name) => /^\d/.test(name))
      .sort();
    const lines = decisions.map((name) => {
      const [, number, title] = /^# (\d{4}) (\S.*)/.exec(read(`docs/decisions/${name}`)) ?? [];
      return number && name.startsWith(`${number}-`) ? `- [${number}](${name}) ${title}` : name;
    });
    const listed = read("docs/decisions/README.md").match(/^- .*$/gm);
    expect(listed).toEqual(lines);
  });

  test("no unfinished mark and no silenced check stands in the code", () => {
    const marks =
      /\b(TODO|FIXME|XXX|HACK)\b|@ts-ignore|@ts-expect-error|\bas any\b|\b(test|it|describe)\.(skip|only)\(/;
    expect(files.filter((file) => marks.test(read(file)))).toEqual([]);
  });

  test("no day is fixed when a file is read", () => {
    // A process runs for months, so code must compute the date when it needs it.
    const fixed =
      /^(export )?(const|let) [^=]+= (?!.*=>).*(\b(now|today|newestModelYear)\(|new Date\(\))/m;
    expect(files.filter((file) => !isTest(file) && fixed.test(read(file)))).toEqual([]);
    expect(fixed.test("export const NEWEST_YEAR = newestModelYear(today());")).toBe(true);
    expect(fixed.test("export const tomorrow = () => daysAfter(today(), 1);")).toBe(false);
  });

  test("every table is in a migration", () => {
    const migrations = readdirSync("drizzle")
      .filter((name) => name.endsWith(".sql"))
      .map((name) => read(`drizzle/${name}`))
      .join("\n");
    const tables = files
      .filter((file) => file.endsWith(".table.ts"))
      .flatMap((file) => [...read(file).matchAll(/pgTable\(\s*"(\w+)"/g)].map((match) => match[1]));
    expect(tables.length).toBeGreaterThan(10);
    expect(tables.filter((table) => !migrations.includes(`CREATE TABLE "${table}"`))).toEqual([]);
  });

  test("only the newest snapshot of the schema is kept", () => {
    const journal = JSON.parse(read("drizzle/meta/_journal.json")) as {
      entries: { tag: string }[];
    };
    const newest = `${journal.entries.at(-1)?.tag.slice(0, 4)}_snapshot.json`;
    expect(readdirSync("drizzle/meta").toSorted()).toEqual([newest, "_journal.json"]);
  });

  test("sealed columns are bytes, never text", () => {
    const sealed = files
      .filter((file) => file.endsWith(".table.ts"))
      .flatMap((file) =>
        [...read(file).matchAll(/(sealed\w*): (\w+)\(/g)].map((match) => ({
          column: match[1],
          kind: match[2],
        })),
      )
      .filter(({ column }) => column !== "sealedReference");
    expect(sealed.length).toBeGreaterThan(0);
    expect(sealed.filter(({ kind }) => kind !== "bytea")).toEqual([]);
  });

  test("no page looks a message up by a computed key", () => {
    // With a computed key, the bundler includes every message of the site, in both languages, in
    // every page.
    const computed =
      /\bm\[|\b(Object\.\w+|Reflect\.\w+)\(m\b|\bm as\b|import \* as \w+ from "#messages/;
    const isServers = (file: string) => /\.(server|test)\.tsx?$/.test(file);
    expect(files.filter((file) => !isServers(file) && computed.test(read(file)))).toEqual([]);
    expect(computed.test("return m[`vin_refused_${answer.code}`]();")).toBe(true);
  });

  test("no part of a page brings a whole form's declaration to the browser", () => {
    const declaration = /^import (?!type\b)[^;]*? from "[^"]*\.form\.ts"/m;
    // A page's loader and action may, because the framework removes them and their imports from the
    // browser bundle.
    const parts = files.filter(
      (file) => file.endsWith(".tsx") && !/\.(page|server|test)\.tsx$/.test(file),
    );
    expect(parts.filter((file) => declaration.test(read(file)))).toEqual([]);
  });

  test("heavy tables of numbers and places never reach the browser", () => {
    const heavy = /from "(#values|\.{1,2})\/(phone|catalogue|place\/[\w-]+)\.ts"/;
    const pages = files.filter(
      (file) => file.endsWith(".tsx") && !/\.(server|test)\.tsx?$/.test(file),
    );
    expect(pages.filter((file) => heavy.test(read(file)))).toEqual([]);
  });
});
