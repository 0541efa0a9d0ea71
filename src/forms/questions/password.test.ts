import { expect, test } from "vitest";
import { readOne, showOne, viewOne } from "#forms/one-question.fixture.ts";
import type { PasswordQuestion } from "./password.ts";

const question: PasswordQuestion = {
  kind: "password",
  name: "password",
  sealed: true,
  autocomplete: "current-password",
};

test("takes a password as typed, spaces too", () => {
  expect(readOne(question, " corréct horse ")).toBe(" corréct horse ");
  expect(readOne(question, "")).toBe("!missing");
});

test("shows it to nobody, not even where it was just typed", () => {
  expect(showOne(question, "secret", "en")).not.toContain("secret");
  expect(viewOne(question, { password: "secret" }, "en")).toMatchObject({
    type: "password",
    value: "",
  });
});
