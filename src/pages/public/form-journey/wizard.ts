import type { ReactNode } from "react";
import type { VinFills } from "#domain/catalogue/vin-decoder/vin-fills.ts";
import type { FormHandler } from "#domain/lead/form-handler.ts";
import type { PhonePurpose } from "#domain/phone-verification/phone-verification.ts";
import type { Agreement, Gate, TickedBox } from "#forms/gates.ts";
import type { OptionPicture } from "#forms/page/radios-field.tsx";
import type { Answers } from "#forms/questions/question-kind.ts";
import type { RawFields } from "#forms/questions/raw-fields.ts";
import type { StepView, SummaryRow } from "#forms/view-model.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import type { Locale } from "#values/locale.ts";
import type { RegionCode } from "#values/province.ts";

/**
 * What one form adds to the page that serves the steps and gates of every form. `Extras` is data
 * that only this form's parts show beside the questions, `Panel` the data of a gate's page; both
 * are plain data.
 */
export interface Wizard<Extras = unknown, Panel = unknown> {
  readonly handler: FormHandler;
  /** For search engines, on the first step. */
  readonly description: () => string;
  /** The step with the phone's widget, and the control of the phone number. */
  readonly phone: {
    readonly slug: string;
    readonly purpose: PhonePurpose;
    readonly control: string;
  };
  /** The controls that a looked-up VIN fills in. */
  readonly vinFills?: VinFills;
  /** Fills in blank fields of a step's post that follow from its other fields. */
  readonly fillIn?: (raw: RawFields) => RawFields;
  /** Answers to fill in on a step before it is answered, each with its source. */
  readonly prefill?: (slug: string, input: PrefillInput) => Prefill | Promise<Prefill>;
  readonly findExtras: (input: ExtrasInput) => Extras | Promise<Extras>;
  readonly findPanel: (
    gate: Gate,
    input: ExtrasInput & { query: URLSearchParams; consents: readonly Agreement[] },
  ) => Panel | Promise<Panel>;
  /**
   * Whether passing a gate makes a contract, and in which province: in Quebec its text must be
   * shown in French first.
   */
  readonly contract: {
    readonly provinceOf: (answers: Answers) => RegionCode | undefined;
    readonly isMade: (ticked: readonly TickedBox[]) => boolean;
  };
  /**
   * The boxes that the post of a gate's page ticked; null if the text of a box is no longer true.
   */
  readonly readBoxes?: (raw: RawFields, locale: Locale) => Promise<readonly TickedBox[] | null>;
}

type ExtrasInput = {
  answers: Answers;
  /** "" before the first answer. */
  draftId: string;
  /** The step shown, or the one under a gate's page. */
  slug: string;
  visitor: Visitor;
};

export type PrefillInput = { answers: Answers; request: Request; visitor: Visitor };

/** The source of an answer that the person has not given on this page. */
export type PrefillSource =
  | "offer"
  | "vin"
  | "vin_offer"
  | "model_year"
  | "account"
  | "listing"
  | "income";

export type Prefill = {
  answers: Answers;
  /** By question, so that the page can name the source. */
  sources: Readonly<Partial<Record<string, PrefillSource>>>;
};

export const NO_PREFILL: Prefill = { answers: {}, sources: {} };

/** All answers of one step, to review before the form is sent. */
export type ReviewSection = { slug: string; title: string; rows: readonly SummaryRow[] };

/** What a form's own parts know about the current step. */
export type StepParts<Extras> = {
  view: StepView;
  extras: Extras;
  sources: Prefill["sources"];
  /** On the last step: all answers, by the step that asked for them. */
  sections: readonly ReviewSection[];
};

/** The parts that only this form renders; everything else is the same for all forms. */
export type WizardParts = {
  /** The path of the confirmation, from `paths.ts`. */
  sentPath: (reference: string) => string;
  aside: ReactNode;
  picture?: OptionPicture;
  /** Directly below a question, by its name. */
  after?: Readonly<Record<string, ReactNode>>;
  /** Over the page of the first steps, while the next page is loaded. */
  overlay?: ReactNode;
  /** Why the phone number should be verified. */
  phoneText?: string;
  /** On the last step, above the submit button. */
  last?: {
    /** The questions are rendered by `above`, and not by the form. */
    drawsQuestions?: boolean;
    above: (shown: StepView) => ReactNode;
    below?: ReactNode;
  };
};
