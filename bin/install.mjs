import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fingerprint, readStamp } from "./fingerprint.mjs";
import { npmCi } from "./npm.mjs";
import { inRoot } from "./paths.mjs";
import { ensureProjectNode } from "./project-node.mjs";
import { whileNobodyElseSetsUp } from "./set-up-lock.mjs";
import { Refusal } from "./stages.mjs";

const FULL = "full";
const stampPath = inRoot("node_modules", ".install-stamp");

/**
 * Makes sure of a Node to run on, and installs the packages of package-lock.json unless just these
 * are installed. A run with development packages also serves one without, not the other way round.
 * @param {{ withDevelopment: boolean }} options
 */
export async function installPackages({ withDevelopment }) {
  await ensureProjectNode();
  if (isInstalled(withDevelopment)) return;
  await whileNobodyElseSetsUp(async () => {
    if (isInstalled(withDevelopment)) return;
    // Who develops here keeps what they develop with, also when they just start the site.
    const isFull = withDevelopment || hasDevelopmentPackages();
    rmSync(stampPath, { force: true });
    const dev = isFull ? "--include=dev" : "--omit=dev";
    const { exitCode, output } = await npmCi([dev]);
    if (exitCode !== 0) {
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
  return stamp === stampFor(true) || (!withDevelopment && stamp === stampFor(false));
}

/** @param {boolean} withDevelopment */
function stampFor(withDevelopment) {
  return `${fingerprint(["package-lock.json"])} ${withDevelopment ? FULL : "production"}`;
}
