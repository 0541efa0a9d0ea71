import { expect, test } from "vitest";
import { readOne, viewOne } from "#forms/one-question.fixture.ts";
import type { EmailQuestion } from "./email.ts";

const email: EmailQuestion = { kind: "email", name: "email", autocomplete: "email" };

test.each([
  ["  zoe@Example.CA ", "zoe@example.ca"],
  ["zoe@\u200Bexample.ca", "zoe@example.ca"],
  ["zoe", "!not_an_email"],
  ["zoe@example.ca\nBcc: all@example.ca", "!not_an_email"],
  [`${"z".repeat(9_000)}@example.ca`, "!too_long"],
  ["", "!missing"],
])("reads %j as %j", (typed, expected) => {
  expect(readOne(email, typed)).toBe(expected);
});

test("keeps what was typed and helps to fill it in", () => {
  expect(viewOne(email, { email: "zoe" }, "en")).toMatchObject({
    type: "email",
    value: "zoe",
    autocomplete: "email",
    spellCheck: false,
  });
});
