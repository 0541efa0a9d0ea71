// The oldest PostgreSQL that the site runs on, which the tests of the database are run on once more.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installWithApt } from "./apt.mjs";

/** Where packages put its programs: Debian's and Ubuntu's, Red Hat's, and Homebrew's. */
const FOLDERS = [
  "/usr/lib/postgresql/15/bin",
  "/usr/pgsql-15/bin",
  "/opt/homebrew/opt/postgresql@15/bin",
  "/usr/local/opt/postgresql@15/bin",
];

const CLUSTER_SETTINGS = "/etc/postgresql-common/createcluster.conf";

/**
 * The folder of its programs: `POSTGRES_15`, an installed one or, on Debian and Ubuntu where this
 * account may install packages, one that is installed now. Undefined where there is none.
 * @returns {Promise<string | undefined>}
 */
export async function ensurePostgres15() {
  const wanted = process.env.POSTGRES_15;
  const find = () =>
    [...(wanted ? [wanted] : []), ...FOLDERS].find((folder) =>
      existsSync(join(folder, "postgres")),
    );
  const found = find();
  if (found || wanted) return found;
  preventDefaultCluster();
  await installWithApt([["postgresql-15"]]);
  return find();
}

/** Debian's package makes a database of its own and starts it, which nobody here asked for. */
function preventDefaultCluster() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  if (existsSync(CLUSTER_SETTINGS)) return;
  mkdirSync("/etc/postgresql-common", { recursive: true });
  writeFileSync(CLUSTER_SETTINGS, "create_main_cluster = false\n");
}
