import { expect, test } from "vitest";
import {
  classTexts,
  components,
  importsOf,
  listClasses,
  namesIn,
  PAGE_BASE,
  read,
  sheets,
  SITE,
  startTailwind,
  stylesheets,
} from "./style-sheets.ts";

/** Classes for the document and for Tailwind, not for one component. */
const OF_THE_HOUSE = new Set(["no-js", "grid"]);

const parts = sheets.filter((file) => !stylesheets.includes(file) && file !== PAGE_BASE);

const classes = new Map<string, string[]>();
for (const sheet of parts.filter((file) => !file.includes("fonts"))) {
  for (const name of listClasses(sheet)) {
    if (!OF_THE_HOUSE.has(name)) classes.set(name, [...(classes.get(name) ?? []), sheet]);
  }
}

test("every sheet is in the stylesheet of the site, or in those of pages", () => {
  const ofSite = importsOf(SITE).map(({ sheet }) => sheet);
  const ofPages = stylesheets
    .filter((file) => file !== SITE)
    .flatMap(importsOf)
    .map(({ sheet }) => sheet)
    .filter((sheet) => sheet !== PAGE_BASE);
  expect([...ofSite, ...new Set(ofPages)].toSorted()).toEqual(parts);
});

test("what several stylesheets bring gives way to what one of them has", () => {
  const imports = stylesheets
    .filter((file) => file !== SITE)
    .flatMap(importsOf)
    .filter(({ sheet }) => sheet !== PAGE_BASE);
  const isShared = (sheet: string) => imports.filter((each) => each.sheet === sheet).length > 1;
  const wrong = imports.filter(
    ({ sheet, layer }) => layer !== (isShared(sheet) ? "parts" : "pages"),
  );
  expect(wrong).toEqual([]);
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
  const tailwind = await startTailwind();
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

/**
 * A size, weight or colour that is used several times is a named token of `ui/styles/theme.css`.
 * Grid columns are excluded, because they are a layout.
 */
test("no utility spells a token out, nor a value of its own that three elements have", () => {
  const spelt = components.flatMap((file) =>
    classTexts(read(file))
      .flatMap(namesIn)
      .filter((name) => /^(?!grid-)[\w-]+-\[[^\]]+\]!?$/.test(name)),
  );
  const counts = Map.groupBy(spelt, (name) => name);
  const wrong = [...counts].filter(([name, all]) => name.includes("var(") || all.length >= 3);
  expect(wrong.map(([name]) => name)).toEqual([]);
});

test("no rule names a custom property that nobody sets", () => {
  const css = sheets.map(read).join("\n");
  const source = components.map(read).join("\n");
  const set = new Set([
    ...[...css.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name),
    ...[...source.matchAll(/["'](--[\w-]+)["']/g)].map(([, name]) => name),
  ]);
  const named = [...`${css}\n${source}`.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
  expect([...new Set(named)].filter((name) => !set.has(name))).toEqual([]);
});

/**
 * If a visitor chose larger letters in the browser, all letters are larger, and the layout adapts
 * to that.
 */
test("no size of letters and no breakpoint is in px", () => {
  const inSheets =
    /\bfont(?:-size)?:[^;{}]*\dpx[^;{}]*|@media[^{]*\dpx[^{]*|--(?:fs|breakpoint)-\w+:[^;]*\dpx[^;]*/g;
  const inComponents = /\btext-\[[^\]]*\dpx[^\]]*\]|fontSize|\b(?:max|min)-\[[^\]]*\]:\w+/g;
  const find = (files: readonly string[], wrong: RegExp) =>
    files.flatMap((file) => (read(file).match(wrong) ?? []).map((rule) => `${file}: ${rule}`));
  expect([...find(sheets, inSheets), ...find(components, inComponents)]).toEqual([]);
});
