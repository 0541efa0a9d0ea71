import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { compile } from "tailwindcss";
import { sourceFiles } from "./source-files.ts";

/** The text of a file. */
export const read = (file: string) => readFileSync(file, "utf8");

/** Every component of the site. */
export const components = sourceFiles("src").filter(
  (file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"),
);

/** Every CSS file, as paths relative to the project's root. */
export const sheets = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((name) => `src/${name.replaceAll("\\", "/")}`)
  .filter((file) => file.endsWith(".css"))
  .toSorted();

/** The stylesheet of every page. */
export const SITE = "src/site.css";

/** The beginning of every other page's stylesheet. */
export const PAGE_BASE = "src/ui/styles/page.css";

/** The site's CSS files that a stylesheet imports, each with its layer. */
export function importsOf(file: string): { sheet: string; layer: string | undefined }[] {
  return [...read(file).matchAll(/@import "(\.[^"]+)"(?: layer\(([\w-]+)\))?/g)].map(
    ([, path = "", layer]) => ({ sheet: pathFrom(file, path), layer }),
  );
}

/** The stylesheets that pages link; every other CSS file is a part of some of them. */
export const stylesheets = sheets.filter(
  (file) => file === SITE || importsOf(file).some(({ sheet }) => sheet === PAGE_BASE),
);

/** The globs of the files whose utilities a stylesheet contains. */
export function sourcesOf(file: string): string[] {
  return [...read(file).matchAll(/@source "(\.[^"]+)"/g)].map(([, path = ""]) =>
    pathFrom(file, path),
  );
}

/** A path in a file, converted to one relative to the project's root. */
export function pathFrom(file: string, path: string): string {
  return join(dirname(file), path).replaceAll("\\", "/");
}

/** The classes in the selectors of a CSS file. */
export function listClasses(file: string): Set<string> {
  const selectors = read(file)
    .replace(/\/\*[\s\S]*?\*\/|"[^"]*"|\([^()]*\.\w+\)/g, (part) => (part[0] === "(" ? part : ""))
    .replace(/\{[^{}]*\}/g, "{}");
  return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name));
}

/** The text of each `className`, `…ClassName` and `…Class` of a component, braces balanced. */
export function classTexts(source: string): string[] {
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

/** The class names that are literally in such a text, without compared or computed ones. */
export function namesIn(text: string): string[] {
  const written = text.replace(/[!=]== "[^"]*"/g, "").replace(/buttonClass\([^()]*\)/g, "");
  const strings = [...written.matchAll(/"([^"]*)"/g)].map(([, part = ""]) => part);
  const templates = [...written.matchAll(/`([^`]*)`/g)].map(([, part = ""]) =>
    part.replace(/\S*\$\{[^}]*\}\S*/g, " "),
  );
  return [...strings, ...templates].flatMap((part) => part.split(/\s+/)).filter(Boolean);
}

/** Tailwind with the site's theme. It knows only the classes that it was given since. */
export function startTailwind() {
  const require = createRequire(import.meta.url);
  return compile(
    `@import "tailwindcss/theme.css"; ${read("src/ui/styles/theme.css")} @tailwind utilities;`,
    {
      loadStylesheet: async (id, base) => {
        const path = require.resolve(id);
        return { path, base, content: read(path) };
      },
    },
  );
}
