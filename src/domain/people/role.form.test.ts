import { expect, test } from "vitest";
import { describeForm } from "#forms/describe-form.fixture.ts";
import { readOne } from "#forms/one-question.fixture.ts";
import { roleForm } from "./role.form.ts";

const form = roleForm({ member: "seller", dealerships: [{ id: "d1", name: "Prairie Auto" }] });

describeForm(form);

test.each([
  [" Starts on Monday ", "Starts on Monday"],
  ["  ", "!missing"],
  ["ok", "!too_short"],
  ["x".repeat(501), "!too_long"],
  ["Starts\0", "!unaccepted_character"],
])("the reason %j is read as %j", (typed, expected) => {
  const [, , reason] = form.steps[0].questions;
  expect(readOne({ ...reason, words: "people_reason" }, typed)).toBe(expected);
});
