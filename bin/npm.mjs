import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { run } from "./child.mjs";

/**
 * Installs the packages of a folder's lockfile; each is checked against its hash there.
 * @param {string[]} parameters
 * @param {{ cwd?: string }} [options] the checkout, unless another folder is given
 */
export function npmCi(parameters, options) {
  return npm(["ci", "--no-audit", "--no-fund", "--loglevel=error", ...parameters], options);
}

/**
 * @param {string[]} parameters
 * @param {{ cwd?: string }} [options]
 */
export function npm(parameters, options) {
  // Flags choose the packages; NODE_ENV would silently change the choice.
  const { NODE_ENV: _, ...env } = process.env;
  const cli = npmScript();
  if (cli) return run(process.execPath, [cli, ...parameters], { quiet: true, env, ...options });
  const shell = process.platform === "win32";
  return run("npm", parameters, { quiet: true, env, shell, ...options });
}

/**
 * The path of npm's script: of the npm that runs this script, otherwise of the one beside this
 * Node.
 */
function npmScript() {
  const running = process.env.npm_execpath ?? "";
  const folder = dirname(process.execPath);
  const beside = [
    join(folder, "node_modules", "npm", "bin", "npm-cli.js"),
    join(folder, "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
  ];
  const candidates = basename(running) === "npm-cli.js" ? [running, ...beside] : beside;
  return candidates.find((candidate) => existsSync(candidate));
}
