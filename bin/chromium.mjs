// The end-to-end tests need a Chromium, which is not part of the npm packages.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installWithApt } from "./apt.mjs";
import { Refusal } from "./stages.mjs";

/** First the headless one: it takes much less processor time in the end-to-end tests. */
const PROGRAMS = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];

/** Its paths on macOS and Windows, where installers do not add it to PATH. */
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  `${process.env.PROGRAMFILES}\\Google\\Chrome\\Application\\chrome.exe`,
  `${process.env["PROGRAMFILES(X86)"]}\\Google\\Chrome\\Application\\chrome.exe`,
  `${process.env.LOCALAPPDATA}\\Google\\Chrome\\Application\\chrome.exe`,
  `${process.env["PROGRAMFILES(X86)"]}\\Microsoft\\Edge\\Application\\msedge.exe`,
];

/**
 * The path of a Chromium: `CHROMIUM_PATH`, an installed one or, on Debian and Ubuntu if this
 * account may install packages, one that is installed now.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (existsSync(wanted)) return wanted;
    throw new Refusal(`CHROMIUM_PATH is ${wanted}, which does not exist.`);
  }
  const found = installedChromium() ?? ((await install()) ? installedChromium() : undefined);
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

async function install() {
  // Not every release has a separate package of the headless one.
  const browsers = ["chromium-headless-shell", "chromium"];
  const { isDone, output } = await installWithApt(
    browsers.map((browser) => [browser, "fonts-liberation"]),
  );
  if (!isDone) console.error(output);
  return isDone;
}
