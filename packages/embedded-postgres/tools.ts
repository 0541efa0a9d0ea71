import { execFileSync, spawn } from "node:child_process";

/**
 * No server can run on this system, or in this folder. The message says why, in one or two
 * sentences.
 */
export class CannotRun extends Error {
  override name = "CannotRun";
}

/** The system account that a Postgres tool runs as; absent if this process is not root. */
export type SystemUser = { name: string; uid: number; gid: number };

type ToolResult = { exitCode: number | null; output: string };

/**
 * Runs one of Postgres's tools to its end and returns its output (stdout and stderr). It runs in
 * its own process group, because Ctrl-C is sent to the terminal's whole group: it must reach only
 * Node, which then stops Postgres in order.
 */
export function runTool(
  path: string,
  parameters: string[],
  options: { as: SystemUser | undefined; workingDirectory: string },
): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    const { as: user, workingDirectory } = options;
    const child = spawn(path, parameters, {
      cwd: workingDirectory,
      detached: process.platform !== "win32",
      windowsHide: true,
      env: toolEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", reject);
    const finish = (exitCode: number | null) => resolve({ exitCode, output: output.trim() });
    child.on("close", finish);
    // On Windows the server that pg_ctl started may keep the pipes open, so that "close" never
    // comes. So the output is complete shortly after the tool's exit.
    child.on("exit", (exitCode) => setTimeout(finish, 500, exitCode).unref());
  });
}

/**
 * Removes PGDATA, PGPORT, PGOPTIONS and similar variables, which are meant for another server, and
 * Node's memory settings (bin/node-settings.mjs).
 */
function toolEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PG|LC_|LANG|MALLOC_|NODE_|npm_)/i.test(name),
  );
  // The tools' messages are parsed and logged, so they must be in English.
  return { ...Object.fromEntries(inherited), LC_MESSAGES: "C" };
}

/** Accounts that may run the server, best first; macOS has `_postgres`. */
const CANDIDATES = ["postgres", "_postgres"];
/** Accounts that every Unix has, for systems where no account can be created. */
const LAST_RESORT = ["daemon", "nobody"];

/** One command for the Debian and Red Hat families, and one for BusyBox. */
const CREATE_COMMANDS = [
  ["useradd", "--system", "--user-group", "--no-create-home", "--shell", "/bin/false", "postgres"],
  ["adduser", "-S", "-D", "-H", "-s", "/bin/false", "postgres"],
];

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The account that Postgres runs as, because it refuses to run as root: `postgres`, created if it
 * is missing, otherwise one that exists. `undefined` if this process is not root: Postgres then
 * runs as the same account as Node.
 */
export function postgresUser(): SystemUser | undefined {
  if (!isRoot()) return undefined;
  const found = firstExisting(CANDIDATES) ?? createUser() ?? firstExisting(LAST_RESORT);
  if (!found) {
    throw new CannotRun(
      "The embedded PostgreSQL cannot run as root, and no account named postgres could be made. " +
        "Create one, or start as another user.",
    );
  }
  return found;
}

function firstExisting(names: string[]): SystemUser | undefined {
  for (const name of names) {
    const user = lookUp(name);
    if (user) return user;
  }
  return undefined;
}

function lookUp(name: string): SystemUser | undefined {
  const uid = Number(output("id", ["-u", name]) ?? Number.NaN);
  const gid = Number(output("id", ["-g", name]) ?? Number.NaN);
  if (!Number.isInteger(uid) || !Number.isInteger(gid) || uid === 0) return undefined;
  return { name, uid, gid };
}

function createUser(): SystemUser | undefined {
  for (const [command = "", ...parameters] of CREATE_COMMANDS) {
    if (output(command, parameters) !== undefined) return lookUp("postgres");
  }
  return undefined;
}

function output(command: string, parameters: string[]): string | undefined {
  try {
    return execFileSync(command, parameters, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}
