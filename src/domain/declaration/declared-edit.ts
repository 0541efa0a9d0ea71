import { type Declared, type Fact, FACTS, type FactValue } from "./declaration.ts";

/** A change of a declared fact, as it is stored. */
export type DeclaredChange = {
  fact: Fact;
  earlier: FactValue;
  /** Null: no longer declared. */
  answer: FactValue | null;
  /** Whether it makes the car look better than declared before: then staff check it first. */
  waits: boolean;
};

/**
 * Facts that a car's owner can repair or find by themselves, so the earlier answer is not stored.
 */
const FREE: ReadonlySet<Fact> = new Set(["serviceRecords", "keyFobs"]);

const YES_IS_WORSE = { no: 0, yes: 2 };

/** How much an answer counts against a car; not declared counts as 1. */
const WEIGHTS: { readonly [Each in Fact]?: Readonly<Record<string, number>> } = {
  brand: { clean: 0, rebuilt: 2, salvage: 3, non_repairable: 4 },
  accidents: { none: 0, some: 2 },
  lien: YES_IS_WORSE,
  earlierUse: { personal: 0, daily_rental: 2, taxi: 2, police: 2, commercial: 2 },
  outOfProvince: YES_IS_WORSE,
  odometerReading: { original: 0, replaced: 2, unknown: 2 },
  mechanicalIssues: YES_IS_WORSE,
  smoked: YES_IS_WORSE,
};

function weigh(fact: Fact, value: FactValue | null): number {
  if (value === null) return fact === "accidentAmountCad" ? 0 : 1;
  // One owner counts like not declared: it conceals no earlier owner.
  return typeof value === "number" ? value : (WEIGHTS[fact]?.[value] ?? 1);
}

/** Whether it is an answer that a buyer asks about. */
export function speaksAgainst(fact: Fact, value: FactValue | null): boolean {
  return value !== null && (WEIGHTS[fact]?.[value] ?? 0) > 1;
}

/** Whether an answer is less unfavourable to the car than the earlier one. */
export function isSofter(fact: Fact, earlier: FactValue, answer: FactValue | null): boolean {
  if (fact === "accidentDetails") return !String(answer ?? "").includes(String(earlier));
  return weigh(fact, answer) < weigh(fact, earlier);
}

/**
 * The result of an edit of declared facts: what is written at once, and which earlier answers are
 * stored. A seller alone can never remove something unfavourable that was declared. An edit by
 * staff is itself the decision.
 */
export function planDeclaredEdit(
  before: Declared,
  answered: Declared,
  by: "seller" | "staff",
): { write: Declared; changes: DeclaredChange[] } {
  const changes = FACTS.flatMap((fact): DeclaredChange[] => {
    const [earlier, answer] = [before[fact], answered[fact]];
    if (earlier === null || earlier === answer || FREE.has(fact)) return [];
    return [{ fact, earlier, answer, waits: by === "seller" && isSofter(fact, earlier, answer) }];
  });
  const hasFewerAccidents = changes.some(({ fact, waits }) => fact === "accidents" && waits);
  // The accident's amount and details stay with it while it waits, and are removed with it.
  const retained = changes.filter(({ fact }) => !(hasFewerAccidents && isOfAccident(fact)));
  const write = { ...answered };
  for (const fact of FACTS)
    if (retained.some((change) => change.fact === fact && change.waits))
      retain(write, before, fact);
    else if (hasFewerAccidents && isOfAccident(fact)) retain(write, before, fact);
  return { write, changes: retained };
}

function isOfAccident(fact: Fact): boolean {
  return fact === "accidentAmountCad" || fact === "accidentDetails";
}

function retain<Each extends Fact>(write: Declared, before: Declared, fact: Each): void {
  write[fact] = before[fact];
}

/** Joins two declarations of one car: of each fact, the answer that is less favourable. */
export function joinDeclared(own: Declared, other: Declared): Declared {
  const joined = { ...own };
  for (const fact of FACTS) {
    const [one, another] = [own[fact], other[fact]];
    // Both may describe what happened; the other description stays in its own offer.
    if (one !== null && fact === "accidentDetails") continue;
    if (one === null || (another !== null && isSofter(fact, another, one)))
      retain(joined, other, fact);
  }
  return joined;
}

/** The facts with one answer changed, as staff confirm it. */
export function applyAnswer(declared: Declared, fact: Fact, answer: FactValue | null): Declared {
  const changed = { ...declared, [fact]: answer };
  return fact === "accidents" && answer !== "some"
    ? { ...changed, accidentAmountCad: null, accidentDetails: null }
    : changed;
}
