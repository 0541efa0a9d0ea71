// Creates the font files of src/ui/fonts from the complete Archivo and Figtree (both SIL OFL 1.1).
// Each contains the characters that its rule in src/ui/styles/fonts.css names, the weights that the
// site uses and, of Archivo, only the width of headings. Run it after an update of a font, or when
// a rule names other characters: npm run fonts --prefix tools.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const WHOLE = {
  archivo: {
    file: "@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2",
    variationAxes: { wdth: 114, wght: { min: 700, max: 800 } },
  },
  figtree: {
    file: "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
    variationAxes: { wght: { min: 400, max: 700 } },
  },
};
// The features to retain: kerning, Archivo's fi and fl ligatures, the dollar sign of heavy weights,
// figures of equal width.
const keepFeatures = ["kern", "liga", "rvrn", "tnum"];

const sheet = await readFile(new URL("../src/ui/styles/fonts.css", import.meta.url), "utf8");
const taken = { archivo: new Set(), figtree: new Set() };
// A character that several rules name belongs to the last of them.
for (const rule of sheet.split("@font-face").toReversed()) {
  const [, name, font] = /\/fonts\/(([a-z]+)[\w-]*\.woff2)/.exec(rule) ?? [];
  if (!name) continue;
  const letters = lettersOf(rule).filter((letter) => !taken[font].has(letter));
  for (const letter of letters) taken[font].add(letter);
  const { file, variationAxes } = WHOLE[font];
  const whole = await readFile(fileURLToPath(import.meta.resolve(file)));
  const options = { targetFormat: "woff2", variationAxes, keepFeatures };
  const made = await subsetFont(whole, letters.join(""), options);
  await writeFile(new URL(`../src/ui/fonts/${name}`, import.meta.url), made);
  console.log(`${name}: ${made.length} bytes of ${whole.length}`);
}

/** The letters of a rule's `unicode-range`. */
function lettersOf(rule) {
  const [range] = /(?<=unicode-range:)[^;]+/.exec(rule);
  return [...range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(
    ([, first, last = first]) => {
      const from = Number.parseInt(first, 16);
      const count = Number.parseInt(last, 16) - from + 1;
      return Array.from({ length: count }, (_, index) => String.fromCodePoint(from + index));
    },
  );
}
