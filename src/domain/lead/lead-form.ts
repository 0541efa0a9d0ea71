import type { AnswersOf, FormDeclaration } from "#forms/define-form.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { parseStored } from "#forms/stored-answers.ts";
import type { FurtherClass, QuestionClasses } from "#values/data-class.ts";
import type { Locale } from "#values/locale.ts";
import type { AdfLead } from "./adf/adf-lead.ts";
import type { LeadFacts, LeadSender } from "./lead.ts";

/** The vehicle and customer parts of an ADF lead; delivery adds who sends it and to whom. */
export type AdfRequest = Omit<
  AdfLead,
  "reference" | "requestedAt" | "vendor" | "provider" | "language"
>;

/**
 * The language of whoever sent a lead, that of the dealership that reads it, in which all is said, and
 * what it is told beyond what first contact needs.
 */
export type AdfReading = { sender: Locale; reader: Locale; further: readonly FurtherClass[] };

/** Of a lead, with the submission that it was made of. */
export type StoredFacts = LeadFacts & { submissionId: string };

/** A listing as staff are pointed to it. */
export type ListedCar = {
  /** "2021 Toyota RAV4 XLE" */
  title: string;
  /** An address of `paths.ts`. */
  path: string;
  sellerName: string;
};

/** A form whose answers become leads, with what is made of the answers once they are stored. */
export type LeadForm = {
  form: FormDeclaration;
  /** How a dealership's CRM reads them; absent where only our own staff work its leads. */
  adf?: (
    stored: unknown,
    lead: StoredFacts,
    reading: AdfReading,
  ) => AdfRequest | Promise<AdfRequest>;
  /**
   * Live listings with the VIN of these answers, by others than who sent them: staff find out which
   * of the two has the car.
   */
  findListed?: (
    stored: unknown,
    sender: { userId: string | null },
  ) => Promise<readonly ListedCar[]>;
  /** What the lead says of its sender, as far as the answers say it. */
  readSender?: (answers: Answers) => LeadSender;
} & OfItsQuestions<string>;

/** What a correction of an answer asks about its question (correct-answer.server.ts). */
type OfItsQuestions<Name extends string> = {
  /** Absent where a dealership that has the lead has all of its answers. */
  classes?: QuestionClasses<Name>;
  /** Beside boxes: by these the sender agrees to something, and takes it back where consents are. */
  consentQuestions?: readonly Name[];
};

/**
 * What is made of stored answers is typed by their form. Any of them may be missing: sealed ones
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

/** For answers that come in by a call of their own, and not by `/forms/{postName}`. */
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
