import { expect, test } from "vitest";
import { readOne, showOne, viewOne } from "#forms/one-question.fixture.ts";
import type { CodeQuestion } from "./code.ts";

const question = { kind: "code", name: "code", sealed: true } as const satisfies CodeQuestion;

test.each([
  ["123456", "123456"],
  [" 123 456 ", "123456"],
  ["123\u00a0456", "123456"],
  ["123-456", "123456"],
  ["Xk3p9-QwRt2", "Xk3p9-QwRt2"],
  ["", "!missing"],
  ["x".repeat(65), "!too_long"],
])("reads %j as %j, however it is spaced", (typed, read) => {
  expect(readOne(question, typed)).toBe(read);
});

test("is put back into no page", () => {
  expect(showOne(question, "123456", "en")).not.toContain("123456");
  expect(viewOne({ ...question, digits: 6 } as const, { code: "123456" }, "en")).toMatchObject({
    value: "",
    inputMode: "numeric",
    digits: 6,
    autocomplete: "one-time-code",
  });
});
