import { expect, test } from "vitest";
import { isRepeated, rawFields, rawValue } from "./raw-fields.ts";

test.each([
  ["what was not sent is blank", "other=x", ""],
  ["nothing that no database holds", "id=a%00b", "ab"],
  ["letters and pictures as they are", "id=Zo%C3%A9%20%F0%9F%9A%97", "Zoé \u{1f697}"],
  ["the first of several", "id=one&id=two", "one"],
])("a field is read: %s", (_what, post, value) => {
  expect(rawValue(rawFields(new URLSearchParams(post)), "id")).toBe(value);
});

test("half a surrogate pair is left out", () => {
  expect(rawValue(rawFields({ id: "ab\ud800" }), "id")).toBe("ab");
});

test("a file is no field", () => {
  const form = new FormData();
  form.append("id", new File(["x"], "x.txt"));
  expect(rawValue(rawFields(form), "id")).toBe("");
});

test.each([
  ["id=one&id=two", true],
  ["id=one&id=one", false],
  ["id=one", false],
  ["other=x", false],
])("%s: two different values are told apart from one: %s", (post, isTwo) => {
  expect(isRepeated(rawFields(new URLSearchParams(post)), "id")).toBe(isTwo);
});
