// Makes src/ui/fonts/archivo-display.woff2 from the whole Archivo (SIL OFL 1.1): the one width that headings use,
// the weights 700 to 800, and the letters of English and French. 90 kB become 20.
// Run it after an update of the font: npm run display-font --prefix tools.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const WHOLE = import.meta
  .resolve("@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2");
const MORE_LETTERS = "ŒœŸ–—‘’‚“”„†•…‰‹›€™−\u2009\u202f";
const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));

const letters = [...range(0x20, 0x7e), ...range(0xa0, 0xff)].join("") + MORE_LETTERS;

const made = await subsetFont(await readFile(fileURLToPath(WHOLE)), letters, {
  targetFormat: "woff2",
  variationAxes: { wdth: 114, wght: { min: 700, max: 800 } },
});
await writeFile(new URL("../src/ui/fonts/archivo-display.woff2", import.meta.url), made);
console.log(`archivo-display.woff2: ${made.length} bytes`);
