import type { Locale } from "#values/locale.ts";

/**
 * One step as a page draws it: plain data with finished words. A page needs no message, no rule and
 * no form declaration beside it, so none of these reach the browser.
 */
export interface StepView {
  readonly form: string;
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
  /** Hidden controls: the submission id, and on the last step every earlier answer. */
  readonly hidden: readonly HiddenField[];
  readonly submissionId: string;
  readonly questions: readonly QuestionView[];
  readonly errorSummary?: ErrorSummary;
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
  /** "There is a problem" */
  readonly heading: string;
  readonly items: readonly { readonly href: string; readonly text: string }[];
}

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
  /** "Change vehicle type", for those who hear the link alone. */
  readonly changeName: string;
}

export type QuestionView = QuestionFrame & ControlView;

/** What stands around a control. */
export interface QuestionFrame {
  readonly name: string;
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
  /** With JavaScript, hide and disable unless the control `name` has one of `values`. */
  readonly showWhen?: { readonly name: string; readonly values: readonly string[] };
  readonly row?: string;
  /** A sealed answer already stored, masked; left blank, it stays. */
  readonly keptText?: string;
}

export type ControlView =
  | RadiosView
  | InputView
  | TextareaView
  | SelectView
  | DateView
  | PlaceView
  | CheckboxView;

/** Families of drawings a page has for a question's option codes. */
export type Pictures = "vehicle-type" | "credit-rating" | "body-trim" | "style" | "colour";

export type Tiles = "small" | "pictured";

export interface RadiosView {
  readonly control: "radios";
  readonly pictures?: Pictures;
  /** Small tiles, as many in a row as there is room for, or a picture above each label. */
  readonly tiles?: Tiles;
  readonly options: readonly (OptionView & { readonly id: string; readonly checked: boolean })[];
}

export interface OptionView {
  readonly value: string;
  readonly label: string;
}

export interface InputView {
  readonly control: "input";
  readonly type: "text" | "number" | "email" | "tel";
  readonly value: string;
  readonly autocomplete?: string;
  readonly inputMode?: "text" | "numeric" | "decimal" | "email" | "tel";
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** For a character count; not an attribute, which would cut a paste without a word. */
  readonly maxLength?: number;
  /** "$" or "km" beside the field, on the side where the language writes it. */
  readonly prefix?: string;
  readonly suffix?: string;
  readonly spellCheck?: false;
  readonly autoCapitalize?: "characters" | "none";
  /** The server knows the answer and takes no other. */
  readonly readOnly?: true;
  /** Towns are suggested as one types; any text is as good. */
  readonly suggests?: "city";
}

export interface TextareaView {
  readonly control: "textarea";
  readonly value: string;
  readonly maxLength: number;
  readonly rows: number;
}

export interface SelectView {
  readonly control: "select";
  readonly value: string;
  /** First, empty entry: "Select a province". */
  readonly emptyLabel: string;
  readonly autocomplete?: string;
  readonly options: readonly (OptionView & {
    readonly group?: string;
    /** First and last year that it belongs to. */
    readonly years?: readonly [number, number];
  })[];
  /**
   * Options belong to the value of another control: without JavaScript they stand in groups; with it,
   * only the chosen group, and `emptyLabel` until there is one.
   */
  readonly groupedBy?: string;
  /** What stands first once a group is chosen. */
  readonly chosenGroupEmptyLabel?: string;
  /**
   * The control with a year: with JavaScript, options of that year come first, and all others under
   * the label after them. None is taken away, for our years may be wrong.
   */
  readonly year?: { readonly control: string; readonly otherYearsLabel: string };
  /** The list's last entry, and the text field for what it does not hold. */
  readonly other?: {
    readonly value: string;
    readonly label: string;
    readonly name: string;
    readonly typedLabel: string;
    readonly typed: string;
  };
}

export interface DateView {
  readonly control: "date";
  readonly parts: readonly {
    readonly name: string;
    readonly id: string;
    readonly label: string;
    readonly value: string;
    readonly autocomplete?: string;
    /** Width in characters. */
    readonly size: 2 | 4 | 10;
  }[];
}

export interface PlaceView {
  readonly control: "place";
  readonly value: string;
  readonly autocomplete?: string;
  /** Filled by a chosen suggestion, emptied when the text is changed by hand. The server checks them. */
  readonly hidden: readonly {
    readonly name: string;
    readonly part: "placeId" | "lat" | "lon";
    readonly value: string;
  }[];
}

export interface CheckboxView {
  readonly control: "checkbox";
  readonly value: "yes";
  readonly checked: boolean;
}
