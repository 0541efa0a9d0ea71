import { execFileSync, spawn } from "node:child_process";

/** No server can run on this system, or in this folder; the message says why, in a sentence or two. */
export class CannotRun extends Error {
  override name = "CannotRun";
}

/** The system account a Postgres tool runs as; absent where this process is not root. */
export type SystemUser = { name: string; uid: number; gid: number };

type ToolResult = { exitCode: number | null; output: string };

/**
 * Runs one of Postgres's own tools to its end and returns what it said (stdout and stderr).
 * In a process group of its own, because Ctrl-C goes to the whole group of the terminal: it must
 * reach Node, which then stops Postgres in order.
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
    // On Windows the server that pg_ctl leaves behind may hold the pipes open, and "close" never
    // comes: what arrives shortly after the tool's end is all there is.
    child.on("exit", (exitCode) => setTimeout(finish, 500, exitCode).unref());
  });
}

/**
 * PGDATA, PGPORT, PGOPTIONS and their like, meant for another server, must not leak in; nor what Node's
 * memory is told (bin/node-settings.mjs).
 */
function toolEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PG|LC_|LANG|MALLOC_|NODE_|npm_)/i.test(name),
  );
  // The tools' messages are read below and shown in logs: always in English.
  return { ...Object.fromEntries(inherited), LC_MESSAGES: "C" };
}

/** Accounts that may run the server, best first; macOS ships `_postgres`. */
const CANDIDATES = ["postgres", "_postgres"];
/** Accounts that every Unix has, for systems where no account can be created. */
const LAST_RESORT = ["daemon", "nobody"];

/** One way each for Debian and Red Hat families, and for BusyBox. */
const CREATE_COMMANDS = [
  ["useradd", "--system", "--user-group", "--no-create-home", "--shell", "/bin/false", "postgres"],
  ["adduser", "-S", "-D", "-H", "-s", "/bin/false", "postgres"],
];

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The account that Postgres runs as, since it refuses to run as root: `postgres`, created when
 * missing, else one that exists. `undefined` when this process is not root: Postgres then runs as
 * whoever runs Node.
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
