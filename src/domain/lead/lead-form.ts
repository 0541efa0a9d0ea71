import type { AnswersOf, FormDeclaration } from "#forms/define-form.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { parseStored } from "#forms/stored-answers.ts";
import type { FurtherClass, QuestionClasses } from "#values/data-class.ts";
import type { Locale } from "#values/locale.ts";
import type { AdfLead } from "./adf/adf-lead.ts";
import type { LeadFacts, LeadSender } from "./lead.ts";

/** The vehicle and customer parts of an ADF lead; the delivery adds sender and recipient. */
export type AdfRequest = Omit<
  AdfLead,
  "reference" | "requestedAt" | "vendor" | "provider" | "language"
>;

/**
 * The language of the sender, that of the dealership that reads the lead, in which all of its text
 * is, and what the dealership is told beyond what first contact needs.
 */
export type AdfReading = { sender: Locale; reader: Locale; further: readonly FurtherClass[] };

/** The facts of a lead, with the id of its submission. */
export type StoredFacts = LeadFacts & { submissionId: string };

/** A listing, as staff see a link to it. */
export type ListedCar = {
  /** "2021 Toyota RAV4 XLE" */
  title: string;
  /** An address of `paths.ts`. */
  path: string;
  sellerName: string;
};

/** A form whose answers become leads, and what is made from the stored answers. */
export type LeadForm = {
  form: FormDeclaration;
  /** How a dealership's CRM reads them; absent if only our own staff work on its leads. */
  adf?: (
    stored: unknown,
    lead: StoredFacts,
    reading: AdfReading,
  ) => AdfRequest | Promise<AdfRequest>;
  /**
   * Live listings of other sellers with the VIN of these answers: staff find out which of the two
   * people has the car.
   */
  findListed?: (
    stored: unknown,
    sender: { userId: string | null },
  ) => Promise<readonly ListedCar[]>;
  /** The facts about the sender that the answers contain. */
  readSender?: (answers: Answers) => LeadSender;
} & OfItsQuestions<string>;

/** Whether the answer says what its sender earns: not everybody who works on leads may see it. */
export function isIncome({ classes }: Pick<LeadForm, "classes">, question: string): boolean {
  return classes?.[question] === "income";
}

/** What a correction of an answer must know about its question (correct-answer.server.ts). */
type OfItsQuestions<Name extends string> = {
  /** Absent if a dealership that has the lead gets all of its answers. */
  classes?: QuestionClasses<Name>;
  /**
   * Besides check boxes: questions by which the sender gives a consent, which is withdrawn
   * elsewhere.
   */
  consentQuestions?: readonly Name[];
};

/**
 * What is made from stored answers is typed by their form. Any answer may be missing: sealed ones
 * stay sealed, and the form may have changed since.
 */
export type OfStoredAnswers<Form extends FormDeclaration> = {
  adf?: (
    answers: AnswersOf<Form>,
    lead: StoredFacts,
    reading: AdfReading,
  ) => AdfRequest | Promise<AdfRequest>;
  findListed?: (
    answers: AnswersOf<Form>,
    sender: { userId: string | null },
  ) => Promise<readonly ListedCar[]>;
  readSender?: (answers: AnswersOf<Form>) => LeadSender;
} & OfItsQuestions<Extract<keyof AnswersOf<Form>, string>>;

/** For answers that come by a call of their own, not by `/forms/{postName}`. */
export function defineLeadForm<Form extends FormDeclaration>(
  form: Form,
  { adf, findListed, readSender, ...questions }: OfStoredAnswers<Form>,
): LeadForm {
  const read = (stored: unknown) => parseStored(form, stored).answers;
  return {
    form,
    ...questions,
    ...(readSender && { readSender: (answers) => readSender(read(answers)) }),
    ...(adf && { adf: (stored, lead, reading) => adf(read(stored), lead, reading) }),
    ...(findListed && { findListed: (stored, sender) => findListed(read(stored), sender) }),
  };
}
