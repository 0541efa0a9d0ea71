import { site } from "#site/site.ts";
import type { ProvinceCode } from "#values/province.ts";

/**
 * The personal data that the site holds, by the duties that apply to it (docs/security/duties.md,
 * "Kinds of data"). `questions`: the sealed questions of forms that ask for it; a test compares
 * them with the forms.
 */
export const DATA_CLASSES = {
  sin: { kind: "sealed", questions: ["sinNumber"] },
  licence_number: { kind: "sealed", questions: ["licenseNumber"] },
  date_of_birth: { kind: "sealed", questions: ["dateOfBirth", "coApplicantDateOfBirth"] },
  documents: { kind: "sealed", questions: [] },
  drafts: { kind: "sealed", questions: [] },
  message_texts: { kind: "sealed", questions: [] },
  passwords: { kind: "secret", questions: [] },
  sign_in_links: { kind: "secret", questions: [] },
  names: { kind: "personal", questions: [] },
  contact: { kind: "personal", questions: [] },
  income_and_work: { kind: "personal", questions: [] },
  credit_answers: { kind: "personal", questions: [] },
  bids_and_offers: { kind: "personal", questions: [] },
  conversations: { kind: "personal", questions: [] },
  cars_and_photos: { kind: "personal", questions: [] },
  audit_records: { kind: "on_record", questions: [] },
} as const satisfies Record<
  string,
  { kind: "sealed" | "secret" | "personal" | "on_record"; questions: readonly string[] }
>;
export type DataClass = keyof typeof DATA_CLASSES;

export const DATA_CLASS_CODES = Object.keys(DATA_CLASSES) as [DataClass, ...DataClass[]];
export const SEALED_CLASSES = DATA_CLASS_CODES.filter(isSealed);
export const OPEN_CLASSES = DATA_CLASS_CODES.filter((code) => !isSealed(code));

export function isSealed(code: DataClass): boolean {
  return DATA_CLASSES[code].kind === "sealed";
}

/**
 * The assessed risk to people: a “real risk of significant harm” (PIPEDA, s. 10.1(7) and (8)) and a
 * “risk of serious injury” (P-39.1, s. 3.7) are assessed by the same three texts.
 */
export const RISKS = ["not_assessed", "real", "none"] as const;
export type Risk = (typeof RISKS)[number];

/** Directly, or by a public notice if the Regulations allow one. */
export const NOTIFICATION_WAYS = ["direct", "public_notice"] as const;

/**
 * Who may have to be notified by law: the Privacy Commissioner of Canada, the CAI, the people
 * themselves.
 */
export const LETTERS = ["opc", "cai", "people"] as const;
export type LetterKind = (typeof LETTERS)[number];

export function isLetterKind(value: string): value is LetterKind {
  return LETTERS.some((kind) => kind === value);
}

/** Days are YYYY-MM-DD in the business's time zone; what is not known is null or empty. */
export type IncidentFacts = {
  beganOn: string | null;
  endedOn: string | null;
  noticedOn: string;
  people: number | null;
  quebecPeople: number | null;
  provinces: readonly ProvinceCode[];
  sensitivity: string;
  consequences: string;
  likelihood: string;
  risk: Risk;
  opcToldOn: string | null;
  caiToldOn: string | null;
  peopleToldOn: string | null;
  tellingWay: (typeof NOTIFICATION_WAYS)[number] | null;
  publicNoticeReason: string;
  untoldReason: string;
  closedOn: string | null;
};

/** A value of an incident that contradicts another one, with the question that corrects it. */
export type IncidentProblem = {
  question: keyof IncidentFacts;
  code: "too_early" | "more_than_all" | "needed" | "risk_open" | "untold";
};

/** Whether a resident of Québec is among the people. */
export function concernsQuebec({ provinces }: Pick<IncidentFacts, "provinces">): boolean {
  return provinces.includes("QC");
}

/** Who must be notified by law, according to the assessed risk; empty if there is no such risk. */
export function listDuties(facts: Pick<IncidentFacts, "risk" | "provinces">): LetterKind[] {
  if (facts.risk !== "real") return [];
  return LETTERS.filter((kind) => kind !== "cai" || concernsQuebec(facts));
}

export function findNotificationDay(
  { opcToldOn, caiToldOn, peopleToldOn }: NotificationDates,
  kind: LetterKind,
): string | null {
  return { opc: opcToldOn, cai: caiToldOn, people: peopleToldOn }[kind];
}

type NotificationDates = Pick<IncidentFacts, "opcToldOn" | "caiToldOn" | "peopleToldOn">;

/** The problems to correct before the register accepts an incident; empty if there are none. */
export function findIncidentProblems(facts: IncidentFacts): IncidentProblem[] {
  const { beganOn, endedOn, noticedOn, people, quebecPeople, closedOn, risk } = facts;
  const problems: (IncidentProblem | false)[] = [
    isBefore(endedOn, beganOn) && { question: "endedOn", code: "too_early" },
    isBefore(noticedOn, beganOn) && { question: "noticedOn", code: "too_early" },
    people !== null &&
      (quebecPeople ?? 0) > people && { question: "quebecPeople", code: "more_than_all" },
    ...(["sensitivity", "consequences", "likelihood"] as const).map(
      (question): IncidentProblem | false =>
        risk !== "not_assessed" && facts[question] === "" && { question, code: "needed" },
    ),
    ...(["opcToldOn", "caiToldOn", "peopleToldOn", "closedOn"] as const).map(
      (question): IncidentProblem | false =>
        isBefore(facts[question], noticedOn) && { question, code: "too_early" },
    ),
    facts.tellingWay === "public_notice" &&
      facts.publicNoticeReason === "" && { question: "publicNoticeReason", code: "needed" },
    closedOn !== null && risk === "not_assessed" && { question: "closedOn", code: "risk_open" },
    closedOn !== null &&
      facts.untoldReason === "" &&
      listDuties(facts).some((kind) => findNotificationDay(facts, kind) === null) && {
        question: "closedOn",
        code: "untold",
      },
  ];
  return problems.filter((problem) => problem !== false);
}

function isBefore(day: string | null, other: string | null): boolean {
  return day !== null && other !== null && day < other;
}

/**
 * How many months an incident stays in the register after it is closed. The law counts from the day
 * when it was noticed or found to be an incident, both of which come before its closing. If the
 * provinces are not known, a resident of Québec may be among the people.
 */
export function countRetentionMonths({ provinces }: Pick<IncidentFacts, "provinces">): number {
  const isElsewhere = provinces.length > 0 && !provinces.includes("QC");
  return isElsewhere ? site.retention.incidentMonths : site.retention.incidentQuebecMonths;
}

/** The day on which it is deleted from the register; null while it is open. */
export function findRetentionEnd(
  facts: Pick<IncidentFacts, "provinces" | "closedOn">,
): string | null {
  if (facts.closedOn === null) return null;
  const until = new Date(`${facts.closedOn}T00:00:00Z`);
  until.setUTCMonth(until.getUTCMonth() + countRetentionMonths(facts));
  return until.toISOString().slice(0, 10);
}
