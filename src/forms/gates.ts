import type { Locale } from "#values/locale.ts";
import type { FormDeclaration, Step } from "./define-form.ts";
import type { Answers, AnswerValue } from "./questions/question-kind.ts";

/**
 * A gate as data: a consent page between two steps. The steps after it open once the draft holds
 * the consent.
 */
export interface Gate {
  /** Last part of its page's URL. */
  readonly name: string;
  /** The slug of the step that the gate opens. */
  readonly before: string;
  readonly until: {
    /** The purposes that the draft must hold a consent for. */
    readonly agreedTo: readonly [string, ...string[]];
    /**
     * The text agreed to, exactly as shown. A consent to an earlier text does not open the gate.
     */
    readonly words: (locale: Locale) => string;
    /** Raised with every change of the words. */
    readonly version: number;
  };
  /** Optional consents on its page, one box each: they are not needed to pass. */
  readonly offers?: readonly string[];
  /** Earlier questions that it depends on: a changed answer undoes the consent. */
  readonly dependsOn?: readonly string[];
  /** Anybody may read its page, but can agree only after the steps before it. */
  readonly isPublic?: true;
  /** The consent question that it answers, for a direct post without pages. */
  readonly answers?: string;
}

/**
 * In Quebec, English was not expressly chosen: the gate's page says so, and shows what was ticked.
 */
export type GateRefusal = { gate: string; typed: readonly string[] };

/** A consent: its purpose, its text, its language, and when it was given. */
export interface Agreement {
  readonly purpose: string;
  readonly text: string;
  readonly locale: Locale;
  readonly givenAt: string;
  /** The version of a box's text. */
  readonly version?: number | undefined;
  /** The only recipient that the box's text names. */
  readonly recipientId?: string | undefined;
}

/** A ticked box on a gate's page, with its text as shown. */
export type TickedBox = Omit<Agreement, "locale" | "givenAt" | "version"> & {
  readonly version: number;
};

/** What a person has done of a form so far. */
export interface Progress {
  readonly answers: Answers;
  readonly consents: readonly Agreement[];
}

export const NO_PROGRESS: Progress = { answers: {}, consents: [] };

/** The gate of a URL's last part. */
export function findGate(form: FormDeclaration, slug: string | undefined): Gate | undefined {
  return form.gates?.find(({ name }) => name === slug);
}

/** The gates right before a step, in the form's order. */
export function gatesBefore(form: FormDeclaration, step: Step): readonly Gate[] {
  return (form.gates ?? []).filter(({ before }) => before === step.slug);
}

export function isPassed(gate: Gate, consents: readonly Agreement[]): boolean {
  return gate.until.agreedTo.every((purpose) => findAgreement(gate, purpose, consents));
}

/** The consent to a gate's present text, if it was given. */
export function findAgreement(
  { until }: Gate,
  purpose: string,
  consents: readonly Agreement[],
): Agreement | undefined {
  return consents.find(
    (consent) => consent.purpose === purpose && consent.text === until.words(consent.locale),
  );
}

/** The consents so far with those of a gate that is passed now, in the language shown. */
export function passGate(
  gate: Gate,
  consents: readonly Agreement[],
  input: {
    readonly locale: Locale;
    readonly at: Date;
    /** The optional consents that were ticked. */
    readonly ticked?: readonly TickedBox[];
  },
): readonly Agreement[] {
  const { until } = gate;
  const { locale, at, ticked = [] } = input;
  const when = { locale, givenAt: at.toISOString() };
  const own = purposesAt(gate);
  return [
    ...consents.filter(({ purpose }) => !own.includes(purpose)),
    ...until.agreedTo.map((purpose) => ({ purpose, text: until.words(locale), ...when })),
    ...ticked.map((box) => ({ ...box, ...when })),
  ];
}

function purposesAt({ until, offers = [] }: Gate): readonly string[] {
  return [...until.agreedTo, ...offers];
}

/** The consents that are still valid after answers have changed. */
export function activeConsents(
  form: FormDeclaration,
  before: Answers,
  { answers, consents }: Progress,
): readonly Agreement[] {
  const undone = (form.gates ?? [])
    .filter(({ dependsOn = [] }) => dependsOn.some((name) => !isSame(before[name], answers[name])))
    .flatMap(purposesAt);
  return consents.filter(({ purpose }) => !undone.includes(purpose));
}

/** The questions that passed gates answer. */
export function questionsAnsweredByGates(
  form: FormDeclaration,
  consents: readonly Agreement[],
): readonly string[] {
  return (form.gates ?? []).flatMap((gate) =>
    gate.answers !== undefined && isPassed(gate, consents) ? [gate.answers] : [],
  );
}

function isSame(one: AnswerValue | undefined, other: AnswerValue | undefined): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  const [values, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return [...values.keys(), ...others.keys()].every((key) => values.get(key) === others.get(key));
}
