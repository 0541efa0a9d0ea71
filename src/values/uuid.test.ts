import { expect, test } from "vitest";
import { isUuid } from "./uuid.ts";

test.each([
  ["019aa4f0-3c1e-7d5a-8a11-0c2b6a1f9e42", true],
  ["019AA4F0-3C1E-7D5A-8A11-0C2B6A1F9E42", true],
  ["", false],
  ["019aa4f03c1e7d5a8a110c2b6a1f9e42", false],
  ["019aa4f0-3c1e-7d5a-8a11-0c2b6a1f9e42\n", false],
  ["019aa4f0-3c1e-7d5a-8a11-0c2b6a1f9e4\u0000", false],
  ["{019aa4f0-3c1e-7d5a-8a11-0c2b6a1f9e42}", false],
])("%j is one: %s", (text, is) => {
  expect(isUuid(text)).toBe(is);
});
