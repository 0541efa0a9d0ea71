import { expect, test } from "vitest";
import { readOne, showOne, viewOne } from "#forms/one-question.fixture.ts";
import type { PhoneQuestion } from "./phone.ts";

const phone: PhoneQuestion = { kind: "phone", name: "phoneNumber" };

test.each([
  ["416 555 0123", "+14165550123"],
  ["1-416-555-0123", "+14165550123"],
  ["(416) 555.0123 ext. 9", "+14165550123"],
  ["416-155-0123", "!not_a_phone"],
  ["123-456-7890", "!not_a_phone"],
  ["911", "!not_a_phone"],
  ["+44 20 7946 0123", "!phone_not_canadian"],
  ["", "!missing"],
])("reads %j as %j", (typed, expected) => {
  expect(readOne(phone, typed)).toBe(expected);
});

test("shows it as the language writes it", () => {
  expect(showOne(phone, "+14165550123", "en")).toBe("416-555-0123");
  expect(showOne(phone, "+14165550123", "fr")).toBe("416\u00a0555-0123");
});

test.each([
  ["+14165550123", "416-555-0123"],
  ["416.555.0123", "416.555.0123"],
  ["+44 20 7946", "+44 20 7946"],
])("an input with %j says %j", (typed, value) => {
  expect(viewOne(phone, { phoneNumber: typed }, "fr")).toMatchObject({ value });
});
