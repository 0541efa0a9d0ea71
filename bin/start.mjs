// `npm start`: from a fresh clone to a running site. Runs on the machine's own Node, 20 or newer,
// before anything is installed; whatever needs the project's Node 24 is a child process.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { whyNotListen } from "./address-check.mjs";
import { buildSite } from "./build.mjs";
import { npm, runNode } from "./child.mjs";
import { acquireDataDirectoryLock } from "./data-directory-lock.mjs";
import { installPackages } from "./install.mjs";
import { inRoot, root } from "./paths.mjs";
import { explain, Refusal, stages } from "./stages.mjs";

/** A server whose npm was killed under it shuts down in order; it is waited for this long. */
const FOLDER_PATIENCE_MS = 60_000;
/** npm does not wait for its script when it is told to end, so a restart may come too early. */
const PORT_PATIENCE_MS = 2_000;

process.chdir(root);
const dataDirectory = process.env.DATA_DIR || "./data";
const { stage } = stages(4);

try {
  await stage("Checking folder and port", takeDataDirectoryAndPort);
  await stage("Installing packages", () => installPackages({ withDevelopment: false }));
  await stage("Building the site", buildSite);
  console.log("[4/4] Starting the server …");
  process.exitCode = await serve();
} catch (error) {
  explain(error);
}

async function takeDataDirectoryAndPort() {
  const deadline = performance.now() + FOLDER_PATIENCE_MS;
  let lock = acquireDataDirectoryLock(dataDirectory, { endsWith: npm });
  while (!lock.ok && lock.isEnding && performance.now() < deadline) {
    await pause(50);
    lock = acquireDataDirectoryLock(dataDirectory, { endsWith: npm });
  }
  if (!lock.ok) throw new Refusal(lock.message);
  const refusal = await whyNotListen({
    host: process.env.HOST || "127.0.0.1",
    port: process.env.PORT || "3000",
    patienceMs: PORT_PATIENCE_MS,
  });
  if (refusal) throw new Refusal(refusal);
}

async function serve() {
  const { exitCode } = await runNode(
    [
      "--import",
      pathToFileURL(inRoot("bin", "stop-with-parent.mjs")).href,
      "build/server/index.js",
    ],
    { stdio: ["inherit", "inherit", "inherit", "ipc"], env: serverEnvironment() },
  );
  return exitCode;
}

/**
 * React and the router choose their slow, verbose development build unless NODE_ENV says
 * production, at run time. So the server always runs with that, and what the person's own NODE_ENV
 * decides, the demo, is settled before and passed on by its own name.
 */
function serverEnvironment() {
  const { NODE_ENV, DEMO } = process.env;
  const demo = DEMO || (NODE_ENV === "production" ? "0" : "1");
  return {
    ...process.env,
    DATA_DIR: resolve(dataDirectory),
    DEMO: demo,
    NODE_ENV: "production",
  };
}
