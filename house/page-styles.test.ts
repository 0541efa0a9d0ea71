import { existsSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { beforeAll, describe, expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import routes from "../src/routes.ts";
import {
  classTexts,
  components,
  importsOf,
  listClasses,
  namesIn,
  pathFrom,
  read,
  SITE,
  sourcesOf,
  startTailwind,
  stylesheets,
} from "./style-sheets.ts";

const pageStylesheets = stylesheets.filter((file) => file !== SITE);

/** The stylesheets that contain each class. */
const broughtBy = new Map<string, Set<string>>();
for (const stylesheet of stylesheets) {
  for (const { sheet } of importsOf(stylesheet)) {
    for (const name of sheet.includes("fonts") ? [] : listClasses(sheet))
      broughtBy.set(name, (broughtBy.get(name) ?? new Set()).add(stylesheet));
  }
}

const ALIASES: Readonly<Record<string, string>> = packageJson.imports;

function resolve(file: string, specifier: string): string | null {
  if (specifier.startsWith(".")) return pathFrom(file, specifier);
  if (!specifier.startsWith("#")) return null;
  return join(ALIASES[specifier] ?? `src/${specifier.slice(1)}`);
}

const found = new Map<string, string[]>();

/** The files of the site that a file imports, statically or dynamically, without type imports. */
function listImports(file: string): string[] {
  const known = found.get(file);
  if (known) return known;
  const text = read(file).replace(/import type [^;]+;/g, "");
  const made = [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)]
    .flatMap(([, specifier = ""]) => resolve(file, specifier) ?? [])
    .filter((path) => /^src\/(?!messages\/).*\.tsx?$/.test(path) && !path.includes(".server."))
    .filter((path) => existsSync(path));
  found.set(file, made);
  return made;
}

function withImports(file: string, all = new Set<string>()): Set<string> {
  if (all.has(file)) return all;
  all.add(file);
  for (const imported of listImports(file)) withImports(imported, all);
  return all;
}

/** Each page with its layouts, the outermost first. */
function listPages(entries: RouteConfigEntry[], frames: string[] = []): string[][] {
  return entries.flatMap(({ file, children = [] }) => {
    const chain = [...frames, `src/${file}`];
    return [...(file.endsWith(".tsx") ? [chain] : []), ...listPages(children, chain)];
  });
}

/** The stylesheets that a page links. */
function listLinked(chain: string[]): string[] {
  const linked = chain.flatMap((file) =>
    [...read(file).matchAll(/from "([^"]+\.css)\?url"/g)].map(([, path = ""]) =>
      pathFrom(file, path),
    ),
  );
  return [SITE, ...linked];
}

/** Pages outside the router, which link only site.css. */
const BARE_PAGES = ["src/server/offline.tsx", "src/server/outage.tsx"];

const pages = [...listPages(routes), ...BARE_PAGES.map((file) => [file])];

test("every page was read, and the stylesheets of pages are asked for", () => {
  expect(pages.length).toBeGreaterThan(80);
  expect(new Set(pages.flatMap(listLinked))).toEqual(new Set(stylesheets));
});

test("a page asks for the stylesheets of all that it may show", () => {
  const missing = pages.flatMap((chain) => {
    const linked = listLinked(chain);
    const sources = linked.flatMap(sourcesOf);
    const files = chain.flatMap((file) => [...withImports(file)]);
    const worn = new Set(files.filter((file) => file.endsWith(".tsx")));
    return [...worn].flatMap((file) => {
      const names = classTexts(read(file)).flatMap(namesIn);
      const hasSource = sources.some((glob) => matchesGlob(file, glob));
      const lacks = (name: string) => {
        const bringers = broughtBy.get(name);
        return bringers ? !linked.some((each) => bringers.has(each)) : !hasSource;
      };
      const lacking = names.filter(lacks).filter((name) => !/^(group|peer)(\/|$)/.test(name));
      return lacking.length > 0 ? [`${chain.at(-1)}: ${file}: ${lacking.join(" ")}`] : [];
    });
  });
  expect(missing).toEqual([]);
});

type Utility = { rank: number; properties: Set<string> };

/** If two utilities on one element set the same property, the later one in the stylesheet wins. */
describe("whatever a visitor saw before, the same utility wins", () => {
  let utilities: Map<string, Utility>;
  const inStylesheet = new Map<string, Set<string>>();
  const has = (stylesheet: string, name: string) => inStylesheet.get(stylesheet)?.has(name);

  beforeAll(async () => {
    const tailwind = await startTailwind();
    const words = new Map(components.map((file) => [file, listWords(read(file))]));
    utilities = readUtilities(tailwind.build([...new Set([...words.values()].flat())]));
    for (const stylesheet of stylesheets) {
      const sources = sourcesOf(stylesheet);
      const inline = /@source inline\("\{?([^"}]*)\}?"\)/.exec(read(stylesheet))?.[1] ?? "";
      const files = components.filter((file) => sources.some((glob) => matchesGlob(file, glob)));
      const names = [...files.flatMap((file) => words.get(file) ?? []), ...inline.split(",")];
      inStylesheet.set(stylesheet, new Set(names.filter((name) => utilities.has(name))));
    }
  });

  test("one that wins over a utility of site.css is in site.css too", () => {
    const wrong = listPairs(utilities).filter(
      ({ loser, winner }) => has(SITE, loser) && !has(SITE, winner),
    );
    expect([...new Set(wrong.map(({ loser, winner }) => `${winner} over ${loser}`))]).toEqual([]);
  });

  test("one that wins over a utility of pages is in every stylesheet that has it", () => {
    const wrong = listPairs(utilities)
      .filter(({ loser, winner }) => !has(SITE, loser) && !has(SITE, winner))
      .flatMap(({ loser, winner }) =>
        pageStylesheets
          .filter((stylesheet) => has(stylesheet, loser) && !has(stylesheet, winner))
          .map((stylesheet) => `${winner} over ${loser}: ${stylesheet}`),
      );
    expect([...new Set(wrong)]).toEqual([]);
  });

  test("nothing is left out of site.css that a component wears", () => {
    const leftOut = /@source not inline\("\{([^}]+)\}"\)/.exec(read(SITE))?.[1]?.split(",") ?? [];
    expect(leftOut.length).toBeGreaterThan(0);
    const worn = new Set(components.flatMap((file) => classTexts(read(file)).flatMap(namesIn)));
    expect(leftOut.filter((name) => worn.has(name))).toEqual([]);
  });
});

/** The words of a file that Tailwind may treat as utilities. */
function listWords(text: string): string[] {
  return text.split(/[\s"'`{}=<>]+/).filter(Boolean);
}

/** The utilities in Tailwind's output, in their order, each with the properties that it sets. */
function readUtilities(css: string): Map<string, Utility> {
  const starts = [...css.matchAll(/^\s*\.((?:\\.|[\w-])+)[^{};]*\{/gm)];
  return new Map(
    starts.map(({ 1: name = "", index }, rank) => {
      const body = css.slice(index, starts[rank + 1]?.index);
      const named = [...body.matchAll(/^\s+([a-z][a-z-]*):/gm)].map(
        ([, property = ""]) => property,
      );
      return [name.replace(/\\(.)/g, "$1"), { rank, properties: new Set(named.flatMap(widen)) }];
    }),
  );
}

const SIDES = ["top", "right", "bottom", "left"];

/** The longhand properties that a shorthand sets, as far as utilities use them. */
const LONGHANDS: Readonly<Record<string, string[]>> = {
  ...Object.fromEntries(
    ["padding", "margin"].flatMap((name) => [
      [name, SIDES.map((side) => `${name}-${side}`)],
      [`${name}-inline`, [`${name}-left`, `${name}-right`]],
      [`${name}-block`, [`${name}-top`, `${name}-bottom`]],
    ]),
  ),
  gap: ["row-gap", "column-gap"],
  flex: ["flex-grow", "flex-shrink", "flex-basis"],
  font: ["font-size", "font-weight", "font-family", "line-height"],
  inset: SIDES,
};

function widen(property: string): string[] {
  return LONGHANDS[property] ?? [property];
}

/** Pairs of utilities on one element of a component that set the same property. */
function listPairs(utilities: ReadonlyMap<string, Utility>): { loser: string; winner: string }[] {
  const texts = components.flatMap((file) =>
    [...read(file).matchAll(/"([^"\n]*)"|`([^`]*)`/g)].map(([, plain, template]) =>
      (plain ?? template ?? "").split(/\s+|\$\{[^}]*\}/).filter((name) => utilities.has(name)),
    ),
  );
  return texts.flatMap((names) =>
    names.flatMap((loser) =>
      names
        .filter((winner) => isOver(utilities.get(winner), utilities.get(loser)))
        .map((winner) => ({ loser, winner })),
    ),
  );
}

function isOver(winner?: Utility, loser?: Utility): boolean {
  if (!winner || !loser || winner.rank <= loser.rank) return false;
  return !winner.properties.isDisjointFrom(loser.properties);
}
