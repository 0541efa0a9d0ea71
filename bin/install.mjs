import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { run } from "./child.mjs";
import { fingerprint, readStamp } from "./fingerprint.mjs";
import { hasPinnedNode, inRoot, root } from "./paths.mjs";
import { whileNobodyElseSetsUp } from "./set-up-lock.mjs";
import { Refusal } from "./stages.mjs";

const FULL = "full";
const stampPath = inRoot("node_modules", ".install-stamp");

/**
 * Installs the packages of package-lock.json unless just these are installed. A run with
 * development packages also serves one without, not the other way round.
 * @param {{ withDevelopment: boolean }} options
 */
export async function installPackages({ withDevelopment }) {
  if (isInstalled(withDevelopment)) return;
  await whileNobodyElseSetsUp(async () => {
    if (isInstalled(withDevelopment)) return;
    // Who develops here keeps what they develop with, also when they just start the site.
    const isFull = withDevelopment || hasDevelopmentPackages();
    rmSync(stampPath, { force: true });
    const dev = isFull ? "--include=dev" : "--omit=dev";
    const { exitCode, output } = await npm([
      "ci",
      dev,
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      // The Node that the project is pinned to arrives by an install script.
      "--ignore-scripts=false",
    ]);
    if (exitCode !== 0 || !hasPinnedNode()) {
      throw new Refusal(`The packages could not be installed.\n${output.trim()}`);
    }
    writeFileSync(stampPath, stampFor(isFull));
  });
}

/** Seen in the folder itself: a plain `npm install` leaves no stamp. */
function hasDevelopmentPackages() {
  const { devDependencies } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  return Object.keys(devDependencies).every((name) => existsSync(inRoot("node_modules", name)));
}

/** @param {boolean} withDevelopment */
function isInstalled(withDevelopment) {
  const stamp = readStamp(stampPath);
  const isCurrent = stamp === stampFor(true) || (!withDevelopment && stamp === stampFor(false));
  return isCurrent && hasPinnedNode();
}

/** @param {boolean} withDevelopment */
function stampFor(withDevelopment) {
  return `${fingerprint(["package-lock.json"])} ${withDevelopment ? FULL : "production"}`;
}

/** @param {string[]} parameters */
function npm(parameters) {
  // The packages wanted are named by flags; NODE_ENV would silently change them.
  const { NODE_ENV: _, ...env } = process.env;
  const node = outsideNode();
  const cli = npmScript(node);
  if (cli) return run(node, [cli, ...parameters], { quiet: true, env });
  return run("npm", parameters, { quiet: true, env, shell: process.platform === "win32" });
}

/** A Node that outlives the emptying of node_modules. */
function outsideNode() {
  const isInside = process.execPath.startsWith(root);
  return (isInside && process.env.npm_node_execpath) || process.execPath;
}

/**
 * npm's own script: the one that runs this script, else the one beside that Node.
 * @param {string} node
 */
function npmScript(node) {
  const running = process.env.npm_execpath ?? "";
  const beside = [
    join(dirname(node), "node_modules", "npm", "bin", "npm-cli.js"),
    join(dirname(node), "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
  ];
  const candidates = basename(running) === "npm-cli.js" ? [running, ...beside] : beside;
  return candidates.find((candidate) => existsSync(candidate));
}
