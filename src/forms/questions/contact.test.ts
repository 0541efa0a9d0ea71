import { expect, test } from "vitest";
import { readOne, viewOne } from "#forms/one-question.fixture.ts";
import type { ContactQuestion } from "./contact.ts";

const contact: ContactQuestion = { kind: "contact", name: "phoneNumber" };

test.each([
  [" zoe.roy@Example.CA ", "zoe.roy@example.ca"],
  ["zoe\u200b@example.ca", "zoe@example.ca"],
  // Nine digits of an address are no Social Insurance Number.
  ["130692544@example.ca", "130692544@example.ca"],
  ["(416) 555-0123", "+14165550123"],
  ["+1 514 555 0123", "+15145550123"],
  ["zoe@", "!not_a_contact"],
  ["@", "!not_a_contact"],
  ["call me", "!not_a_contact"],
  ["555-0123", "!not_a_contact"],
  ["212 555 0123", "!not_a_contact"],
  [`${"x".repeat(300)}@example.com`, "!not_a_contact"],
  ["zoe\u0007@example.ca", "!unaccepted_character"],
  [" ", "!missing"],
])("reads %j as %j", (typed, expected) => {
  expect(readOne(contact, typed)).toBe(expected);
});

test("is one text control, for either", () => {
  expect(viewOne(contact, { phoneNumber: "zoe@" }, "en")).toMatchObject({
    control: "input",
    type: "text",
    value: "zoe@",
  });
});
