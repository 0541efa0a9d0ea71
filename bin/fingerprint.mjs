// Content hashes that show whether a step must be done again.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";

/**
 * One hash over the names and contents of files and folders of the checkout; missing ones count as
 * empty.
 * @param {string[]} names
 * @param {string[]} [except] names to leave out, such as folders of generated files
 */
export function fingerprint(names, except = []) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const name of names.flatMap((entry) => filesUnder(entry, except))) {
    const content = readFileSync(inRoot(name));
    hash.update(`\0${name}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * @param {string} name
 * @param {string[]} except
 * @returns {string[]}
 */
function filesUnder(name, except) {
  const path = inRoot(name);
  if (except.includes(name) || !existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [name];
  return readdirSync(path)
    .toSorted()
    .flatMap((entry) => filesUnder(join(name, entry), except));
}

/** @param {string} path */
export function readStamp(path) {
  return existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
}
