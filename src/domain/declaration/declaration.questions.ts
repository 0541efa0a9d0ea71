import {
  ACCIDENTS,
  BRANDS,
  type Declared,
  EARLIER_USES,
  FACTS,
  KEY_FOBS,
  NOTHING_DECLARED,
  ODOMETER_READINGS,
  OWNER_COUNTS,
  SERVICE_RECORDS,
  YES_NO,
} from "./declaration.ts";

/**
 * An option besides those that a seller may know: that they do not know. It is stored as not
 * declared.
 */
const UNKNOWN = "unknown";

/**
 * The questions by fact, with the same text in every form: the listing's form asks all of them, the
 * sell request those that SPEC.md §3 does not already ask. All are optional.
 */
export const DECLARED_QUESTIONS = {
  brand: {
    kind: "choice",
    name: "brand",
    words: "declared_brand",
    options: [...BRANDS, UNKNOWN],
    short: true,
    hint: true,
    optional: true,
  },
  accidents: {
    kind: "choice",
    name: "accidents",
    words: "declared_accidents",
    options: [...ACCIDENTS, UNKNOWN],
    short: true,
    optional: true,
  },
  accidentAmountCad: {
    kind: "number",
    name: "accidentAmountCad",
    words: "declared_accident_amount",
    unit: "cad",
    step: 1,
    min: 1,
    max: 1_000_000,
    short: true,
    hint: true,
    optional: true,
  },
  accidentDetails: {
    kind: "text",
    name: "accidentDetails",
    words: "declared_accident_details",
    maxLength: 300,
    short: true,
    optional: true,
  },
  lien: {
    kind: "select",
    name: "lien",
    words: "declared_lien",
    options: [...YES_NO, UNKNOWN],
    short: true,
    hint: true,
    optional: true,
  },
  owners: {
    kind: "select",
    name: "owners",
    words: "declared_owners",
    options: OWNER_COUNTS.map(String),
    optionWords: "verbatim",
    short: true,
    optional: true,
  },
  earlierUse: {
    kind: "select",
    name: "earlierUse",
    words: "declared_earlier_use",
    options: [...EARLIER_USES, UNKNOWN],
    short: true,
    optional: true,
  },
  outOfProvince: {
    kind: "select",
    name: "outOfProvince",
    words: "declared_out_of_province",
    options: [...YES_NO, UNKNOWN],
    short: true,
    optional: true,
  },
  odometerReading: {
    kind: "select",
    name: "odometerReading",
    words: "declared_odometer_reading",
    options: ODOMETER_READINGS,
    short: true,
    optional: true,
  },
  mechanicalIssues: {
    kind: "select",
    name: "mechanicalIssues",
    words: "declared_mechanical_issues",
    options: YES_NO,
    short: true,
    optional: true,
  },
  serviceRecords: {
    kind: "select",
    name: "serviceRecords",
    words: "declared_service_records",
    options: SERVICE_RECORDS,
    short: true,
    optional: true,
  },
  keyFobs: {
    kind: "select",
    name: "keyFobs",
    words: "declared_key_fobs",
    options: KEY_FOBS,
    short: true,
    optional: true,
  },
  smoked: {
    kind: "select",
    name: "smoked",
    words: "declared_smoked",
    options: YES_NO,
    short: true,
    optional: true,
  },
} as const;

/** Parsed answers to these questions: each may be missing. */
export type DeclaredAnswers = {
  readonly [Fact in keyof Declared]?: NonNullable<Declared[Fact]> | string;
};

/** Answers as facts. The forms have checked that each is one of its question's options. */
export function readDeclared(answers: DeclaredAnswers): Declared {
  const facts = Object.fromEntries(
    FACTS.map((fact) => {
      const answer = answers[fact];
      // For the odometer, "unknown" is itself a declaration.
      if (answer === undefined || (answer === UNKNOWN && fact !== "odometerReading"))
        return [fact, null];
      return [fact, fact === "owners" ? Number(answer) : answer];
    }),
  );
  return { ...NOTHING_DECLARED, ...facts };
}

/** Facts as answers, to fill in a form. */
export function writeDeclared(declared: Declared): Record<string, string | number | null> {
  const owners = declared.owners && String(declared.owners);
  return { ...declared, owners };
}
