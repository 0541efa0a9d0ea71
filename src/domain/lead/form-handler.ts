import type { Draft } from "#domain/draft/draft.server.ts";
import type { ConsentPurpose, ConsentInput } from "./consent.ts";
import type { LeadFacts } from "./lead.ts";
import { type LeadForm, defineLeadForm, type OfStoredAnswers } from "./lead-form.ts";
import type { CreatedLead } from "./create-lead.server.ts";
import type { AnswersOf, CompleteAnswersOf, FormDeclaration } from "#forms/define-form.ts";
import { type FieldError, locateFieldError, type RefusedAnswer } from "#forms/field-error.ts";
import type { Answers, ReadContext } from "#forms/questions/question-kind.ts";
import { findAgreement, type Gate } from "#forms/gates.ts";
import type { RawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { parseStored } from "#forms/stored-answers.ts";
import type { PhonePurpose } from "#domain/phone-verification/phone-verification.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import type { Budget } from "#platform/limit/spend-budget.server.ts";
import type { Locale } from "#values/locale.ts";
import type { OfferedKind } from "#site/offered.ts";
import type { LoanChoice } from "#values/loan-choice.ts";

/** The person who sends a form, as far as its handler may know them. */
export type Sender = {
  visitorHash: string;
  /** The address that rate limits count; null if nothing is counted. */
  ipAddress: string | null;
  locale: Locale;
  /** The signed-in account, with its proved e-mail address; null if nobody is signed in. */
  user: { id: string; name: string; email: string } | null;
  /** The loan that they chose beside a payment; absent if they never chose one. */
  loan?: LoanChoice | undefined;
};

/**
 * Requires a code that proves the number or the address, as the page without JavaScript does
 * (`handleFormPost`).
 */
export type Challenge = {
  budget: Budget;
  /** The question whose number gets the code, and the purpose of the code. */
  phone: { question: string; purpose: PhonePurpose };
  /** The question whose address a code can be mailed to instead. */
  email: { question: string };
};

/** How the business handles one form that anybody may post to `/forms/{postName}`. */
export type FormHandler = LeadForm & {
  /**
   * How many posts we accept from people who proved neither number nor address; further ones need a
   * proof.
   */
  challenge?: Challenge | undefined;
  /** An administrator may decide that the site does not offer it (`isOffered`). */
  offeredAs: OfferedKind;
  postName: string;
  /** Where a person without JavaScript is redirected after the commit: an address of `paths.ts`. */
  sentPath: (reference: string) => string;
  /**
   * For a form that asks for a verified number: the page that sends the code, by a post of all
   * fields with `intent=send-code`.
   */
  verifyPath?: string;
  /** Distinguishes the drafts of several people in one browser; see `findDraft`. */
  findDraftPart: (raw: RawFields) => Promise<string>;
  /** Where somebody who returns to these answers continues; if absent, at the first open step. */
  resumePath?: (answers: Answers) => string;
  /** Answers that the server already knows, by control: they override what was posted. */
  known: (sender: Sender) => Readonly<Record<string, string>>;
  /** Reads a complete post and decides on it. */
  handle: (raw: RawFields, context: ReadContext, input: HandlerInput) => Promise<Handled>;
};

type HandlerInput = {
  sender: Sender;
  /** The sender's draft of the form, which holds the consents given on the way. */
  draft: Draft | null;
};

type Handled =
  | (Extract<Decision, { ok: true }> & { answers: Answers })
  | { ok: false; fieldErrors: readonly FieldError[]; answers: Answers };

/** The decision of the business on answers that are complete and each valid. */
export type Decision =
  | {
      ok: true;
      facts: LeadFacts;
      consents: ConsentInput[];
      /** The dealership that sells the car that it is about, if any: see `matchDealership`. */
      sellingDealershipId?: string | null | undefined;
      /** The sender came by a link that we mailed: they need no code. */
      isInvited?: boolean;
      /** No dealership sees it before it is released, whatever was agreed to. */
      isEmbargoed?: boolean;
      /** Answers that the server found out itself: they override what was posted. */
      learned?: Answers;
      /**
       * Other mailboxes that `whenStored` writes to, if their number of mails is limited
       * (`lockMailboxes`).
       */
      mailboxes?: readonly string[];
      /** Stores further rows in the lead's transaction: everything is stored or nothing. */
      whenStored?: (transaction: Transaction, lead: CreatedLead) => Promise<void>;
    }
  | { ok: false; fieldErrors: readonly RefusedAnswer[] };

type Handling<Form extends FormDeclaration> = OfStoredAnswers<Form> &
  Pick<FormHandler, "offeredAs" | "postName" | "sentPath" | "verifyPath" | "challenge"> & {
    known?: FormHandler["known"];
    findDraftPart?: FormHandler["findDraftPart"];
    resumePath?: (answers: AnswersOf<Form>) => string;
    /** Errors that come from answers together; reported with the errors of each answer. */
    check?: (answers: AnswersOf<Form>, at: Date, locale: Locale) => readonly RefusedAnswer[];
    decide: (
      answers: CompleteAnswersOf<Form>,
      input: HandlerInput & { raw: RawFields; at: Date },
    ) => Decision | Promise<Decision>;
  };

/** Declares how a form is handled; `decide` gets answers typed by exactly this form. */
export function formHandler<Form extends FormDeclaration>(
  form: Form,
  {
    decide,
    check = () => [],
    known = () => ({}),
    findDraftPart = async () => "",
    resumePath,
    offeredAs,
    postName,
    sentPath,
    verifyPath,
    challenge,
    ...ofStored
  }: Handling<Form>,
): FormHandler {
  return {
    ...defineLeadForm(form, ofStored),
    offeredAs,
    postName,
    sentPath,
    verifyPath,
    challenge,
    known,
    findDraftPart,
    ...(resumePath && {
      resumePath: (answers) => resumePath(parseStored(form, answers).answers),
    }),
    async handle(raw, context, input) {
      const reading = readForm(form, raw, context);
      const refused = check(reading.answers, context.now, context.locale);
      const between = refused.map((each) => locateFieldError(form, each));
      if (!reading.ok) return { ...reading, fieldErrors: [...reading.fieldErrors, ...between] };
      const { answers } = reading;
      if (between.length > 0) return { ok: false, fieldErrors: between, answers };
      const decision = await decide(answers, { ...input, raw, at: context.now });
      if (decision.ok) return { ...decision, answers: { ...answers, ...decision.learned } };
      const fieldErrors = decision.fieldErrors.map((each) => locateFieldError(form, each));
      return { ok: false, fieldErrors, answers };
    },
  };
}

type ConsentGate = Gate & {
  readonly until: { readonly agreedTo: readonly [ConsentPurpose, ...ConsentPurpose[]] };
};

/**
 * The boxes ticked at a gate, as consents to store, in the words that were shown beside each box.
 */
export function tickedConsents(
  { offers }: { readonly offers: readonly ConsentPurpose[] },
  draft: Pick<Draft, "consents"> | null,
  channel: string,
): ConsentInput[] {
  return (draft?.consents ?? []).flatMap((agreed) => {
    const purpose = offers.find((offered) => offered === agreed.purpose);
    if (!purpose || agreed.version === undefined) return [];
    const { text, locale, version: textVersion, recipientId: dealershipId } = agreed;
    const givenAt = new Date(agreed.givenAt);
    return [{ purpose, text, textVersion, locale, channel, dealershipId, givenAt }];
  });
}

/**
 * What was agreed to at a gate, as consents to store; empty if the gate's present words were not
 * agreed to.
 */
export function gateConsents(
  gate: ConsentGate,
  draft: Pick<Draft, "consents"> | null,
  channel: string,
): ConsentInput[] {
  const { agreedTo }: { agreedTo: readonly ConsentPurpose[] } = gate.until;
  return agreedTo.flatMap((purpose) => {
    const agreed = findAgreement(gate, purpose, draft?.consents ?? []);
    if (!agreed) return [];
    const { text, locale, givenAt } = agreed;
    const textVersion = gate.until.version;
    return [{ purpose, text, textVersion, locale, channel, givenAt: new Date(givenAt) }];
  });
}
