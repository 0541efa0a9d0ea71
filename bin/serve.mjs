import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { runNode } from "./child.mjs";
import { nodeSettings } from "./node-settings.mjs";
import { inRoot } from "./paths.mjs";

/**
 * Runs a server until it ends. If this process ends, in whatever way, the server is stopped.
 * @param {string} script
 * @param {Record<string, string>} variables
 * @returns {Promise<number>} its exit code
 */
export async function serve(script, variables) {
  const stopWithParent = pathToFileURL(inRoot("bin", "stop-with-parent.mjs")).href;
  const { exitCode } = await runNode(["--import", stopWithParent, script], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: {
      ...nodeSettings(process.env),
      DATA_DIR: resolve(process.env.DATA_DIR || "./data"),
      ...variables,
    },
  });
  return exitCode;
}
