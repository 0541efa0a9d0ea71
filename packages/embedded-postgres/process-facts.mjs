// Facts about other processes. A pid alone does not identify a process: pids are reused, after a
// reboot and in every new container. A pid together with the start time of its process is unique.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * When the process started, as an opaque text that can only be compared. Empty if the system does
 * not say (Windows); `undefined` if there is no such process or only its zombie is left.
 * @param {number} pid
 * @returns {string | undefined}
 */
export function processStart(pid) {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (process.platform === "linux") return startFromProc(pid);
  if (process.platform === "win32") return isGone(pid) ? undefined : "";
  return startFromPs(pid);
}

/** @param {number} pid */
function startFromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // proc(5): field 2 is the command in brackets, which may contain spaces and brackets, so the
    // fields are counted from the last bracket. Field 3 is the state, field 22 the start time.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    return fields[19];
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function startFromPs(pid) {
  try {
    const line = execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
    if (line === "" || line.startsWith("Z")) return undefined;
    return line.replace(/^\S+\s+/, "");
  } catch {
    return undefined;
  }
}

/**
 * True if no such process runs. Cheap enough to call often.
 * @param {number} pid
 */
export function isGone(pid) {
  // A killed process stays a zombie, which accepts signals, until its parent collects it.
  if (process.platform === "linux") return startFromProc(pid) === undefined;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "ESRCH";
  }
}

/**
 * The npm that runs this process as one of its scripts, and the shell in between if there is one.
 * Some shells stay, others replace themselves with the command.
 * @returns {number[]} pids; empty if npm did not start this process, or on Windows
 */
export function npmProcesses() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return [];
  const { parent, command } = lineage(process.ppid);
  const isShell = /^\S*sh -c /.test(command);
  return isShell && parent > 1 ? [process.ppid, parent] : [process.ppid];
}

/** @param {number} pid */
function lineage(pid) {
  if (process.platform === "linux") return lineageFromProc(pid);
  try {
    const ps = execFileSync("ps", ["-o", "ppid=,args=", "-p", String(pid)], { encoding: "utf8" });
    const [, parent, command = ""] = /^\s*(\d+)\s+(.*)$/s.exec(ps) ?? [];
    return { parent: Number(parent), command };
  } catch {
    return { parent: 0, command: "" };
  }
}

/** @param {number} pid */
function lineageFromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return { parent, command };
  } catch {
    return { parent: 0, command: "" };
  }
}
