import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

// Rules that prevent whole classes of weaknesses, checked in the source code; docs/security/asvs.md
// refers to these tests.

const files = sourceFiles("src").filter((file) => !/\.(test|e2e|fixture)\.tsx?$/.test(file));

/** The lines of the product that match, as `file: match`. */
function find(pattern: RegExp): string[] {
  return files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(pattern)].map(([match]) => `${file}: ${match}`),
  );
}

const listFiles = (found: readonly string[]) => [
  ...new Set(found.map((each) => each.replace(/: .*$/s, ""))),
];

test("SQL that is glued together is made of the code's own words", () => {
  // Only codes of a CHECK and columns of the site's tables; all other values are bound parameters.
  expect(listFiles(find(/sql\.raw\(/g))).toEqual([
    "src/domain/search/count-facets.server.ts",
    "src/domain/search/listing-search.table.ts",
    "src/domain/search/search-conditions.server.ts",
    "src/platform/database/columns.ts",
  ]);
});

test("a pattern is made of constants, never of what somebody typed", () => {
  expect(find(/new RegExp\([^)]*\)/g)).toEqual([
    "src/domain/ad-rules/words-in-ads.ts: new RegExp(`[^${IN_A_WORD}](?:${pattern})",
    'src/forms/view-form.ts: new RegExp(controlCharacters.source, "gu")',
    'src/pages/public/form-journey/form-post.server.ts: new RegExp(controlCharacters.source, "gu")',
    "src/values/reference.ts: new RegExp(`^[${ALPHABET}]{${LENGTH}}$`)",
  ]);
});

test("HTML is written by React, but for a line of script, and on the server icons and cached parts", () => {
  expect(
    listFiles(find(/dangerouslySetInnerHTML|\.innerHTML\b|insertAdjacentHTML|document\.write/g)),
  ).toEqual([
    "src/root.tsx",
    // HTML that React rendered before (cached-html.server.ts).
    "src/ui/cached-html.tsx",
    "src/ui/icon.tsx",
  ]);
});

test("no style stands in HTML, which the site's policy allows nowhere", () => {
  expect(
    find(/\bstyle=[{"']|<style\b|['"]unsafe-(?:inline|eval)|setAttribute\(["']style/g),
  ).toEqual([]);
});

test("secrets are random by the system's own source", () => {
  // Chooses the drawing of a car without a photo.
  expect(listFiles(find(/Math\.random/g))).toEqual(["src/domain/listing/write-listing.server.ts"]);
});

/**
 * The range protocol identifies passwords by their SHA-1. The hash is a search key there and
 * protects nothing.
 */
const FOREIGN_HASH = "src/platform/breached-passwords/breached-passwords.server.ts: ";

/** The one content coding that browsers decrypt a push message by (RFC 8291 §4). */
const FOREIGN_CIPHER = 'src/platform/push/encrypt-push.server.ts: "aes-128-gcm"';

test("hashes, MACs and ciphers are SHA-256 and AES-256-GCM", () => {
  const isOurs = (match: string) =>
    !match.startsWith(FOREIGN_HASH) && !match.startsWith(FOREIGN_CIPHER.split(" ")[0] ?? "");
  const named = find(/create(?:Hash|Hmac|Cipheriv|Decipheriv)\(\s*"([^"]+)"/g).filter(isOurs);
  expect(named.filter((each) => !/"(sha256|aes-256-gcm)"/.test(each))).toEqual([]);
  expect(find(/"aes-[\w-]+"/g).filter((each) => !each.endsWith(': "aes-256-gcm"'))).toEqual([
    FOREIGN_CIPHER,
  ]);
  expect(find(/\b(?:md5|sha1|des-ede3|rc4|aes-\d+-(?:ecb|cbc))\b/gi).filter(isOurs)).toEqual([]);
});

test("no field refuses what is pasted, or hides from a password manager", () => {
  expect(find(/onPaste|onBeforeInput/g)).toEqual([]);
});

test("nothing runs text as code", () => {
  expect(find(/\beval\(|new Function\(|child_process|vm\.run/g)).toEqual([]);
});

test("a form's post is read by one reader, a call's JSON by another, with their limits", () => {
  const readers = [
    // A mail that a provider posts, signed as a whole: it is no form of ours.
    "src/api/inbound-email.api.ts: .formData(",
    // In the browser: saves the content of a post that failed.
    "src/pages/public/layout/failed-post.ts: .formData(",
    "src/platform/request/read-post.server.ts: .formData(",
  ];
  expect(find(/\.(?:formData|parseBody)\(/g)).toEqual(readers);
  expect(
    find(/\b(?:request|req|raw|copy|clone\(\))\.(?:json|text|arrayBuffer|blob|bytes)\(/g),
  ).toEqual([
    "src/api/inbound-email.api.ts: raw.arrayBuffer(",
    "src/api/serve-calls.server.ts: request.arrayBuffer(",
    "src/platform/request/read-post.server.ts: request.text(",
  ]);
});

test("what people write is read as a form, never by a parser of its own", () => {
  // The search for a Social Insurance Number represents all its rules here.
  expect(listFiles(find(/\bcontainsSin\(/g))).toEqual([
    "src/forms/read-form.ts",
    "src/values/sin.ts",
  ]);
});
