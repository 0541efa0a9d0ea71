import { type Fact, FACTS, type FactValue } from "#domain/declaration/declaration.ts";
import type { ChangedValue } from "#domain/audit/audit.ts";

/** A seller's correction of what they declared, as a change of it stands on record. */
type Correction = {
  state: string;
  /** Null: no longer declared. */
  answer: FactValue | null;
  earlier: FactValue | null;
};

const BEGINNING = "correction_";

/** What the correction of a declared fact is called beside the fact itself. */
export function nameCorrection(fact: Fact): string {
  return BEGINNING + fact;
}

/** The declared fact that a changed one is the correction of; null where it is none. */
export function findCorrectedFact(name: string): Fact | null {
  return FACTS.find((fact) => nameCorrection(fact) === name) ?? null;
}

/** A free text is not on record: only what became of its correction. */
export function writeCorrection(
  correction: Correction & { fact: Fact },
): Extract<ChangedValue, readonly string[]> {
  const { fact, state, answer, earlier } = correction;
  return fact === "accidentDetails"
    ? [state]
    : [state, String(answer ?? ""), String(earlier ?? "")];
}

/** The same, read again; null for what is none. */
export function readCorrection(value: ChangedValue): Correction | null {
  if (!Array.isArray(value)) return null;
  const [state = "", answer, earlier] = value as readonly string[];
  return { state, answer: answer || null, earlier: earlier || null };
}
