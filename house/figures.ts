// Prints figures about the code, counted from the source tree: node house/figures.ts
// Decision 0016 contains an earlier output, with its date.
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "");

const isCode = (file: string) => /\.(tsx?|mjs)$/.test(file);
const isProof = (file: string) =>
  /\.(test|e2e|fixture)\.|\/test-[^/]*$|\/vitest-[^/]*$|^(e2e|bench|house|tools)\//.test(file);
const code = files.filter(isCode);
/** The code that runs in the product or starts it. */
const product = code.filter((file) => /^(src|packages|bin)\//.test(file) && !isProof(file));

type Parsed = { file: string; text: string; imports: string[] };

/** The text without comments, and its imports, including types. */
function parse(file: string): Parsed {
  const text = read(file);
  const { comments, module } = parseSync(file, text);
  let bare = text;
  for (const { start, end } of comments)
    bare =
      bare.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, " ") + bare.slice(end);
  const imports = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
  ];
  return { file, text: bare, imports };
}

/** The number of lines that are neither empty nor only a comment. */
const countLines = ({ text }: Pick<Parsed, "text">) =>
  text.split("\n").filter((line) => line.trim() !== "").length;

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

const parsed = product.map(parse);

function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]) {
  const cell = (value: string | number) =>
    typeof value === "number" ? value.toLocaleString("en-CA") : value;
  console.log(`\n| ${head.join(" | ")} |\n|---|${"--:|".repeat(head.length - 1)}`);
  for (const row of rows) console.log(`| ${row.map(cell).join(" | ")} |`);
}

/** The layer of a file: `src/domain`, `src/pages`, …, or a package. */
const floorOf = (file: string) =>
  file
    .split("/")
    .slice(0, file.startsWith("bin/") ? 1 : 2)
    .join("/");

function printSizes() {
  const floors = Map.groupBy(parsed, ({ file }) =>
    /^src\/[^/]+$/.test(file) ? "src, beside its folders" : floorOf(file),
  );
  const rows = [...floors]
    .map(([floor, some]) => [floor, some.length, sum(some.map(countLines))] as const)
    .toSorted(([, , one], [, , other]) => other - one);
  const all = ["all", parsed.length, sum(rows.map(([, , lines]) => lines))] as const;
  printTable(["product", "files", "lines"], [...rows, all]);
  const small = (most: number) => parsed.filter((each) => countLines(each) <= most).length;
  const importLines = sum(
    parsed.map(
      ({ text }) =>
        text
          .match(/^import[\s\S]*?;$/gm)
          ?.join("\n")
          .split("\n").length ?? 0,
    ),
  );
  const styles = files.filter((file) => file.endsWith(".css"));
  const styleLines = sum(styles.map((file) => countLines({ text: read(file) })));
  const snapshots = files.filter((file) => file.startsWith("drizzle/meta/"));
  const snapshotBytes = sum(snapshots.map((file) => statSync(join(root, file)).size));
  const proofs = code.filter(isProof).map(parse);
  printTable(
    ["beside it", "files", "lines"],
    [
      ["tests, journeys, benches, rules", proofs.length, sum(proofs.map(countLines))],
      ["stylesheets", styles.length, styleLines],
      ["product files of 20 lines at most", small(20), ""],
      ["product files of 49 lines at most", small(49), ""],
      ["lines of imports", "", importLines],
      ["snapshots of migrations, MB", snapshots.length, Math.round(snapshotBytes / 1e5) / 10],
    ],
  );
}

const CAST = /[\])}a-z] as (unknown as )?[A-Z]/g;

function printMechanisms() {
  const casts = sum(parsed.map(({ text }) => text.match(CAST)?.length ?? 0));
  const folders = pairFolders();
  printTable(
    ["mechanism", "count"],
    [
      ["pairs of folders that import each other, types included", folders.length],
      ["casts", casts],
      ["files that read `intent` by hand", countFiles(/["'`]intent["'`]/)],
    ],
  );
  if (folders.length > 0) console.log(`\n${folders.map((pair) => `- ${pair}`).join("\n")}`);
}

const countFiles = (what: RegExp) => parsed.filter(({ text }) => what.test(text)).length;

/** Pairs of folders that import each other, at any depth. */
function pairFolders(): string[] {
  const needs = new Set<string>();
  for (const { file, imports } of parsed)
    for (const specifier of imports) {
      const to = resolve(file, specifier);
      if (to && dirname(to) !== dirname(file)) needs.add(`${dirname(file)} ${dirname(to)}`);
    }
  return [...needs]
    .map((need) => need.split(" "))
    .filter(([from = "", to = ""]) => from < to && needs.has(`${to} ${from}`))
    .map((pair) => pair.join(" ⇄ "))
    .toSorted();
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith("#packages/")) return `packages/${specifier.split("/")[1]}/x`;
  if (specifier.startsWith("#messages/")) return null;
  if (specifier.startsWith("#")) return `src/${specifier.slice(1)}`;
  return specifier.startsWith(".") ? normalize(join(dirname(from), specifier)) : null;
}

/** Private names for which the field has a standard term, both in declarations and in use. */
const HOUSE_WORDS: Record<string, RegExp> = {
  Place: /\b\w*Place\b/g,
  "keep, kept": /\b(keep|kept|Kept|Keep)\w*|\b\w+(Kept|Keep)\b/g,
  "tell*": /\btell[A-Z]\w*/g,
  "BidTalk, TALKS": /\b(BidTalk|TALKS)\b/g,
  "*Standing": /\b\w+Standing\b/g,
  Given: /\b\w*Given\b/g,
  "answer*": /\b(answer|Answer)\w*/g,
  "hold*": /\b(hold|held)[A-Z]\w*/g,
  Lane: /\b\w*Lane\b/g,
  "take turns, chords, in batches, together, aside":
    /\b(takeTurns|chords?|inBatches|\w+Together|setAside|bodyAside|writeDown|ofNobody)\b/g,
  "look, gate, those, told, become, ground, doors":
    /\b(look|gate|those|told|become|ground|doors?)\b/g,
};

function printWords() {
  const rows = Object.entries(HOUSE_WORDS).map(([word, pattern]) => {
    const used = parsed.flatMap(({ text }) => stripStrings(text).match(pattern) ?? []);
    return [word, new Set(used).size, used.length] as const;
  });
  printTable(["words of the house", "names", "times"], rows);
}

/** Removes strings and imports, so that only names in code are counted. */
function stripStrings(text: string): string {
  return text
    .replaceAll(/^import[\s\S]*?;$/gm, "")
    .replaceAll(/"(\\.|[^"\\\n])*"|'(\\.|[^'\\\n])*'/g, '""');
}

printSizes();
printMechanisms();
printWords();
