// The journeys need a Chromium that is not part of the npm packages.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./child.mjs";
import { Refusal } from "./stages.mjs";

/** First the one that has no windows to open: the journeys take it far less of a processor. */
const PROGRAMS = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];

/** Where installers put it on macOS and Windows, outside of PATH. */
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  `${process.env.PROGRAMFILES}\\Google\\Chrome\\Application\\chrome.exe`,
  `${process.env["PROGRAMFILES(X86)"]}\\Google\\Chrome\\Application\\chrome.exe`,
  `${process.env.LOCALAPPDATA}\\Google\\Chrome\\Application\\chrome.exe`,
  `${process.env["PROGRAMFILES(X86)"]}\\Microsoft\\Edge\\Application\\msedge.exe`,
];

/**
 * The path of a Chromium: `CHROMIUM_PATH`, an installed one or, on Debian and Ubuntu where this
 * account may install packages, one that is installed now.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (existsSync(wanted)) return wanted;
    throw new Refusal(`CHROMIUM_PATH is ${wanted}, which does not exist.`);
  }
  const found = installedChromium() ?? ((await installWithApt()) ? installedChromium() : undefined);
  if (found) return found;
  throw new Refusal(
    "The journeys need Chromium or Chrome, and none was found or could be installed. " +
      "Install one, or set CHROMIUM_PATH to its program.",
  );
}

function installedChromium() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const programs = PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program)));
  return [...programs, ...APPLICATIONS].find((path) => existsSync(path));
}

async function installWithApt() {
  if (!existsSync("/usr/bin/apt-get")) return false;
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  /** @param {string[]} parameters */
  const aptGet = async (parameters) => {
    const [command = "", ...rest] = [...asRoot, "apt-get", ...parameters];
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const { exitCode, output } = await run(command, rest, { quiet: true, env });
    return { isDone: exitCode === 0, output };
  };
  let last = await aptGet(["update"]);
  // Not every release packs the one without windows apart.
  for (const browser of last.isDone ? ["chromium-headless-shell", "chromium"] : []) {
    const packages = [browser, "fonts-liberation"];
    last = await aptGet(["install", "-y", "--no-install-recommends", ...packages]);
    if (last.isDone) return true;
  }
  console.error(last.output.trim());
  return false;
}
