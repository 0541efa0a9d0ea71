/**
 * The data that a page needs to render each kind of question: plain data, so that no code of a kind
 * is sent to the browser.
 */
export type ControlView =
  | RadiosView
  | InputView
  | TextareaView
  | SelectView
  | PartsView
  | LocationView
  | CheckboxView
  | CheckboxesView;

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
  readonly type: "text" | "number" | "email" | "tel" | "password" | "date";
  readonly value: string;
  readonly autocomplete?: string;
  readonly inputMode?: "text" | "numeric" | "decimal" | "email" | "tel";
  /** A number, or a day as YYYY-MM-DD. */
  readonly min?: number | string;
  readonly max?: number | string;
  readonly step?: number;
  /** For a character count; not the HTML attribute, which would silently cut pasted text. */
  readonly maxLength?: number;
  /** It takes a code of this many digits and nothing else. */
  readonly digits?: number;
  /** "$" or "km" beside the field, on the side where the language writes it. */
  readonly prefix?: string;
  readonly suffix?: string;
  readonly spellCheck?: false;
  readonly autoCapitalize?: "characters" | "none";
  /** The server knows the answer and accepts no other. */
  readonly readOnly?: true;
  /** Cities are suggested while typing; any text is accepted. */
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
  /** First, empty entry: "Select a province"; none where one of them always stands. */
  readonly emptyLabel?: string;
  readonly autocomplete?: string;
  readonly options: readonly (OptionView & {
    readonly group?: string;
    /** First and last year that it belongs to; no last one while it is still made. */
    readonly years?: readonly [first: number, last: number | null];
  })[];
  /**
   * The control that the options depend on: without JavaScript they are shown in groups; with it
   * only the chosen group, and `emptyLabel` until there is one.
   */
  readonly groupedBy?: string;
  /** The empty entry once a group is chosen. */
  readonly chosenGroupEmptyLabel?: string;
  /**
   * The control with a year: with JavaScript, options of that year come first, then all others
   * under the label. None is removed, because our data on years may be wrong.
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

/** Several short fields that are one answer: a day, a length of time. */
export interface PartsView {
  readonly control: "parts";
  /** A part alone is an answer too: years without months. */
  readonly mayLackParts?: true;
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

export interface LocationView {
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

/** Several boxes that are one answer. */
export interface CheckboxesView {
  readonly control: "checkboxes";
  readonly options: readonly (OptionView & { readonly name: string; readonly checked: boolean })[];
}

export interface CheckboxView {
  readonly control: "checkbox";
  readonly value: "yes";
  readonly checked: boolean;
}

/** The value of a list's last entry, for a name typed in the text field beside it. */
export const OTHER = "other";

/** The control of that text field, by the list's own. */
export function otherControl(control: string): string {
  return `${control}Other`;
}
