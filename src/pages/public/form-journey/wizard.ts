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
 * The part of a form on the page that serves the steps and gates of every form. `Extras` is data
 * that only this form's parts show beside the questions, `Panel` the data of a gate's page: both
 * plain data.
 */
export interface Wizard<Extras = unknown, Panel = unknown> {
  readonly handler: FormHandler;
  /** For search engines, on the first step. */
  readonly description: () => string;
  /** The step with the phone's widget, and the control of the number. */
  readonly phone: {
    readonly slug: string;
    readonly purpose: PhonePurpose;
    readonly control: string;
  };
  /** Which controls a looked-up VIN fills in. */
  readonly vinFills?: VinFills;
  /** Puts in what follows from other fields of a step's post, where it was left blank. */
  readonly fillIn?: (raw: RawFields) => RawFields;
  /** Answers that may be filled in on a step before it is answered, each with where it is from. */
  readonly prefill?: (slug: string, input: PrefillInput) => Prefill | Promise<Prefill>;
  readonly findExtras: (input: ExtrasInput) => Extras | Promise<Extras>;
  readonly findPanel: (
    gate: Gate,
    input: ExtrasInput & { query: URLSearchParams; consents: readonly Agreement[] },
  ) => Panel | Promise<Panel>;
  /** Whether passing a gate makes a contract, and where: in Quebec its words come in French first. */
  readonly contract: {
    readonly provinceOf: (answers: Answers) => RegionCode | undefined;
    readonly isMade: (ticked: readonly TickedBox[]) => boolean;
  };
  /** What the post of a gate's page ticked; null where what its boxes said is so no longer. */
  readonly readBoxes?: (raw: RawFields, locale: Locale) => Promise<readonly TickedBox[] | null>;
}

type ExtrasInput = {
  answers: Answers;
  /** Empty before the first answer. */
  draftId: string;
  /** The step shown, or the one that a gate's page stands over. */
  slug: string;
  visitor: Visitor;
};

export type PrefillInput = { answers: Answers; request: Request; visitor: Visitor };

/** Where an answer came from that the person has not given on this page. */
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
  /** By question, so that the page can say so. */
  sources: Readonly<Partial<Record<string, PrefillSource>>>;
};

export const NO_PREFILL: Prefill = { answers: {}, sources: {} };

/** All answers of one step, for a look at the whole before it is sent. */
export type ReviewSection = { slug: string; title: string; rows: readonly SummaryRow[] };

/** What a form's own parts know of the step that they stand on. */
export type StepParts<Extras> = {
  view: StepView;
  extras: Extras;
  sources: Prefill["sources"];
  /** On the last step: all answers by the step that asked for them. */
  sections: readonly ReviewSection[];
};

/** What a form draws of its own; all else is every form's. */
export type WizardParts = {
  /** Of the confirmation, as an address of `paths.ts`. */
  sentPath: (reference: string) => string;
  aside: ReactNode;
  picture?: OptionPicture;
  /** Right under a question, by its name. */
  after?: Readonly<Record<string, ReactNode>>;
  /** Over the page of the first steps while the next page is awaited. */
  overlay?: ReactNode;
  /** Why the number is asked to be verified. */
  phoneText?: string;
  /** On the last step, above the way to send it. */
  last?: {
    /** The questions are drawn by `above`, and not by the form. */
    drawsQuestions?: boolean;
    above: (shown: StepView) => ReactNode;
    below?: ReactNode;
  };
};
