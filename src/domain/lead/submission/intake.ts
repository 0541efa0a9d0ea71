import type { GivenConsent } from "#domain/lead/consent/consent.ts";
import type { AdfLead } from "#domain/lead/adf/adf-lead.ts";
import type { LeadKind } from "#domain/lead/lead-kind.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import type { FieldError } from "#forms/field-error.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import type { RawFields } from "#forms/questions/raw-fields.ts";
import type { Locale } from "#values/locale.ts";

/** What the inbox needs to know of a lead without reading its answers. */
export type LeadFacts = {
  kind: LeadKind;
  firstName: string;
  lastName: string;
  email: string | null;
  /** E.164 */
  phone: string | null;
  phoneVerifiedAt: Date | null;
  city: string | null;
  provinceCode: string | null;
  lat: number | null;
  lon: number | null;
};

/** Who sends a form, as far as its intake may know. */
export type Sender = {
  visitorHash: string;
  locale: Locale;
  /** Who is signed in, with the address that they proved. */
  user: { id: string; name: string; email: string } | null;
};

export type IntakeDecision =
  | { ok: true; facts: LeadFacts; consents: GivenConsent[] }
  | { ok: false; fieldErrors: FieldError[] };

/** The vehicle and customer parts of an ADF lead; delivery adds who sends it and to whom. */
export type AdfRequest = Omit<AdfLead, "reference" | "requestedAt" | "vendor" | "provider">;

/** A listing as staff are pointed to it. */
export type ListedCar = {
  /** "2021 Toyota RAV4 XLE" */
  title: string;
  /** An address of `paths.ts`. */
  path: string;
  sellerName: string;
};

/** A form whose answers become leads, and how a dealership's CRM reads them. */
export type LeadForm = {
  form: FormDeclaration;
  /**
   * Live listings with the VIN of these answers, by others than who sent them: staff find out which
   * of the two has the car.
   */
  listedAlready?(
    answers: Answers,
    sender: { userId: string | null },
  ): Promise<readonly ListedCar[]>;
  /** For dealerships; absent where a form's leads are worked by our own staff only. */
  adf?(answers: Answers, facts: LeadFacts, locale: Locale): AdfRequest;
};

/**
 * How the business takes in one form that anybody may post: what must hold beyond the answers
 * themselves, what the lead is called and which consents came with it.
 */
export type FormIntake = LeadForm & {
  /** The form's name in `/forms/{name}`. */
  postName: string;
  /** Answers that the server knows for itself, by control: they count, whatever was posted. */
  known?(sender: Sender): Readonly<Record<string, string>>;
  /** Decides on answers that are complete and good by themselves. */
  decide(answers: Answers, raw: RawFields, sender: Sender): Promise<IntakeDecision>;
  /** Where a person without JavaScript is led after the commit: an address of `paths.ts`. */
  sentPath(reference: string, raw: RawFields): string;
  /**
   * Where a number that is not verified yet gets its code, for a form that wants one: a post of all
   * fields there with `intent=send-code`.
   */
  verifyPath?: string;
};
