import type * as z from "zod/mini";
import type { Locale } from "#values/locale.ts";
import type { ProvinceCode, RegionCode } from "#values/province.ts";
import type { Condition } from "./condition.ts";
import type { RawFields } from "./raw-fields.ts";
import type { ControlView } from "./control-view.ts";

/** Looks a message up by its key. Runs on the server only; pages receive finished words. */
export type Translate = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** What every question declares, whatever its kind. */
export interface QuestionBase {
  /** The control's name, as SPEC.md §3 spells the field. */
  readonly name: string;
  readonly optional?: true;
  /**
   * Optional for a program, whose fields SPEC.md §3 lists; our own pages ask for it as for any other
   * answer, where there is a condition only when it holds. Goes with `optional`.
   */
  readonly pageAsks?: true | Condition;
  readonly askedWhen?: Condition;
  /** Kept in the sealed blob, masked wherever it is shown, in no export. */
  readonly sealed?: true;
  /**
   * A sealed answer is not put back into a page once it is stored, unless this is set: then the
   * person can change it in place, and the last step carries it.
   */
  readonly refilled?: true;
  /**
   * What its messages begin with, for a question that several forms ask in the same words; else it is
   * the form's prefix and the question's name.
   */
  readonly words?: string;
  /** It has a `…_hint` message. */
  readonly hint?: true;
  /** It has a `…_short` message for summaries and error texts; otherwise its label serves. */
  readonly short?: true;
  /** Codes of field errors whose words are its own, `…_error_{code}`: "taken" for a name in use. */
  readonly ownErrors?: readonly string[];
  /** Questions in a row of the same name stand side by side and are one line of the summary. */
  readonly row?: string;
  /** Neighbours of the same group stand under a heading, the form's message `…_{group}_group`. */
  readonly group?: string;
  /** The form version that brought or changed it; an older draft is led back to it. Default 1. */
  readonly since?: number;
  /** Nobody is asked: its page carries it in a hidden control, as where one came from. */
  readonly isHidden?: true;
  /** WCAG 1.3.5 token, for questions about the person. */
  readonly autocomplete?: string;
}

export interface LocationAnswer {
  /** As chosen or typed. */
  readonly text: string;
  readonly province: ProvinceCode;
  readonly city?: string;
  readonly lat?: number;
  readonly lon?: number;
  readonly placeId?: string;
}

/** Plain JSON, so that it lives in a jsonb column as it is. */
export type AnswerValue = string | number | boolean | LocationAnswer;
/** By question; what is not answered is missing or undefined. */
export type Answers = Readonly<Record<string, AnswerValue | undefined>>;

/** What a browser says was chosen, or only what was typed. Nothing of it is proved. */
export interface TypedLocation {
  readonly text: string;
  readonly placeId?: string;
  readonly lat?: number;
  readonly lon?: number;
}

/** A place as the server knows it; a territory too, so that it can be told kindly that we do not serve it. */
export interface FoundLocation {
  readonly text: string;
  readonly region: RegionCode;
  readonly city?: string;
  readonly lat?: number;
  readonly lon?: number;
  readonly placeId?: string;
}

/** What a definition says outright, or by the day (`YYYY-MM-DD`): "up to next year's models". */
export type ValueByDay<Value extends number | readonly string[]> =
  | Value
  | ((today: string) => Value);

export function valueOnDay<Value extends number | readonly string[]>(
  value: ValueByDay<Value>,
  today: string,
): Value {
  return typeof value === "function" ? value(today) : value;
}

export interface ReadContext {
  readonly now: Date;
  readonly locale: Locale;
  /**
   * Looks up a place typed or claimed to be chosen; null where it is not known. Without it, or then,
   * a town with its province and a postal code are still read by hand.
   */
  readonly resolveLocation?: (typed: TypedLocation) => FoundLocation | null;
  /** With these a direct post may also name an option by its words, in each language given. */
  readonly translations?: readonly Translate[];
}

/** The same for one question: with the answers before it, and its words in each language given. */
export interface QuestionReadContext extends ReadContext {
  /** The day that `now` falls on where the business is. */
  readonly today: string;
  readonly answers: Answers;
  readonly words: readonly QuestionWords[];
}

export type FieldErrorParams = Readonly<Record<string, string | number>>;

export type ReadResult<V> =
  | { readonly ok: true; readonly value: V }
  | {
      readonly ok: false;
      readonly code: string;
      readonly params?: FieldErrorParams;
      /** Which of the question's controls to go to; its first where none is named. */
      readonly control?: string;
    };

/** The words a kind needs, already bound to form, question and language. */
export interface QuestionWords {
  readonly locale: Locale;
  /** A message of the engine: `forms_…`. */
  readonly engineText: Translate;
  /** The question's own message: `own("option_suv")` is `pre_approval_form_car_type_option_suv`. */
  readonly ownText: (suffix: string) => string;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** One raw answer with what must come of it; drives the generated tests of every form. */
export interface Example {
  readonly raw: Readonly<Record<string, string>>;
  /** The error expected; none where the answer is good. */
  readonly fieldError?: string;
}

/**
 * A kind of question: how it is read from a post, written back, shown, exported, stored and drawn.
 * `read` is called only where something was given; a blank is the engine's matter.
 */
export interface QuestionKind<Q extends QuestionBase, V extends AnswerValue> {
  /** Names of the controls whose blankness decides whether there is an answer. */
  controls(question: Q): readonly string[];
  read(raw: RawFields, question: Q, context: QuestionReadContext): ReadResult<V>;
  /** Raw fields that `read` turns into the same value again. */
  write(value: V, question: Q): Readonly<Record<string, string>>;
  show(value: V, question: Q, words: QuestionWords): string;
  /** For CSV and spreadsheets; sealed questions are never asked for it. */
  exportValue(value: V, question: Q): string;
  /** Parses what comes back from jsonb. */
  stored(question: Q): z.ZodMiniType<V>;
  /** The post's fields for OpenAPI. */
  jsonSchema(question: Q): Readonly<Record<string, JsonSchema>>;
  /** The control with its present raw values. */
  view(question: Q, typed: RawFields, words: QuestionWords, today: string): ControlView;
  /** How a limit reads in an error: "$0" and not "0". */
  showLimit?(limit: number, question: Q, words: QuestionWords): string;
  /** Suffixes of the question's own messages, beside label and error; see `QuestionWords.own`. */
  ownMessages?(question: Q): readonly string[];
  /** Whole keys of messages that it shares with others. */
  sharedMessages?(question: Q): readonly string[];
  examples(question: Q, now: Date): readonly Example[];
}
