import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, chown, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { CannotRun, runTool, type SystemUser } from "./tools.ts";

export function settingsFile(name: string): string {
  return `${name}.conf`;
}

export type ServerSettings = { port: number; durable: boolean; connections: number };

/**
 * The server's settings, in postgresql.conf's syntax. It listens only on the loopback address, and
 * not on a Unix socket, because a socket's path is limited to 107 bytes.
 */
export function clusterSettings({ port, durable, connections }: ServerSettings): string {
  const settings = {
    listen_addresses: "'127.0.0.1'",
    port,
    unix_socket_directories: "''",
    max_connections: connections,
    shared_buffers: "128MB",
    password_encryption: "'scram-sha-256'",
    timezone: "'UTC'",
    log_timezone: "'UTC'",
    log_checkpoints: "off",
    // DETAIL lines quote whole rows, so a failed insert would write personal data into the log.
    log_error_verbosity: "terse",
    log_parameter_max_length_on_error: 0,
    fsync: durable ? "on" : "off",
    synchronous_commit: durable ? "on" : "off",
    full_page_writes: durable ? "on" : "off",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return `# Written at every start; changes here are lost.\n${lines.join("\n")}\n`;
}

const DRAFT_PREFIX = "cluster.draft-";

/**
 * Full-text and trigram search take their character classes from the system's locale. If the system
 * has no UTF-8 locale (Windows), they treat accented letters as separators.
 */
const CHARACTER_TYPES = ["C.UTF-8", "en_US.UTF-8", "C"];

/**
 * Creates `home`/cluster and its password unless they exist. It is created under another name and
 * renamed last, so a first start that is killed leaves nothing half finished. `name`: the
 * superuser, and the settings file beside postgresql.conf, which includes it at its end.
 */
export async function createCluster({
  home,
  name,
  binaries,
  user,
}: {
  home: string;
  name: string;
  binaries: Binaries;
  user: SystemUser | undefined;
}): Promise<void> {
  const cluster = join(home, "cluster");
  if (existsSync(cluster)) return requireMajor(cluster, binaries.major);
  await removeDrafts(home);
  const passwordFile = await ensurePassword(home, user);
  const draft = join(home, `${DRAFT_PREFIX}${process.pid}`);
  await initialise({ draft, name, passwordFile, home, binaries, user });
  await appendFile(join(draft, "postgresql.conf"), `include_if_exists = '${settingsFile(name)}'\n`);
  await rename(draft, cluster);
}

/**
 * PostgreSQL reads only clusters of its own major version, and reports others only in its log,
 * which nobody reads.
 */
async function requireMajor(cluster: string, major: number): Promise<void> {
  const made = (await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => "")).trim();
  if (made === "") {
    throw new CannotRun(
      `The database in ${cluster} is damaged: it has no PG_VERSION. Nothing was changed: put back a ` +
        "whole copy of the folder, or restore a backup into an empty one.",
    );
  }
  if (made === String(major)) return;
  throw new CannotRun(
    `The database in ${cluster} was made by PostgreSQL ${made}, and this installation has ${major}, ` +
      "which cannot read it. Nothing was changed: start it with the version of the site that made it.",
  );
}

/**
 * Reads the superuser's password. It never leaves this machine, because the server listens on
 * loopback.
 */
export async function clusterPassword(home: string): Promise<string> {
  return (await readFile(join(home, "password"), "utf8")).trim();
}

async function ensurePassword(home: string, user: SystemUser | undefined): Promise<string> {
  const path = join(home, "password");
  if (existsSync(path)) return path;
  const draft = `${path}.draft-${process.pid}`;
  await writeFile(draft, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600 });
  if (user) await chown(draft, user.uid, user.gid);
  await rename(draft, path);
  return path;
}

async function initialise(options: {
  draft: string;
  name: string;
  passwordFile: string;
  home: string;
  binaries: Binaries;
  user: SystemUser | undefined;
}): Promise<void> {
  let refusal = "";
  for (const characterType of CHARACTER_TYPES) {
    const { exitCode, output } = await runTool(
      options.binaries.initdb,
      [
        `--pgdata=${options.draft}`,
        `--username=${options.name}`,
        `--pwfile=${options.passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        ...localeProvider(options.binaries.major),
        "--locale=C",
        `--lc-ctype=${characterType}`,
      ],
      { as: options.user, workingDirectory: options.home },
    );
    if (exitCode === 0) return;
    refusal = output;
    await rm(options.draft, { recursive: true, force: true });
  }
  throw new CannotRun(`The database could not be created in ${options.home}: ${refusal}`);
}

/**
 * PostgreSQL's built-in C.UTF-8, new in 17, sorts in the same way on every system and never
 * changes, so indexes stay valid. An older server sorts by a language, as installed servers usually
 * do.
 */
function localeProvider(major: number): string[] {
  if (major >= 17) return ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  return ["--locale-provider=icu", "--icu-locale=en-CA"];
}

/**
 * The initdb of a killed start may continue for a moment and write into the deleted folder, so the
 * deletion is retried.
 */
async function removeDrafts(home: string): Promise<void> {
  const drafts = (await readdir(home)).filter((name) => name.startsWith(DRAFT_PREFIX));
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  await Promise.all(drafts.map((name) => rm(join(home, name), options)));
}
