import { expect, test } from "vitest";
import { readOne, viewOne } from "#forms/one-question.fixture.ts";
import type { PersonNameQuestion } from "./person-name.ts";

const firstName: PersonNameQuestion = { kind: "person-name", name: "firstName" };

test.each([
  ["  Marie   Ève ", "Marie Ève"],
  ["D’Arcy", "D’Arcy"],
  ["<img src=x onerror=alert(1)>", "!not_a_name"],
  ["x".repeat(101), "!too_long"],
  ["Eve\u0000", "!unaccepted_character"],
  ["\u200B", "!missing"],
])("reads %j as %j", (typed, expected) => {
  expect(readOne(firstName, typed)).toBe(expected);
});

test("its control takes as many letters as a name may have, and says so to the browser", () => {
  expect(viewOne(firstName, {}, "en")).toMatchObject({ control: "input", maxLength: 100 });
  expect(readOne(firstName, "x".repeat(100))).toBe("x".repeat(100));
});
