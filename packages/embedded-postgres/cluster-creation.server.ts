import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, chown, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Binaries } from "./binaries.server.ts";
import { SETTINGS_FILE } from "./cluster-settings.server.ts";
import { runTool, type SystemUser } from "./run-tool.server.ts";

/** The superuser of the cluster, and the name of the application's database. */
export const SUPERUSER = "rouvia";

const DRAFT_PREFIX = "cluster.draft-";

/**
 * The character classes of full-text and trigram search come from the system's locale; where it has
 * none in UTF-8 (Windows), those treat accented letters as separators.
 */
const CHARACTER_TYPES = ["C.UTF-8", "en_US.UTF-8", "C"];

/**
 * Makes `home`/cluster and its password unless they exist. Made under another name and renamed
 * last, so a first start that is killed leaves nothing half made behind.
 */
export async function createCluster(
  home: string,
  binaries: Binaries,
  user: SystemUser | undefined,
): Promise<void> {
  const cluster = join(home, "cluster");
  if (existsSync(cluster)) return;
  await removeDrafts(home);
  const passwordFile = await ensurePassword(home, user);
  const draft = join(home, `${DRAFT_PREFIX}${process.pid}`);
  await initialise({ draft, passwordFile, home, binaries, user });
  await appendFile(join(draft, "postgresql.conf"), `include_if_exists = '${SETTINGS_FILE}'\n`);
  await rename(draft, cluster);
}

/** Reads the superuser's password. It never leaves this machine: the server listens on loopback. */
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
        `--username=${SUPERUSER}`,
        `--pwfile=${options.passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        // PostgreSQL's own C.UTF-8 sorts alike on every system and never changes under an index.
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        `--lc-ctype=${characterType}`,
      ],
      { as: options.user, workingDirectory: options.home },
    );
    if (exitCode === 0) return;
    refusal = output;
    await rm(options.draft, { recursive: true, force: true });
  }
  throw new Error(`The database could not be created in ${options.home}: ${refusal}`);
}

async function removeDrafts(home: string): Promise<void> {
  const drafts = (await readdir(home)).filter((name) => name.startsWith(DRAFT_PREFIX));
  await Promise.all(drafts.map((name) => rm(join(home, name), { recursive: true, force: true })));
}
