import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

const cellOf = (value: unknown) => /^\uFEFFa\r\n(.*)\r\n$/su.exec(toCsv([{ a: value }]))?.[1];

test.each<[value: unknown, cell: string]>([
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["two\r\nlines", '"two\r\nlines"'],
  ["one, two", '"one, two"'],
  ["Chloé’s car", "Chloé’s car"],
  ["", ""],
  [null, ""],
  [undefined, ""],
  [0, "0"],
  [false, "false"],
  [new Date("2026-11-21T12:00:00Z"), "2026-11-21T12:00:00.000Z"],
  [{ g: 'say "hi"' }, '"{""g"":""say \\""hi\\""""}"'],
  [["a", 1], '"[""a"",1]"'],
])("%j is the cell %j", (value, cell) => {
  expect(cellOf(value)).toBe(cell);
});

test.each<[typed: unknown, cell: string]>([
  ["=1+1", "'=1+1"],
  ["+14035550147", "'+14035550147"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1+1", "'\t=1+1"],
  ["\r=1+1", '"\'\r=1+1"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  // A formula is one only at the beginning of a text, and a number is none.
  ["a=1+1", "a=1+1"],
  ["1-2", "1-2"],
  [-5, "-5"],
])("a spreadsheet program does not execute %j: the cell is %j", (typed, cell) => {
  expect(cellOf(typed)).toBe(cell);
});

test("the columns are those of all rows, and a row without one has an empty cell", () => {
  expect(
    toCsv([
      { a: 1, b: "x" },
      { b: "y", c: 2 },
    ]),
  ).toBe("\uFEFFa,b,c\r\n1,x,\r\n,y,2\r\n");
  expect(toCsv([])).toBe("\uFEFF\r\n");
});
