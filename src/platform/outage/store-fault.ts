/** Why a read or write failed although nothing is wrong with the data. */
export type StoreFault =
  /**
   * The database cannot be reached, or its connection was cut. It is not known whether the data was
   * stored.
   */
  | "away"
  /** A disk is full. Nothing was stored. */
  | "full";

/** SQLSTATEs (PostgreSQL, appendix A) and errors of Node's own. */
const FULL = new Set(["53100", "ENOSPC", "EDQUOT"]);
const AWAY = new Set([
  "57P01",
  "57P02",
  "57P03",
  // A standby was asked to write: the primary is another server now.
  "25006",
  "53300",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** Messages of pg that have no code. */
const AWAY_WORDS =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;
/**
 * How many nested causes of an error are examined. Only the database's connection errors get this
 * far; those of other services are caught earlier.
 */
const MOST_CAUSES = 5;

/** Finds a storage fault in an error and its causes; null for every other error. */
export function findStoreFault(thrown: unknown): StoreFault | null {
  for (const error of causes(thrown)) {
    const code = readCode(error);
    if (FULL.has(code) || /no space left on device/i.test(error.message)) return "full";
    if (AWAY.has(code) || code.startsWith("08") || AWAY_WORDS.test(error.message)) return "away";
  }
  return null;
}

/** Whether a row was refused because its parent row has been deleted (foreign_key_violation). */
export function isOwnerGone(thrown: unknown): boolean {
  return causes(thrown).some((error) => readCode(error) === "23503");
}

function causes(thrown: unknown): Error[] {
  const found: Error[] = [];
  let error = thrown;
  while (error instanceof Error && found.length < MOST_CAUSES) {
    found.push(error);
    error = error instanceof AggregateError ? error.errors[0] : error.cause;
  }
  return found;
}

function readCode(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
