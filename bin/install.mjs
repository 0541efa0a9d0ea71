import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fingerprint, readStamp } from "./fingerprint.mjs";
import { explainFailedInstall, refuseOtherLock } from "./install-refusals.mjs";
import { npmCi } from "./npm.mjs";
import { inRoot } from "./paths.mjs";
import { ensureProjectNode } from "./project-node.mjs";
import { whileNobodyElseSetsUp } from "./set-up-lock.mjs";
import { Refusal } from "./stages.mjs";

const FULL = "full";
const stampPath = inRoot("node_modules", ".install-stamp");

/**
 * Makes sure that a suitable Node exists, and installs the packages of package-lock.json unless
 * exactly these are installed. An installation with development packages also serves a run without
 * them, but not the reverse.
 * @param {{ withDevelopment: boolean }} options
 */
export async function installPackages({ withDevelopment }) {
  const lock = readJson("package-lock.json");
  const otherLock = refuseOtherLock(readJson("package.json"), lock);
  if (otherLock) throw new Refusal(otherLock);
  await ensureProjectNode();
  if (isInstalled(withDevelopment)) return;
  await whileNobodyElseSetsUp(async () => {
    if (isInstalled(withDevelopment)) return;
    // A developer's packages are not removed when they only start the site.
    const isFull = withDevelopment || hasDevelopmentPackages();
    rmSync(stampPath, { force: true });
    const dev = isFull ? "--include=dev" : "--omit=dev";
    const { exitCode, output } = await npmCi([dev]);
    if (exitCode !== 0) throw new Refusal(explainFailedInstall(output, lock));
    writeFileSync(stampPath, stampFor(isFull));
  });
}

/** Checks the folder itself, because a plain `npm install` leaves no stamp. */
function hasDevelopmentPackages() {
  const { devDependencies } = readJson("package.json");
  return Object.keys(devDependencies).every((name) => existsSync(inRoot("node_modules", name)));
}

/** @param {string} name */
function readJson(name) {
  return JSON.parse(readFileSync(inRoot(name), "utf8"));
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
