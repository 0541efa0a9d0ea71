/** Why something could not be read or stored although nothing is wrong with it. */
export type StoreFault =
  /** The database is not there, or its connection was cut: whether it stored is not known. */
  | "away"
  /** No room is left on a disk: nothing was stored. */
  | "full";

/** SQLSTATEs (PostgreSQL, appendix A) and errors of Node's own. */
const FULL = new Set(["53100", "ENOSPC", "EDQUOT"]);
const AWAY = new Set([
  "57P01",
  "57P02",
  "57P03",
  // A standby was asked to write: the primary is elsewhere by now.
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
/** What pg says without a code. */
const AWAY_WORDS =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;
/** The only errors of connections that a page or a call is held to: other services are caught. */
const MOST_CAUSES = 5;

/** Looks through an error and what it wraps. Null for every other error. */
export function findStoreFault(thrown: unknown): StoreFault | null {
  for (const error of causes(thrown)) {
    const code = readCode(error);
    if (FULL.has(code) || /no space left on device/i.test(error.message)) return "full";
    if (AWAY.has(code) || code.startsWith("08") || AWAY_WORDS.test(error.message)) return "away";
  }
  return null;
}

/** Whether a row was refused because what it belongs to is gone by now (foreign_key_violation). */
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
