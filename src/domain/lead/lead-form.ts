import type { AnswersOf, FormDeclaration } from "#forms/define-form.ts";
import { parseStored } from "#forms/stored-answers.ts";
import type { FurtherClass } from "#values/data-class.ts";
import type { Locale } from "#values/locale.ts";
import type { AdfLead } from "./adf/adf-lead.ts";
import type { LeadFacts } from "./lead.ts";

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
};

/** For answers that come in by a call of their own, and not by `/forms/{postName}`. */
export function defineLeadForm<Form extends FormDeclaration>(
  form: Form,
  { adf, findListed }: OfStoredAnswers<Form>,
): LeadForm {
  const read = (stored: unknown) => parseStored(form, stored).answers;
  return {
    form,
    ...(adf && { adf: (stored, lead, reading) => adf(read(stored), lead, reading) }),
    ...(findListed && { findListed: (stored, sender) => findListed(read(stored), sender) }),
  };
}
