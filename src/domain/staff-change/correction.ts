import type { ChangedValue } from "#domain/audit/audit.ts";

type Answer = string | number | null;

/** A seller's correction of a fact, as recorded in the audit log. */
type Correction = {
  state: string;
  /** Null: no longer declared. */
  answer: Answer;
  earlier: Answer;
};

const BEGINNING = "correction_";

/** The name of the correction of a fact, in a list of changed facts. */
export function nameCorrection(fact: string): string {
  return BEGINNING + fact;
}

/** The fact that a name is the correction of; null if it is not the name of a correction. */
export function findCorrectedFact(name: string): string | null {
  return name.startsWith(BEGINNING) ? name.slice(BEGINNING.length) : null;
}

/** A free text is not recorded: only the state of its correction. */
export function writeCorrection(
  { state, answer, earlier }: Correction,
  { isText }: { isText: boolean },
): ChangedValue {
  return isText ? [state] : [state, String(answer ?? ""), String(earlier ?? "")];
}

/**
 * Parses what `writeCorrection` wrote; null for anything else. An answer is empty if it was not
 * declared.
 */
export function readCorrection(value: ChangedValue) {
  if (!Array.isArray(value)) return null;
  const [state = "", answer, earlier] = value as readonly string[];
  return { state, answers: answer === undefined ? null : { answer, earlier: earlier ?? "" } };
}
