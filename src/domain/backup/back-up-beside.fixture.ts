// Backs up a site in a separate process, with this one's environment: for tests that kill it.
import { resolve } from "node:path";
import { connectDatabase } from "#platform/database/database.server.ts";
import { readEnv, setEnv } from "#platform/env/env.server.ts";
import { startVault } from "#platform/vault/vault.server.ts";
import { SEALED_COLUMNS } from "#server/sealed-columns.ts";
import { inBackupTurn, runBackup } from "./run-backup.server.ts";

const [url = ""] = process.argv.slice(2);
const read = readEnv(process.env);
if (!read.ok) throw new Error(read.problems.join("\n"));
const { env } = read;
setEnv(env);
await startVault(env);
connectDatabase(url);
const job = { env, url, migrationsFolder: resolve("drizzle"), sealedColumns: SEALED_COLUMNS };
await inBackupTurn(url, () => runBackup(job));
