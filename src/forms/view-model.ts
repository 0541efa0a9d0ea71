import type { Locale } from "#values/locale.ts";
import type { ControlView } from "./questions/control-view.ts";

/**
 * A form for a page: plain data with translated text, so that no message, rule or form declaration
 * is sent to the browser.
 */
export interface FormView {
  readonly form: string;
  readonly questions: readonly QuestionView[];
  readonly hidden: readonly HiddenField[];
  readonly errorSummary?: ErrorSummary;
}

/** One step of a form with several steps. */
export interface StepView extends FormView {
  readonly formTitle: string;
  readonly locale: Locale;
  readonly slug: string;
  /** For `<title>`; starts with "Error: " where something is to be put right. */
  readonly documentTitle: string;
  readonly title: string;
  /** What the `<h1>` is: a plain heading, the label or legend of the one question, or the legend around all. */
  readonly titleIs: "heading" | "label" | "legend";
  readonly hint?: string;
  readonly stepNumber: number;
  readonly stepCount: number;
  /** "Step 4 of 16" */
  readonly progressText: string;
  /** "3 minutes to complete" */
  readonly minutesLeftText?: string;
  /** Where the step's form posts to. */
  readonly action: string;
  readonly submissionId: string;
  readonly summary: Summary;
  /** None on the first step. */
  readonly backHref?: string;
  readonly backLabel: string;
  /** "Next", on the last step "Submit". */
  readonly nextLabel: string;
  readonly isLast: boolean;
}

export interface HiddenField {
  readonly name: string;
  readonly value: string;
}

export interface ErrorSummary {
  /** The heading instead of "There is a problem", if nothing is wrong but a question is asked. */
  readonly question?: string;
  /** An error that belongs to no single field. */
  readonly text?: string;
  readonly items: readonly { readonly href: string; readonly text: string }[];
}

/** One error, for a page or in the response to a program. */
export interface FieldErrorView {
  readonly field: string;
  readonly step: string;
  readonly code: string;
  /** The id of the control that the error links to. */
  readonly control: string;
  readonly message: string;
}

/**
 * The result of every form post: `ok` with its data, else everything as typed and the errors (422).
 */
export type FormResult<Done extends object = object> =
  | ({ readonly ok: true } & Done)
  | {
      readonly ok: false;
      readonly fieldErrors: readonly FieldErrorView[];
      readonly view: FormView;
    };

/** "Your request so far": answered rows only. */
export interface Summary {
  readonly heading: string;
  readonly rows: readonly SummaryRow[];
}

export interface SummaryRow {
  /** The question or row name, to find one among them. */
  readonly key: string;
  readonly name: string;
  readonly value: string;
  readonly changeHref: string;
  readonly changeLabel: string;
  /** "Change vehicle type", for screen readers, which may read the link alone. */
  readonly changeName: string;
}

export type QuestionView = QuestionFrame & ControlView;

/** The control `name` has one of `values`, or holds a number under `below`. */
export type ShowWhen =
  | { readonly name: string; readonly values: readonly string[] }
  | {
      readonly name: string;
      readonly below: number;
      /** Where the number is a length of time in two fields: that of years, that of months. */
      readonly parts?: readonly [years: string, months: string];
    };

/** Everything around a control. */
export interface QuestionFrame {
  readonly name: string;
  /** The prefix of the ids of its hint and its error. */
  readonly idBase: string;
  /** The element an error links to. */
  readonly id: string;
  readonly label: string;
  /** The step's `<h1>` already says the label; draw it once. */
  readonly labelIsTitle: boolean;
  readonly hint?: string;
  /** "(optional)" */
  readonly optionalText?: string;
  readonly error?: string;
  /** Which control of several the error is about. */
  readonly errorId?: string;
  /** `aria-describedby`: ids of hint and error, in this order. */
  readonly describedBy?: string;
  readonly required: boolean;
  /** With JavaScript, hide and disable unless the control's value meets this. */
  readonly showWhen?: ShowWhen;
  readonly row?: string;
  /** The heading of its group. */
  readonly group?: string;
  /** The stored sealed answer, masked; if the field is left blank, it is unchanged. */
  readonly storedText?: string;
}
