import type { ChangedValue } from "#domain/audit/audit.ts";

type Answer = string | number | null;

/** A seller's correction of a fact, as a change of it stands on record. */
type Correction = {
  state: string;
  /** Null: no longer declared. */
  answer: Answer;
  earlier: Answer;
};

const BEGINNING = "correction_";

/** What the correction of a fact is called beside the fact itself. */
export function nameCorrection(fact: string): string {
  return BEGINNING + fact;
}

/** The fact that a changed one is the correction of; null where it is none. */
export function findCorrectedFact(name: string): string | null {
  return name.startsWith(BEGINNING) ? name.slice(BEGINNING.length) : null;
}

/** A free text is not on record: only what became of its correction. */
export function writeCorrection(
  { state, answer, earlier }: Correction,
  { isText }: { isText: boolean },
): ChangedValue {
  return isText ? [state] : [state, String(answer ?? ""), String(earlier ?? "")];
}

/** The same, read again; null for what is none. Empty is what was not declared. */
export function readCorrection(value: ChangedValue) {
  if (!Array.isArray(value)) return null;
  const [state = "", answer, earlier] = value as readonly string[];
  return { state, answers: answer === undefined ? null : { answer, earlier: earlier ?? "" } };
}
