import { expect, test } from "vitest";
import { localPath } from "./local-path.ts";

test.each([
  ["/fr/about?x=1", "/fr/about?x=1"],
  ["/", "/"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["/fr//evil.example", "/"],
  ["/fr/..//evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["/.//evil.example", "/"],
  ["https://evil.example", "/"],
  ["javascript:alert(1)", "/"],
  [null, "/"],
])("%s leads back to %s", (input, wanted) => {
  expect(localPath(input)).toBe(wanted);
});
