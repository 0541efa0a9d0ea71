// Where things are in the checkout, for the scripts of this folder.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string[]} parts */
export const inRoot = (...parts) => join(root, ...parts);

/**
 * The Node version that the project is made for. It comes with the packages, because the machine's
 * own Node may be older; Windows has the program under another name.
 */
export function pinnedNode() {
  const program = process.platform === "win32" ? "node.exe" : "node";
  return inRoot("node_modules", "node", "bin", program);
}

export function hasPinnedNode() {
  return existsSync(pinnedNode());
}
