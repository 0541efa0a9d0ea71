import { expect, test } from "vitest";
import { readColumns } from "./inbox-columns.ts";

test.each([
  [[], null],
  [["stage", "due", "owner"], null],
  [["owner", "stage", "due"], null],
  [["name", "sin"], null],
  [
    ["phone", "stage", "phone", "x"],
    ["stage", "phone"],
  ],
])("the columns %j are %j", (codes, expected) => {
  expect(readColumns(codes)).toEqual(expected);
});
