import { execFileSync } from "node:child_process";
import type { SystemUser } from "./run-tool.server.ts";

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
    throw new Error(
      "The embedded PostgreSQL cannot run as root, and no account named postgres could be made. " +
        "Create one, start as another user, or set DATABASE_URL to a PostgreSQL server.",
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
