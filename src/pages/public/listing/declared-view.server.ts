import {
  describeFact,
  type DeclaredLine,
  listDeclaredLines,
  nameFact,
} from "#domain/declaration/describe-declared.server.ts";
import type { Declared, Fact } from "#domain/declaration/declaration.ts";
import { speaksAgainst } from "#domain/declaration/declared-edit.ts";
import type { StoredChange } from "#domain/listing/declared-changes-column.ts";
import { translateIn } from "#forms/translate.server.ts";
import { formatDate } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

export type DeclaredView = DeclaredLine & {
  /** An unfavourable fact, which a buyer will ask about. */
  isUnfavourable: boolean;
  /** The seller's own text, in their language. */
  details: string | null;
  /** Earlier answers, and a correction that staff have not decided yet. */
  notes: string[];
};

/** The fact on whose line a fact is shown. */
const LINE_OF: Partial<Record<Fact, Fact>> = {
  accidentAmountCad: "accidents",
  accidentDetails: "accidents",
};

/** The seller's declaration on the listing's page, as text. */
export function viewDeclared(
  declared: Declared,
  changes: readonly StoredChange[],
  locale: Locale,
): DeclaredView[] {
  return listDeclaredLines(declared, locale).map((line) => ({
    ...line,
    isUnfavourable: speaksAgainst(line.fact, declared[line.fact]),
    details: line.fact === "accidents" ? declared.accidentDetails : null,
    notes: changes
      .filter(({ fact }) => (LINE_OF[fact] ?? fact) === line.fact)
      .flatMap((change) => describeChange(change, locale)),
  }));
}

/** A correction that staff refused is not shown: it is private to them and the seller. */
function describeChange(
  { fact, earlier, answer, state, at, decidedAt }: StoredChange,
  locale: Locale,
) {
  const translate = translateIn(locale);
  const say = (value: typeof answer) => {
    const words = describeFact(fact, value, locale);
    return LINE_OF[fact] ? `${nameFact(fact, locale)}, ${words}` : words;
  };
  if (state === "waiting") {
    return [
      translate("declared_waiting", {
        date: formatDate(new Date(at), locale),
        answer: say(answer),
      }),
    ];
  }
  if (state === "declined") return [];
  const until = formatDate(new Date(decidedAt ?? at), locale);
  return [translate("declared_earlier", { date: until, answer: say(earlier) })];
}
