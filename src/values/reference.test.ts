import fc from "fast-check";
import { expect, test } from "vitest";
import { isReference, newReference, readReference, referenceFrom } from "./reference.ts";

test("references are eight unambiguous characters and do not repeat", () => {
  const references = Array.from({ length: 1000 }, newReference);
  expect(references.every(isReference)).toBe(true);
  expect(references.join("")).toMatch(/^[A-Z2-9]+$/);
  expect(references.join("")).not.toMatch(/[IOQZ01]/);
  expect(new Set(references).size).toBe(references.length);
});

test("bytes that would favour some letters are asked for again", () => {
  const answers = [[0, 29, 30, 59, 240, 255, 239, 5], [8, 241], [7]];
  const reference = referenceFrom(() => Uint8Array.from(answers.shift() ?? []));
  expect(reference).toBe("A9A99FJH");
  expect(answers).toEqual([]);
});

test("every source of bytes gives a good reference", () => {
  const bytes = fc.infiniteStream(fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(bytes, (stream) => {
      expect(isReference(referenceFrom((count) => Uint8Array.from(stream.take(count))))).toBe(true);
    }),
  );
});

test.each([
  ["ABCDEFGH", "ABCDEFGH"],
  [" abcd-efgh ", "ABCDEFGH"],
  ["ABCD EF23", "ABCDEF23"],
  ["ABCDEFG", null],
  ["ABCDEFGHJ", null],
  ["ABCDEFG0", null],
  ["ABCDEFGI", null],
  ["", null],
])("readReference(%j) is %j", (text, reference) => expect(readReference(text)).toBe(reference));

test("only text can be a reference", () => {
  expect(isReference(undefined)).toBe(false);
  expect(isReference(["ABCDEFGH"])).toBe(false);
  expect(isReference("abcdefgh")).toBe(false);
});
