import { translateIn } from "#forms/translate.server.ts";
import { formatCad } from "#values/money.ts";
import type { Locale } from "#values/locale.ts";
import { DECLARED_QUESTIONS } from "./declaration.questions.ts";
import { type Declared, type Fact, FACTS, type FactValue } from "./declaration.ts";

/** One fact as a page shows it, with all texts written. */
export type DeclaredLine = {
  fact: Fact;
  name: string;
  value: string;
  /** False if it was not declared; `value` then says so. */
  isDeclared: boolean;
};

/** Facts that are shown in the line of another fact. */
const BESIDE: ReadonlySet<Fact> = new Set(["accidentAmountCad", "accidentDetails"]);

/** One line per fact, also for facts that were not declared. */
export function listDeclaredLines(declared: Declared, locale: Locale): DeclaredLine[] {
  return FACTS.filter((fact) => !BESIDE.has(fact)).map((fact) => ({
    fact,
    name: nameFact(fact, locale),
    value:
      fact === "accidents"
        ? describeAccidents(declared, locale)
        : describeFact(fact, declared[fact], locale),
    isDeclared: declared[fact] !== null,
  }));
}

/** "Title", "Accidents". */
export function nameFact(fact: Fact, locale: Locale): string {
  return translateIn(locale)(`${DECLARED_QUESTIONS[fact].words}_short`);
}

/** An answer as text: "Salvage", "$8,200"; "Not declared" if there is none. */
export function describeFact(fact: Fact, value: FactValue | null, locale: Locale): string {
  const translate = translateIn(locale);
  if (value === null) return translate("declared_not");
  if (fact === "accidentAmountCad") return formatCad(Number(value), locale);
  if (fact === "accidentDetails" || fact === "owners") return String(value);
  // The option's text says "I", so it fits only the seller.
  if (fact === "accidents" && value === "none") return translate("declared_accidents_none_known");
  return translate(`${DECLARED_QUESTIONS[fact].words}_option_${value}`);
}

function describeAccidents(declared: Declared, locale: Locale): string {
  const { accidents, accidentAmountCad } = declared;
  return accidents === "some" && accidentAmountCad !== null
    ? translateIn(locale)("declared_accident_with", {
        amount: formatCad(accidentAmountCad, locale),
      })
    : describeFact("accidents", accidents, locale);
}

/**
 * The declared facts of a listing's car for a dealership's CRM: one line per fact, in its language.
 */
export function declaredComments(declared: Declared, locale: Locale): string {
  const translate = translateIn(locale);
  const lines = listDeclaredLines(declared, locale);
  const say = (name: string, value: string) => translate("forms_answer_line", { name, value });
  const details = declared.accidents === "some" ? declared.accidentDetails : null;
  const silent = lines.filter(({ isDeclared }) => !isDeclared).map(({ name }) => name);
  return [
    translate("declared_title"),
    ...lines.filter(({ isDeclared }) => isDeclared).map(({ name, value }) => say(name, value)),
    ...(details === null ? [] : [say(nameFact("accidentDetails", locale), details)]),
    ...(silent.length > 0 ? [say(translate("declared_not"), silent.join(", "))] : []),
  ].join("\n");
}
