import { expect, test } from "vitest";
import { readAdvisories, readSignatures } from "./audit-answers.mjs";

test("each package with an advisory is a line", () => {
  const result = { vulnerabilities: { esbuild: { severity: "moderate", range: "<=0.24.2" } } };
  expect(readAdvisories(`npm warn old\n${JSON.stringify(result)}`)).toEqual([
    "esbuild <=0.24.2: moderate",
  ]);
  expect(readAdvisories('{ "vulnerabilities": {} }')).toEqual([]);
});

test("each wrong signature is a line", () => {
  const result = { invalid: [{ name: "zod", version: "4.6.7" }], missing: [] };
  expect(readSignatures(JSON.stringify(result))).toEqual(["zod 4.6.7: wrong signature"]);
});

test.each([
  "",
  "npm error audit endpoint returned an error",
  '{ "error": { "code": "ENOTFOUND" } }',
])("no answer of the registry is told from a good one: %s", (output) => {
  expect(readAdvisories(output)).toBeUndefined();
  expect(readSignatures(output)).toBeUndefined();
});
