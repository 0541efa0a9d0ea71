import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

// Everything that a button or a form does is a declared command (src/pages/command). No page checks
// by itself which button was pressed.

const ELSEWHERE = [/^src\/pages\/command\//, /\.(test|e2e|fixture)\.tsx?$/];
const files = sourceFiles("src").filter((file) => ELSEWHERE.every((each) => !each.test(file)));

/** The lines of these files that match, as `file: match`. */
function find(pattern: RegExp): string[] {
  return files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(pattern)].map(([match]) => `${file}: ${match}`),
  );
}

test("only the mechanism knows the control that names a command", () => {
  // As a string, and as a key of a script's post. Code that needs the name imports it from
  // press.ts.
  expect(find(/["'`]intent["'`]|\bintent\s*:|\.intent\b/g)).toEqual([]);
});

test("no page tells apart by hand which of its forms was posted", () => {
  expect(find(/\b(?:field|control)\("form"\)|\(\s*[\w.]+,\s*"form"\)|\.get\("form"\)/g)).toEqual([
    // The form of a passkey has the passkey's id in its name.
    'src/pages/account/security/second-factor.server.ts: field("form")',
    // Checks whether this form is being sent.
    'src/pages/form/page-form.tsx: .get("form")',
  ]);
});
