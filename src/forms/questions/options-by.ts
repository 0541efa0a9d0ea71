import type { QuestionWords } from "./question-kind.ts";
import type { SelectView } from "#forms/view-model.ts";

/** Options that depend on an earlier answer: the models of a make. */
export interface OptionsBy {
  readonly question: string;
  readonly options: Readonly<Record<string, readonly string[]>>;
  /**
   * An earlier question for a year, and the first and last year of each option. Those of the year
   * come first; the others stay, for what we know of years may be wrong.
   */
  readonly years?: {
    readonly question: string;
    readonly of: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>>;
  };
}

/** All groups of options for a page, with what it needs to show one of them. */
export function viewOptionsBy(
  { question, options, years }: OptionsBy,
  words: QuestionWords,
  labelOf: (code: string) => string,
): Pick<SelectView, "options" | "groupedBy" | "chosenGroupEmptyLabel" | "year"> {
  return {
    options: Object.entries(options).flatMap(([group, codes]) =>
      codes.map((code) => ({
        value: code,
        label: labelOf(code),
        group,
        years: years?.of[group]?.[code],
      })),
    ),
    groupedBy: question,
    chosenGroupEmptyLabel: words.say("forms_select"),
    year: years && {
      control: years.question,
      otherYearsLabel: words.say("forms_other_years"),
    },
  };
}
