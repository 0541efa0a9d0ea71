// Child processes that end together with this one.
import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { projectNode, root } from "./paths.mjs";
import { isGone, npmProcesses } from "#packages/embedded-postgres/process-facts";

/** @type {NodeJS.Signals[]} */
const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Determined at once, because an orphaned process cannot find out any more. */
export const npm = npmProcesses();

/**
 * Runs a program in the checkout to its end and passes on the signals that this process gets.
 * @param {string} command
 * @param {string[]} parameters
 * @param {import("node:child_process").SpawnOptions & { quiet?: boolean, yields?: boolean }} [options]
 *   `quiet`: return the output in `output` instead of showing it; `yields`: run with low priority,
 *   so that it uses only the processor time that others leave
 * @returns {Promise<{ exitCode: number, output: string }>} a child that dies of a signal counts as
 *   128 plus the signal's number, as in shells
 */
export function run(command, parameters, { quiet = false, yields = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ["ignore", "pipe", "pipe"] : "inherit";
    const child = spawn(command, parameters, {
      cwd: root,
      stdio: /** @type {import("node:child_process").StdioOptions} */ (stdio),
      ...options,
    });
    if (yields && child.pid !== undefined) lowerPriority(child.pid);
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));

    let wasStopped = false;
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      wasStopped = true;
      child.kill(signal);
    };
    for (const signal of FORWARDED) process.on(signal, forward);
    const stopWatching = whenNpmIsGone(() => forward("SIGTERM"));
    const settle = () => {
      stopWatching();
      for (const signal of FORWARDED) process.off(signal, forward);
    };
    child.on("error", (error) => {
      settle();
      reject(error);
    });
    child.on("close", (code, signal) => {
      settle();
      const exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
      // An interrupted step has not failed, so nothing is explained and no other step follows.
      if (wasStopped) process.exit(exitCode);
      resolve({ exitCode, output });
    });
  });
}

/**
 * @param {number} pid of a process that has just started; processes that it starts later yield too
 */
function lowerPriority(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system does not allow this.
  }
}

/**
 * Runs a script with the Node that the site runs on.
 * @param {string[]} parameters
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runNode(parameters, options) {
  return run(projectNode(), parameters, options);
}

/**
 * Calls `stop` when npm ends. npm passes signals on, but if npm is killed, its child would continue
 * and occupy the port and DATA_DIR. Without npm, this process may outlive its shell, as with nohup.
 * @param {() => void} stop
 */
function whenNpmIsGone(stop) {
  if (npm.length === 0) return () => {};
  const timer = setInterval(() => {
    if (!npm.some(isGone)) return;
    clearInterval(timer);
    stop();
  }, 100);
  return () => clearInterval(timer);
}
