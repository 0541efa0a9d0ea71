import pg from "pg";
import { NoPrimary } from "#platform/database/find-primary.server.ts";
import { OwnPostgresRefusal } from "#platform/database/own-postgres.server.ts";
import { findStoreFault } from "#platform/outage/store-fault.ts";

/** An error that the operator can correct; its message is one plain sentence. */
export class Refusal extends Error {
  override name = "Refusal";
}

/**
 * Why a start or a command failed, as a sentence if the operator can correct it: a setting, a
 * database or a disk that refuses access.
 * @throws any other error
 */
export function explainFailure(thrown: unknown): string {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof Refusal || error instanceof OwnPostgresRefusal) return error.message;
    if (error instanceof NoPrimary)
      return `${error.message} Start the primary, or promote a standby.`;
    if (error instanceof pg.DatabaseError && MENDABLE_STATES.test(error.code ?? ""))
      return `The database refused: ${error.message}. ${WAYS_OUT.get(error.code ?? "") ?? ""}`.trim();
    const code = "code" in error && typeof error.code === "string" ? error.code : "";
    if (FILE_CODES.has(code)) return `A file could not be read or written: ${error.message}.`;
    if (findStoreFault(error) === "away")
      return `The database does not answer (${code || error.message}): start it, or set DATABASE_URL to another.`;
  }
  throw thrown;
}

/**
 * Connection, sign-in, unknown database, permission, resources and shutdown (PostgreSQL, Appendix
 * A).
 */
const MENDABLE_STATES = /^(08|28|3D|42501|53|57P)/;
const WAYS_OUT: ReadonlyMap<string, string> = new Map([
  ["28P01", "DATABASE_URL, or MIGRATE_DATABASE_URL, has a different password than the server."],
  ["3D000", "Create it, or set DATABASE_URL to one that exists."],
  ["42501", "MIGRATE_DATABASE_URL names the role that owns the tables."],
]);
const FILE_CODES: ReadonlySet<string> = new Set([
  "EACCES",
  "EDQUOT",
  "EEXIST",
  "EIO",
  "EISDIR",
  "ENOENT",
  "ENOSPC",
  "ENOTDIR",
  "EPERM",
  "EROFS",
]);
