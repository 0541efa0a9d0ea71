// The oldest PostgreSQL that the site supports. The database tests run a second time on it.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installWithApt } from "./apt.mjs";

/** The folders of its programs: of Debian's and Ubuntu's packages, Red Hat's, and Homebrew's. */
const FOLDERS = [
  "/usr/lib/postgresql/15/bin",
  "/usr/pgsql-15/bin",
  "/opt/homebrew/opt/postgresql@15/bin",
  "/usr/local/opt/postgresql@15/bin",
];

const CLUSTER_SETTINGS = "/etc/postgresql-common/createcluster.conf";

/**
 * The folder of its programs: `POSTGRES_15`, an installed one or, on Debian and Ubuntu if this
 * account may install packages, one that is installed now. Undefined if there is none.
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

/** Prevents Debian's package from creating and starting a database cluster, which is not needed. */
function preventDefaultCluster() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  if (existsSync(CLUSTER_SETTINGS)) return;
  mkdirSync("/etc/postgresql-common", { recursive: true });
  writeFileSync(CLUSTER_SETTINGS, "create_main_cluster = false\n");
}
