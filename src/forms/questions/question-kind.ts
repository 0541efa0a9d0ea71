import type * as z from "zod/mini";
import type { Locale } from "#values/locale.ts";
import type { ProvinceCode, RegionCode } from "#values/province.ts";
import type { Condition } from "./condition.ts";
import type { RawFields } from "./raw-fields.ts";
import type { ControlView } from "./control-view.ts";

/** Looks a message up by its key. Runs only on the server; pages receive translated text. */
export type Translate = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** What every question declares, whatever its kind. */
export interface QuestionBase {
  /** The control's name, as SPEC.md §3 spells the field. */
  readonly name: string;
  readonly optional?: true;
  /**
   * Optional for a program (SPEC.md §3 lists its fields), but required on our own pages; with a
   * condition only when it is met. Used with `optional`.
   */
  readonly pageAsks?: true | Condition;
  readonly askedWhen?: Condition;
  /** Stored sealed, masked wherever it is shown, never exported. */
  readonly sealed?: true;
  /**
   * A stored sealed answer is not shown in a page again unless this is set: then the person can
   * change it in place, and the last step repeats it.
   */
  readonly refilled?: true;
  /**
   * The prefix of its messages, for a question that several forms ask in the same words; by default
   * the form's prefix and the question's name.
   */
  readonly words?: string;
  /** It has a `…_hint` message. */
  readonly hint?: true;
  /** It has a `…_short` message for summaries and error texts; otherwise its label serves. */
  readonly short?: true;
  /** Codes of field errors with a text of its own, `…_error_{code}`: "taken" for a name in use. */
  readonly ownErrors?: readonly string[];
  /** Questions with the same row name are shown side by side and are one line of the summary. */
  readonly row?: string;
  /** Adjacent questions of the same group have a heading, the form's message `…_{group}_group`. */
  readonly group?: string;
  /** The form version that added or changed it; an older draft is led back to it. Default 1. */
  readonly since?: number;
  /**
   * Not shown: its page sends it in a hidden control, such as the listing that a person came from.
   */
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

/** Plain JSON, so that a jsonb column can store it. */
export type AnswerValue = string | number | boolean | LocationAnswer;
/** By question; what is not answered is missing or undefined. */
export type Answers = Readonly<Record<string, AnswerValue | undefined>>;

/** A chosen suggestion or a typed text as the browser sent it. None of it is verified. */
export interface TypedLocation {
  readonly text: string;
  readonly placeId?: string;
  readonly lat?: number;
  readonly lon?: number;
}

/**
 * A location known to the server; also in a territory, so that the page can say that we do not
 * serve it.
 */
export interface FoundLocation {
  readonly text: string;
  readonly region: RegionCode;
  readonly city?: string;
  readonly lat?: number;
  readonly lon?: number;
  readonly placeId?: string;
}

/** A constant, or a function of the day (`YYYY-MM-DD`): "up to next year's models". */
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
   * Looks up a typed or chosen location; null if it is not known. Without this function, or then, a
   * city with its province and a postal code are still parsed from the text.
   */
  readonly resolveLocation?: (typed: TypedLocation) => FoundLocation | null;
  /** With these a direct post may also name an option by its words, in each language given. */
  readonly translations?: readonly Translate[];
}

/** The same for one question: with the answers before it, and its texts in each language given. */
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
      /** The control of the question that the error links to; the first one by default. */
      readonly control?: string;
    };

/** The texts that a kind needs, bound to form, question and language. */
export interface QuestionWords {
  readonly locale: Locale;
  /** A message of the engine: `forms_…`. */
  readonly engineText: Translate;
  /**
   * The question's own message: `ownText("option_suv")` is `pre_approval_form_car_type_option_suv`.
   */
  readonly ownText: (suffix: string) => string;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A raw answer and its expected result, for the generated tests of every form. */
export interface Example {
  readonly raw: Readonly<Record<string, string>>;
  /** The error expected; none where the answer is good. */
  readonly fieldError?: string;
}

/**
 * A kind of question: how it is parsed, written back, shown, exported, stored and rendered. `read`
 * is only called with a value; the engine handles blanks.
 */
export interface QuestionKind<Q extends QuestionBase, V extends AnswerValue> {
  /** The names of the controls; if all are blank, there is no answer. */
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
  /**
   * Suffixes of the question's own messages, beside label and error; see `QuestionWords.ownText`.
   */
  ownMessages?(question: Q): readonly string[];
  /** Whole keys of messages that it shares with others. */
  sharedMessages?(question: Q): readonly string[];
  examples(question: Q, now: Date): readonly Example[];
}
