import type { Locale } from "#values/locale.ts";
import type { FormDeclaration, Step } from "./define-form.ts";
import type { Answers, AnswerValue } from "./questions/question-kind.ts";

/**
 * Something to be agreed to on the way, on a page between two steps, as data: what lies behind it
 * opens only once the draft holds the agreement.
 */
export interface Gate {
  /** Last part of its page's URL. */
  readonly name: string;
  /** Slug of the step that opens only behind it. */
  readonly before: string;
  readonly until: {
    /** What the draft must hold a consent for, one row each. */
    readonly agreedTo: readonly [string, ...string[]];
    /** The words agreed to, exactly as shown. An agreement to earlier words opens nothing. */
    readonly words: (locale: Locale) => string;
    /** Raised with every change of the words. */
    readonly version: number;
  };
  /** What may be agreed to on its page besides, a box each: it is passed without them. */
  readonly offers?: readonly string[];
  /** Earlier questions that it rests on: another answer to one of them undoes it. */
  readonly dependsOn?: readonly string[];
  /** Everybody may read its page; who comes too early only cannot agree yet. */
  readonly isPublic?: true;
  /** The consent question that passing it answers, for a direct post that meets no page. */
  readonly answers?: string;
}

/** In Quebec English was not expressly chosen: the gate's page says so, with what was ticked on it. */
export type GateRefusal = { gate: string; typed: readonly string[] };

/** An agreement given on the way: what for, which words, in which language, and when. */
export interface Agreement {
  readonly purpose: string;
  readonly text: string;
  readonly locale: Locale;
  readonly givenAt: string;
  /** Of a box's words. */
  readonly version?: number | undefined;
  /** The one that a box's words name, and that alone may have what was agreed to. */
  readonly recipientId?: string | undefined;
}

/** A box beside the way on that was ticked, with its words as shown. */
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

/** The agreement to a gate's present words, if it was given. */
export function findAgreement(
  { until }: Gate,
  purpose: string,
  consents: readonly Agreement[],
): Agreement | undefined {
  return consents.find(
    (consent) => consent.purpose === purpose && consent.text === until.words(consent.locale),
  );
}

/** Agreements with those of a gate that is passed now, in the language shown. */
export function passGate(
  gate: Gate,
  consents: readonly Agreement[],
  input: {
    readonly locale: Locale;
    readonly at: Date;
    /** All that is agreed to of what it offers. */
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

/** The agreements that still stand once answers have changed. */
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
