import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { access, chmod, chown, constants, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CannotRun, runTool, type SystemUser } from "./tools.ts";

/**
 * The folders for a database if Postgres's account cannot enter its data directory. All survive a
 * reboot.
 */
const OUTSIDE = ["/var/lib", "/var/opt", "/opt", "/srv"];

export function listOutsideFolders(name: string): string[] {
  return OUTSIDE.map((folder) => join(folder, name));
}

const POINTER = "postgres-is-elsewhere.txt";
const OWNER_NOTE = "belongs-to.txt";

/**
 * The folder that contains one data directory's cluster, password and server log. It is `postgres`
 * in the data directory. If Postgres's account cannot enter that, it is in one of `outsideFolders`,
 * and a note in the data directory says where.
 */
export async function clusterHome(
  dataDirectory: string,
  user: SystemUser | undefined,
  outsideFolders: string[],
  log: (line: string) => void,
): Promise<string> {
  await mkdir(dataDirectory, { recursive: true });
  const data = realpathSync(dataDirectory);
  const known = readPointer(data);
  if (known !== undefined) return confirmOwner(known, data);

  const inside = join(data, "postgres");
  if (!user || (await canEnter(data, user)) || (await openForGroup(data, user))) {
    return makePrivate(inside, user);
  }
  if (existsSync(join(inside, "cluster"))) {
    throw new CannotRun(
      `The database in ${inside} exists, but the account ${user.name}, which must run it, ` +
        `cannot enter that folder any more. Open the folders above it for that account.`,
    );
  }
  const folder = await firstUsable(outsideFolders);
  await reportAbandoned(folder, log);
  const home = await makePrivate(join(folder, `data-${randomUUID()}`), user);
  await writeFile(join(home, OWNER_NOTE), `${data}\n`);
  await writeFile(join(data, POINTER), pointerText(home, user));
  log(`The account ${user.name} cannot enter ${data}: the database is kept in ${home}.`);
  return home;
}

/** The same folder if it exists already; otherwise undefined. Creates and changes nothing. */
export function findClusterHome(dataDirectory: string): string | undefined {
  if (!existsSync(dataDirectory)) return undefined;
  const data = realpathSync(dataDirectory);
  const home = readPointer(data) ?? join(data, "postgres");
  return existsSync(join(home, "cluster")) ? home : undefined;
}

/** The first of the folders that is writable; it is created if it is missing. */
export async function firstUsable(folders: string[]): Promise<string> {
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o755 });
      await access(folder, constants.W_OK);
      return folder;
    } catch {
      // This part of the system is read-only; try the next folder.
    }
  }
  throw new CannotRun(
    `The database cannot be kept in the data directory nor in any of ${folders.join(", ")}. ` +
      "Choose a data directory that every account may enter.",
  );
}

async function makePrivate(home: string, user: SystemUser | undefined): Promise<string> {
  if (existsSync(home)) {
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
      throw new CannotRun(
        `The database in ${home} belongs to another account. Start as that account or as root, ` +
          "or choose another data directory.",
      );
    });
    return home;
  }
  await mkdir(home, { recursive: true, mode: 0o700 });
  if (user) await chown(home, user.uid, user.gid);
  return home;
}

/** Tries it as that account, because modes, access lists and mounts all count. */
async function canEnter(folder: string, user: SystemUser): Promise<boolean> {
  const options = { as: user, workingDirectory: "/" };
  const entered = await runTool("/bin/sh", ["-c", 'cd "$1"', "sh", folder], options);
  return entered.exitCode === 0;
}

/**
 * Opens a data directory that only root may enter, such as one made by mktemp, to Postgres's group:
 * to pass through, not to list or read. Folders above it are not changed.
 */
async function openForGroup(data: string, user: SystemUser): Promise<boolean> {
  const { mode, uid } = statSync(data);
  if (uid !== 0 || (mode & 0o077) !== 0 || !(await canEnter(dirname(data), user))) return false;
  await chown(data, uid, user.gid);
  await chmod(data, (mode & 0o700) | 0o010);
  return canEnter(data, user);
}

function pointerText(home: string, user: SystemUser): string {
  return (
    `${home}\n\n` +
    `The database of this folder lies there, because the account ${user.name} that runs it cannot\n` +
    "enter this folder. Back up both together. Without this note the database is not found.\n"
  );
}

function readPointer(data: string): string | undefined {
  const note = join(data, POINTER);
  return existsSync(note) ? readFileSync(note, "utf8").split("\n")[0] : undefined;
}

/** A moved data directory keeps its database. A copied one must not share the original's. */
async function confirmOwner(home: string, data: string): Promise<string> {
  if (!existsSync(home)) {
    throw new CannotRun(
      `${join(data, POINTER)} says that the database lies in ${home}, which does not exist. ` +
        "Restore that folder, or delete the note to start with an empty database.",
    );
  }
  const note = join(home, OWNER_NOTE);
  const owner = existsSync(note) ? readFileSync(note, "utf8").trim() : data;
  if (owner !== data && readPointer(owner) === home) {
    throw new CannotRun(
      `The data directory ${data} is a copy of ${owner}, and ${home} is the database of the original. ` +
        `Delete ${join(data, POINTER)} to start with an empty database.`,
    );
  }
  if (owner !== data) await writeFile(note, `${data}\n`);
  return home;
}

/**
 * Logs abandoned databases and deletes none: a missing folder may be a disk that is not mounted.
 */
async function reportAbandoned(folder: string, log: (line: string) => void): Promise<void> {
  for (const name of await readdir(folder)) {
    const note = join(folder, name, OWNER_NOTE);
    if (!existsSync(note) || existsSync(readFileSync(note, "utf8").trim())) continue;
    log(`${join(folder, name)} holds the database of a data folder that is gone.`);
  }
}
