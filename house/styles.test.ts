import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { compile } from "tailwindcss";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const read = (file: string) => readFileSync(file, "utf8");
const components = sourceFiles("src").filter(
  (file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"),
);
const sheets = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((name) => `src/${name.replaceAll("\\", "/")}`)
  .filter((file) => file.endsWith(".css"))
  .toSorted();

/** What pages ask for by name; every other sheet is a part of one of them. */
const ENTRIES = ["src/site.css", "src/pages/staff/staff.css"];

/** Said to the document and to Tailwind, not to one component. */
const OF_THE_HOUSE = new Set(["no-js", "grid"]);

function importedBy(file: string): string[] {
  return [...read(file).matchAll(/@import "(\.[^"]+)"/g)].map(([, path = ""]) =>
    join(dirname(file), path).replaceAll("\\", "/"),
  );
}

/** The classes in the selectors of a sheet. */
function listClasses(file: string): Set<string> {
  const selectors = read(file)
    .replace(/\/\*[\s\S]*?\*\/|"[^"]*"|\([^()]*\.\w+\)/g, (part) => (part[0] === "(" ? part : ""))
    .replace(/\{[^{}]*\}/g, "{}");
  return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name));
}

const classes = new Map<string, string[]>();
for (const sheet of sheets.filter((file) => !ENTRIES.includes(file) && !file.includes("fonts"))) {
  for (const name of listClasses(sheet)) {
    if (!OF_THE_HOUSE.has(name)) classes.set(name, [...(classes.get(name) ?? []), sheet]);
  }
}

/** The text of each `className`, `…ClassName` and `…Class` of a component, braces balanced. */
function classTexts(source: string): string[] {
  const texts: string[] = [];
  for (const start of source.matchAll(/\b(?:\w+C|c)lass(?:Name)?=(?="|\{)/g)) {
    const from = start.index + start[0].length;
    if (source[from] === '"') {
      texts.push(source.slice(from, source.indexOf('"', from + 1) + 1));
      continue;
    }
    let depth = 0;
    let end = from;
    do {
      if (source[end] === "{") depth += 1;
      if (source[end] === "}") depth -= 1;
      end += 1;
    } while (depth > 0);
    texts.push(source.slice(from + 1, end - 1));
  }
  texts.push(...[...source.matchAll(/className: ("[^"]*")/g)].map(([, text = ""]) => text));
  return texts;
}

/** The class names written out in such a text; what is compared or computed is left out. */
function namesIn(text: string): string[] {
  const written = text.replace(/[!=]== "[^"]*"/g, "").replace(/buttonClass\([^()]*\)/g, "");
  const strings = [...written.matchAll(/"([^"]*)"/g)].map(([, part = ""]) => part);
  const templates = [...written.matchAll(/`([^`]*)`/g)].map(([, part = ""]) =>
    part.replace(/\S*\$\{[^}]*\}\S*/g, " "),
  );
  return [...strings, ...templates].flatMap((part) => part.split(/\s+/)).filter(Boolean);
}

test("every sheet is in the stylesheet of the site or of the back office, once", () => {
  const imported = ENTRIES.flatMap(importedBy);
  expect(imported.toSorted()).toEqual(sheets.filter((file) => !ENTRIES.includes(file)));
});

test("every class has a name one can say: words of the component, its part, its variant", () => {
  const spoken = /^[a-z]{3,}(-[a-z]+)*(__[a-z]{2,}(-[a-z]+)*)?(--[a-z]{2,}(-[a-z]+)*)?$/;
  expect([...classes.keys()].filter((name) => name.length < 4 || !spoken.test(name))).toEqual([]);
});

test("no class is without a component that wears it", () => {
  const source = components.map(read).join("\n");
  const words = new Set(source.match(/[a-zA-Z][\w-]*/g));
  const isWorn = (name: string) => {
    const variant = /^.+--/.exec(name)?.[0];
    return words.has(name) || (variant && source.includes(`${variant}\${`));
  };
  expect([...classes.keys()].filter((name) => !isWorn(name))).toEqual([]);
});

test("no component wears a class that neither a sheet nor Tailwind knows", async () => {
  const require = createRequire(import.meta.url);
  const tailwind = await compile(
    `@import "tailwindcss/theme.css"; ${read("src/ui/styles/theme.css")} @tailwind utilities;`,
    {
      loadStylesheet: async (id, base) => {
        const path = require.resolve(id);
        return { path, base, content: read(path) };
      },
    },
  );
  const worn = new Map<string, string>();
  for (const file of components) {
    for (const name of classTexts(read(file)).flatMap(namesIn)) worn.set(name, file);
  }
  const made = tailwind.build([...worn.keys()]);
  const isKnown = (name: string) =>
    classes.has(name) ||
    /^(group|peer)(\/|$)/.test(name) ||
    made.includes(`.${name.replace(/[^\w-]/g, (sign) => `\\${sign}`)}`);
  expect([...worn].filter(([name]) => !isKnown(name) && !OF_THE_HOUSE.has(name))).toEqual([]);
});
