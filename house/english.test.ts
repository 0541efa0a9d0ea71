import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// The style of the English texts, as far as single words show it.

const read = (folder: string) =>
  readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, "utf8")] as const);
const messages = read("messages/en").flatMap(([, text]) =>
  Object.entries(JSON.parse(text) as Record<string, string>),
);
// Only the newest version of each document; older versions stay as they were agreed to.
const terms = read("content/terms").filter(([name]) => /^(site-2|dealers-1)\.en/.test(name));
const texts = [...messages, ...read("content/blog/en"), ...terms];

const list = (pattern: RegExp, among = texts) =>
  among.filter(([, text]) => pattern.test(text)).map(([name]) => name);

test("there is English to read", () => {
  expect(messages.length).toBeGreaterThan(3_000);
  expect(texts.length - messages.length).toBeGreaterThan(5);
});

test("email has no hyphen", () => {
  // SPEC.md §3 names one field: "E-Mail Address".
  expect(list(/\be-mail/i)).toEqual(["call_back_form_email_label"]);
});

test("what a person would contract is contracted", () => {
  const long = /\b(?:do|does|did|is|are|was|were|will|would|has|have) not\b|\bcannot\b/i;
  // SPEC.md §5 prescribes this text.
  expect(list(long)).toEqual(["information_privacy_children_text"]);
});

test("that a lender decides is said on the panel, the sent pages and in the terms, and there only", () => {
  // Repeated everywhere, it would sound defensive.
  expect(list(/a lender decides/i, messages)).toEqual([
    "credit_application_sent_next_lender",
    "pre_approval_qualified_not_credit",
    "pre_approval_sent_next_lender",
  ]);
});
