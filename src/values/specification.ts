import { m } from "#messages/messages.js";
import { formatNumber } from "./format.ts";
import type { Locale } from "./locale.ts";
import { listKeys, makeRecord } from "./record.ts";
import { driveLabel } from "./vehicle-label.ts";
import { CYLINDER_COUNTS, DRIVES, SEAT_COUNTS } from "./vehicle.ts";

/**
 * What a seller may state about a car besides what every listing has: one row each, by its column
 * in `listing`, in the order of the form and of the page. The questions of the listing's form, the
 * conversion between answers and columns, the listing's page and the record of staff changes all
 * use these rows.
 */
export const SPECIFICATIONS = {
  drive: {
    question: {
      kind: "select",
      name: "drive",
      words: "listing_form_drive",
      row: "engine",
      options: DRIVES,
      optionWords: "vocabulary_drive",
      optional: true,
    },
    codes: DRIVES,
    label: m.listing_form_drive_label,
    format: driveLabel,
  },
  engineCapacityCc: {
    question: {
      kind: "number",
      name: "engineCapacity",
      words: "listing_form_engine_capacity",
      row: "engine",
      unit: "cc",
      min: 50,
      max: 9_000,
      optional: true,
    },
    codes: null,
    label: m.listing_form_engine_capacity_label,
    format: (capacity: number, locale: Locale) =>
      m.listing_cc({ capacity: formatNumber(capacity, locale) }, { locale }),
  },
  seats: {
    question: {
      kind: "select",
      name: "seats",
      words: "listing_form_seats",
      row: "size",
      options: SEAT_COUNTS.map(String),
      optionWords: "verbatim",
      optional: true,
    },
    codes: SEAT_COUNTS,
    label: m.listing_form_seats_label,
    format: String,
  },
  cylinders: {
    question: {
      kind: "select",
      name: "cylinders",
      words: "listing_form_cylinders",
      row: "size",
      options: CYLINDER_COUNTS.map(String),
      optionWords: "verbatim",
      optional: true,
    },
    codes: CYLINDER_COUNTS,
    label: m.listing_form_cylinders_label,
    format: String,
  },
} as const;

export type SpecificationName = keyof typeof SPECIFICATIONS;
export const SPECIFICATION_NAMES: readonly SpecificationName[] = listKeys(SPECIFICATIONS);

type Value = string | number;

/** Any specification, for code that handles all alike. */
type Specification = {
  question: { name: string; words: string; optionWords?: string };
  /** Null for an amount. */
  codes: readonly Value[] | null;
  label(inputs?: object, options?: { locale?: Locale }): string;
  format(value: Value, locale: Locale): string;
};

export function findSpecification(name: SpecificationName): Specification {
  return SPECIFICATIONS[name];
}

/** The specifications of one car; null if its seller stated nothing. */
export type Specifications = {
  [Name in SpecificationName]:
    | ((typeof SPECIFICATIONS)[Name]["codes"] extends readonly (infer Code)[] ? Code : number)
    | null;
};

export const NO_SPECIFICATIONS = makeRecord(SPECIFICATION_NAMES, () => null);

/** The questions of the listing's form. */
export const SPECIFICATION_QUESTIONS = Object.values(SPECIFICATIONS).map(
  ({ question }) => question,
);

/** Valid answers to these questions, as columns. */
export function readSpecifications(answers: Readonly<Record<string, unknown>>): Specifications {
  return makeRecord(SPECIFICATION_NAMES, (name) => {
    const { question, codes } = findSpecification(name);
    const answer = answers[question.name] ?? null;
    return codes ? (codes.find((code) => String(code) === answer) ?? null) : answer;
  }) as Specifications;
}

/** Columns as answers, to fill in a form. */
export function writeSpecifications(car: Specifications): Record<string, Value | null> {
  return Object.fromEntries(
    SPECIFICATION_NAMES.map((name) => {
      const { question, codes } = findSpecification(name);
      const value = car[name];
      return [question.name, codes && value !== null ? String(value) : value];
    }),
  );
}

/** One specification for a car's page, as finished texts. */
export type SpecificationLine = { name: SpecificationName; label: string; value: string };

/** The specifications that the seller stated. */
export function describeSpecifications(car: Specifications, locale: Locale): SpecificationLine[] {
  return SPECIFICATION_NAMES.flatMap((name) => {
    const { label, format } = findSpecification(name);
    const value = car[name];
    return value === null
      ? []
      : [{ name, label: label({}, { locale }), value: format(value, locale) }];
  });
}
