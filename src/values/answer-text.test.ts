import { expect, test } from "vitest";
import { plainAnswerText, readAnswerText } from "./answer-text.ts";

test("an empty line begins a paragraph, and a link has its words and its address", () => {
  const read = readAnswerText(
    "See [our cars](/cars) or [write](mailto:hi@example.com).\r\n\r\n\n[The law](https://laws.example/a?b=c)\n<b>as is</b>",
    (path) => `/fr${path}`,
  );
  expect(read).toEqual([
    [
      "See ",
      { text: "our cars", href: "/fr/cars" },
      " or ",
      { text: "write", href: "mailto:hi@example.com" },
      ".",
    ],
    [{ text: "The law", href: "https://laws.example/a?b=c" }, "\n<b>as is</b>"],
  ]);
  expect(plainAnswerText(read!)).toBe("See our cars or write.\n\nThe law\n<b>as is</b>");
});

test.each([
  "javascript:alert(1)",
  "http://example.com",
  "//evil.example",
  "/\\evil.example",
  "data:text/html,x",
  "mailto:hi@example.com?bcc=a@b.ca",
  "cars",
])("a link to %s is refused", (address) => {
  expect(readAnswerText(`Fine. [Press](${address})`)).toBeNull();
});

test("brackets that are no link stay as they are", () => {
  expect(readAnswerText("[1] and (2), [a] (b)")).toEqual([["[1] and (2), [a] (b)"]]);
});
