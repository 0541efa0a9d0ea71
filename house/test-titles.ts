// The titles of the tests in a file, read from its syntax tree, for documents that name a test.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";
import { type Node, walk } from "./syntax-tree.ts";

export type TestTitle = {
  /** The title in the source: with `%s`, `$name` or `${…}` if each row of a table fills it in. */
  written: string;
  /** The source of its table; undefined if it has none. */
  table: string | undefined;
};

const known = new Map<string, TestTitle[]>();

export function listTestTitles(file: string): TestTitle[] {
  const found = known.get(file) ?? readTestTitles(file);
  known.set(file, found);
  return found;
}

function readTestTitles(file: string): TestTitle[] {
  const source = readFileSync(file, "utf8");
  const titles: TestTitle[] = [];
  walk(parseSync(file, source).program, (node) => {
    if (node.type !== "CallExpression") return;
    const callee = node["callee"] as Node;
    if (!/^(?:test|it)\b/.test(source.slice(callee.start, callee.end))) return;
    const [title, work] = node["arguments"] as (Node | undefined)[];
    if (!title || !work) return;
    const written = readText(title, source);
    if (written === undefined) return;
    // `test.each(table)("title", …)`: the table is in the callee.
    const isTable = callee.type === "CallExpression" && isEach(callee, source);
    titles.push({ written, table: isTable ? tableOf(callee, source, file) : undefined });
  });
  return titles;
}

function isEach(callee: Node, source: string): boolean {
  const { start, end } = callee["callee"] as Node;
  return /\.(?:each|for)$/.test(source.slice(start, end));
}

/** A named table may be anywhere in the file, or in one of its fixtures. */
function tableOf(callee: Node, source: string, file: string): string {
  const [table] = callee["arguments"] as [Node];
  const written =
    table.type === "Identifier" ? declarationOf(String(table["name"]), source) : table;
  const text = written && source.slice(written.start, written.end);
  if (text && /^[[(]|^Array/.test(text)) return text;
  const fixtures = [...source.matchAll(/from "(\.[^"]+\.fixture\.tsx?)"/g)].map(([, name = ""]) =>
    readFileSync(join(dirname(file), name), "utf8"),
  );
  return [source, ...fixtures].join("\n");
}

function declarationOf(name: string, source: string): Node | undefined {
  let found: Node | undefined;
  walk(parseSync("table.ts", source).program, (node) => {
    const id = node["id"] as { name?: string } | undefined;
    if (node.type === "VariableDeclarator" && id?.name === name) found = node["init"] as Node;
  });
  return found;
}

function readText(title: Node, source: string): string | undefined {
  if (title.type === "Literal") return String(title["value"]);
  if (title.type !== "TemplateLiteral") return undefined;
  return source.slice(title.start + 1, title.end - 1);
}

const FILLED_IN = /%[sdifjoOc$#]|\$\{[^}]*\}|\$[\w.]+/g;

/**
 * Whether a test has exactly this title. The filled-in parts must be in the table: otherwise a
 * title with placeholders would match any test.
 */
export function isTitleOf(title: string, { written, table }: TestTitle): boolean {
  if (written === title) return table === undefined || !written.match(FILLED_IN);
  if (table === undefined && !written.includes("${")) return false;
  const parts = written
    .split(FILLED_IN)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const values = new RegExp(`^${parts.join("(.+?)")}$`, "su").exec(title)?.slice(1);
  if (!values?.length) return false;
  return values.every((value) => (table ?? "").includes(unquote(value)));
}

/** `%j` prints a string with its quotation marks. */
const unquote = (value: string) => value.replace(/^"(.*)"$/s, "$1");
