import { readdirSync, readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";

/**
 * Characters that need no glyph: text shapers derive the narrow space from the space, and hide the
 * soft hyphen.
 */
const WITHOUT_GLYPH = new Set(["\u202f", "\u00ad"]);

/** Characters that are in none of the fonts; browsers show them in a system font. */
const OF_THE_SYSTEM = new Set(["→"]);

const rules = readFileSync("src/ui/styles/fonts.css", "utf8")
  .split("@font-face")
  .filter((rule) => rule.includes("unicode-range"));

/**
 * The font files with the characters that each must contain. If two rules of a font name the same
 * character, the later rule counts.
 */
const faces = rules.flatMap((rule, index) => {
  const [, file] = /\/fonts\/([\w-]+\.woff2)/.exec(rule) ?? [];
  const later = rules
    .slice(index + 1)
    .filter((each) => lineOf(each, "font-family") === lineOf(rule, "font-family"));
  const letters = later.reduce((left, each) => left.difference(lettersOf(each)), lettersOf(rule));
  return file ? [{ file, letters }] : [];
});

describe.each(["archivo.woff2", "figtree.woff2"])("%s", (name) => {
  const letters = faces.find(({ file }) => file === name)?.letters ?? new Set();

  test.each(["messages", "content"])("has every letter of %s", (folder) => {
    const missing = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .flatMap((entry) => [...readFileSync(`${entry.parentPath}/${entry.name}`, "utf8")])
      .filter((letter) => letter >= " " && !letters.has(letter) && !OF_THE_SYSTEM.has(letter));
    expect([...new Set(missing)]).toEqual([]);
  });
});

test("the files of a font say the same of their weights, since a browser takes those of one kind only", () => {
  const kinds = rules.map((rule) =>
    ["font-family", "font-weight", "font-stretch"].map((name) => lineOf(rule, name)).join("; "),
  );
  expect(new Set(kinds).size).toBe(2);
});

test("both fonts have the same letters", () => {
  const [archivoMore, archivo, figtreeMore, figtree] = faces.map(({ letters }) => letters);
  expect(figtree).toEqual(archivo);
  expect(figtreeMore).toEqual(archivoMore);
});

test.each(faces)("$file was cut from its rule as it stands", ({ file, letters }) => {
  const drawn = listGlyphs(readFileSync(`src/ui/fonts/${file}`));
  expect(new Set([...letters].filter((letter) => !WITHOUT_GLYPH.has(letter)))).toEqual(
    drawn.difference(WITHOUT_GLYPH),
  );
});

/** The value of a property in a rule. */
function lineOf(rule: string, property: string): string {
  return new RegExp(`(?<=${property}:)[^;]+`).exec(rule)?.[0] ?? "";
}

/** The letters of a rule's `unicode-range`. */
function lettersOf(rule: string): Set<string> {
  const letters = new Set<string>();
  const range = lineOf(rule, "unicode-range");
  for (const [, first = "", last = first] of range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)) {
    const end = Number.parseInt(last, 16);
    for (let point = Number.parseInt(first, 16); point <= end; point += 1)
      letters.add(String.fromCodePoint(point));
  }
  return letters;
}

/**
 * The characters for which a WOFF2 file has glyphs: its table `cmap` in format 4 (W3C, WOFF File
 * Format 2.0, sections 4.1 and 5; OpenType, `cmap`).
 */
function listGlyphs(file: Buffer): Set<string> {
  const cmap = tableOf(file, 0);
  const count = cmap.readUInt16BE(2);
  const offsets = Array.from({ length: count }, (_, index) => cmap.readUInt32BE(8 + 8 * index));
  const at = offsets.find((offset) => cmap.readUInt16BE(offset) === 4) ?? 0;
  const segments = cmap.readUInt16BE(at + 6) / 2;
  const letters = new Set<string>();
  for (let index = 0; index < segments; index += 1) {
    const end = cmap.readUInt16BE(at + 14 + 2 * index);
    const start = cmap.readUInt16BE(at + 16 + 2 * segments + 2 * index);
    for (let point = start; point <= end && point < 0xffff; point += 1)
      letters.add(String.fromCodePoint(point));
  }
  return letters;
}

/** A table of a WOFF2 file by its number in the list of known tables: 0 is `cmap`. */
function tableOf(file: Buffer, known: number): Buffer {
  let position = 48;
  let before = 0;
  let found: [number, number] | undefined;
  const readLength = () => {
    let length = 0;
    let byte;
    do {
      byte = file[position] ?? 0;
      length = length * 128 + (byte & 127);
      position += 1;
    } while (byte & 128);
    return length;
  };
  const tables = file.readUInt16BE(12);
  for (let index = 0; index < tables; index += 1) {
    const flags = file[position] ?? 0;
    position += 1;
    const tag = flags & 63;
    if (tag === 63) position += 4;
    const plain = readLength();
    // `glyf` and `loca` are transformed unless their version is 3, all others only if it is not 0.
    const isTransformed = tag === 10 || tag === 11 ? flags >> 6 !== 3 : flags >> 6 !== 0;
    const length = isTransformed ? readLength() : plain;
    if (tag === known) found = [before, before + length];
    before += length;
  }
  const tablesTogether = brotliDecompressSync(
    file.subarray(position, position + file.readUInt32BE(20)),
  );
  return tablesTogether.subarray(...(found ?? [0, 0]));
}
