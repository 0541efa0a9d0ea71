import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readStockFile, STOCK_FILE_LIMITS } from "./stock-file.ts";

const read = (text: string) => readStockFile(Buffer.from(text));

function cellsOf(text: string | Uint8Array) {
  const found = readStockFile(Buffer.from(text as string));
  if (!found.ok) throw new Error(`${found.code} at ${found.place}`);
  return { columns: found.columns, cells: found.rows.map(({ cells }) => cells) };
}

describe("CSV", () => {
  test.each([
    ["commas", "vin,price\nA,1\nB,2\n"],
    ["semicolons", "vin;price\r\nA;1\r\nB;2"],
    ["tabs", "vin\tprice\nA\t1\nB\t2\n\n"],
    ["bars", "vin|price\nA|1\nB|2"],
    ["old line ends", "vin,price\rA,1\rB,2"],
    ["a byte order mark", "\uFEFFvin,price\nA,1\nB,2"],
    ["blank cells that a spreadsheet added", "vin,price,,\nA,1,,\nB,2,,\n,,,\n"],
  ])("with %s", (_name, text) => {
    expect(cellsOf(text)).toEqual({
      columns: ["vin", "price"],
      cells: [
        ["A", "1"],
        ["B", "2"],
      ],
    });
  });

  test("with quotes, separators and lines in quotes, and the true line of each row", () => {
    const found = read('a,b\n"one, ""two""\nthree",4\nx,y\n');
    expect(found.ok && found.rows).toEqual([
      { place: 2, cells: ['one, "two"\nthree', "4"] },
      { place: 4, cells: ["x", "y"] },
    ]);
  });

  test("keeps a formula as the text that it is", () => {
    expect(cellsOf('a,b\n=HYPERLINK("x"),+1\n').cells).toEqual([['=HYPERLINK("x")', "+1"]]);
  });

  test("in windows-1252, as in UTF-16", () => {
    const latin = Buffer.from("couleur,prix\ngris métallisé,1\n", "latin1");
    expect(cellsOf(latin).cells).toEqual([["gris métallisé", "1"]]);
    const wide = Buffer.from("\uFEFFcouleur,prix\nbleu é,1\n", "utf16le");
    expect(cellsOf(wide).cells).toEqual([["bleu é", "1"]]);
  });

  test("names columns that have no name, or one that is taken", () => {
    expect(cellsOf("Photo,Photo,,x\n1,2,3,4").columns).toEqual(["Photo", "Photo (2)", "(3)", "x"]);
  });

  test("sets rows aside that do not match the columns", () => {
    const found = read("a,b,c\n1,2,3\n1,2\n1,2,3,4\n4,5,6\n");
    expect(found.ok && [found.rows.length, found.unevenRows]).toEqual([2, [3, 4]]);
  });
});

test.each([
  [
    "flat elements",
    "<stock>\n<car><vin>A</vin><price>1</price></car>\n<car><vin>B</vin></car></stock>",
  ],
  [
    "attributes",
    '<?xml version="1.0"?><x><stock><car vin="A" price="1"/><car vin="B"/></stock></x>',
  ],
  [
    "text that is escaped or raw",
    "<s><c><vin>&#65;</vin><price><![CDATA[1]]></price></c><c><vin>B</vin></c></s>",
  ],
])("XML with %s", (_name, text) => {
  expect(cellsOf(text)).toEqual({
    columns: ["vin", "price"],
    cells: [
      ["A", "1"],
      ["B", ""],
    ],
  });
});

test("XML with lists inside, and one car alone", () => {
  const car = "<s><c><vin>A</vin><photos><photo>x</photo><photo>y</photo></photos></c></s>";
  expect(cellsOf(car)).toEqual({ columns: ["vin", "photos.photo"], cells: [["A", "x|y"]] });
});

test.each([
  ["a list", '[{"vin":"A","price":1},{"vin":"B"}]'],
  ["a list inside", '{"count":2,"data":{"vehicles":[{"vin":"A","price":1},{"vin":"B"}]}}'],
])("JSON with %s", (_name, text) => {
  expect(cellsOf(text)).toEqual({
    columns: ["vin", "price"],
    cells: [
      ["A", "1"],
      ["B", ""],
    ],
  });
});

test("JSON with parts and lists inside a car", () => {
  expect(cellsOf('[{"a":{"b":1},"p":[{"url":"x"},"y",null],"__proto__":{"c":2}}]')).toEqual({
    columns: ["a.b", "p", "__proto__.c"],
    cells: [["1", "x|y", "2"]],
  });
});

const long = "x".repeat(STOCK_FILE_LIMITS.cellCharacters + 1);
const many = (row: string, times: number) => Array.from({ length: times }, () => row).join("");

test.each([
  ["nothing", "", "empty", null],
  ["only a heading", "vin,price\n", "no_rows", null],
  ["only rows of other lengths", "vin,price\nA\n", "no_rows", 2],
  ["a quote that never closes", 'a,b\n1,2\n"x,2\n3,4\n', "open_quote", 3],
  ["text after a quote", 'a,b\n"1"2,3\n', "text_after_quote", 2],
  ["a long cell", `a,b\n1,2\n${long},2`, "long_cell", 3],
  ["a long cell in quotes", `a,b\n"${long}",2`, "long_cell", 2],
  ["a line of ten megabytes", `a,b\n${many("x", 10_000_000)}`, "long_cell", 2],
  ["ten megabytes of separators", `a,b\n${many(",", 10_000_000)}`, "too_many_columns", 2],
  [
    "too many rows",
    `a,b\n${many("1,2\n", STOCK_FILE_LIMITS.rows + 1)}`,
    "too_many_rows",
    STOCK_FILE_LIMITS.rows + 2,
  ],
  ["a zip", "PK\u0003\u0004abc", "archive", null],
  ["something binary", "a,b\n\u0000,1", "binary", null],
  ["JSON that breaks off", '[{"vin":\n"A"},', "json_broken", 2],
  ["JSON without cars", '{"a":[1,2]}', "no_rows", null],
  ["JSON that nests without end", many("[", 1_000_000), "too_deep", 1],
  ["XML that is not well formed", "<a>\n<b></a>", "xml_broken", 2],
  ["XML that nests without end", many("<a>", 1_000_000), "too_deep", 1],
  ["an unknown entity", "<a><b><c>&x;</c></b></a>", "xml_broken", 1],
  [
    "an entity that grows",
    '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;&x;">]><a><b><c>&y;</c></b></a>',
    "document_type",
    1,
  ],
  [
    "an entity that reads a file",
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<a><b><c>&x;</c></b></a>',
    "document_type",
    1,
  ],
] as const)("refuses %s", (_name, text, code, place) => {
  expect(read(text)).toEqual({ ok: false, code, place });
});

test("refuses a file that is too large", () => {
  const found = readStockFile(Buffer.alloc(STOCK_FILE_LIMITS.bytes + 1, 65));
  expect(found).toEqual({ ok: false, code: "too_large", place: null });
});

test("answers every file, and gives each row a cell for each column", () => {
  const piece = fc.constantFrom(
    '"',
    ",",
    ";",
    "\n",
    "\r",
    "<",
    ">",
    "/",
    "&",
    "{",
    "}",
    "[",
    "]",
    ":",
    "a",
    "é",
    "=",
    "\uFEFF",
    "\0",
  );
  const file = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(pieces.join(""))),
  );
  fc.assert(
    fc.property(file, (bytes) => {
      const found = readStockFile(bytes);
      if (!found.ok) return;
      expect(new Set(found.columns).size).toBe(found.columns.length);
      for (const { cells } of found.rows) expect(cells.length).toBe(found.columns.length);
    }),
    { numRuns: 2_000 },
  );
});

test("reads back whatever is written with quotes", () => {
  const cell = fc
    .string({ unit: "grapheme", maxLength: 20 })
    .map((text) => text.replaceAll("\0", "").trim());
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const lines = [["a", "b"], ...rows].map((cells) => cells.map(quote).join(","));
      const found = read(lines.join("\r\n"));
      const kept = rows.filter((cells) => cells.some(Boolean));
      expect(found.ok ? found.rows.map(({ cells }) => [...cells]) : []).toEqual(kept);
    }),
  );
});
