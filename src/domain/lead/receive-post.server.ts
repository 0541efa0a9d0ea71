import { findDraft } from "#domain/draft/draft.server.ts";
import type { FormHandler, Sender } from "./form-handler.ts";
import type { LeadFacts } from "./lead.ts";
import {
  findReference,
  receiveDraft,
  receiveSubmission,
  type Submission,
} from "./receive-submission.server.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import { type FieldError, locateFieldError } from "#forms/field-error.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { type RawFields, withKnownValues, rawValue } from "#forms/questions/raw-fields.ts";
import { completePost } from "#forms/read-form.ts";
import { now } from "#platform/clock/clock.server.ts";
import { oneAtATime } from "#platform/limit/concurrency.server.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import { spendBudget } from "#platform/limit/spend-budget.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { isOffered } from "#site/site.ts";
import { calendarDay } from "#values/format.ts";
import { isUuid } from "#values/uuid.ts";

/**
 * Generous, since an office or a school shares one address. Codes and accounts have limits of their
 * own.
 */
const POSTS_BY_ADDRESS = { name: "form posts", most: 1500, windowMs: 60_000 };

/** Repeats of a post in this process wait for the first one, and find it. */
const inOrder = oneAtATime();

export type PostResult =
  | { ok: true; reference: string }
  | { ok: false; code: "refused_answers"; fieldErrors: readonly FieldError[]; answers: Answers }
  | { ok: false; code: "wrong_formname" }
  | { ok: false; code: "not_offered" }
  | { ok: false; code: "too_many"; retryAfterSeconds: number };

/**
 * Receives one complete form, from our own last step or from any program: validates everything,
 * stores it, and only then returns the reference. The same submission gets the same reference
 * again.
 */
export async function receivePost(
  handler: FormHandler,
  posted: RawFields,
  visitor: Visitor,
): Promise<PostResult> {
  const limit = await countAgainst(POSTS_BY_ADDRESS, visitor.ipAddress);
  if (!limit.ok) {
    return { ok: false, code: "too_many", retryAfterSeconds: limit.retryAfterSeconds };
  }
  const { visitorHash, ipAddress, locale, user, loan, isUnknown } = visitor;
  const sender = { visitorHash, ipAddress, locale, user, loan };
  const raw = withKnownValues(posted, handler.known(sender));
  return receiveFields(handler, raw, sender, { mayHaveDraft: !isUnknown });
}

async function receiveFields(
  handler: FormHandler,
  raw: RawFields,
  sender: Sender,
  { mayHaveDraft }: { mayHaveDraft: boolean },
): Promise<PostResult> {
  const inputId = findSubmissionId(raw);
  const tryOnce = () => tryFields(handler, raw, sender, { inputId, mayHaveDraft });
  const result = await (inputId ? inOrder(inputId, tryOnce) : tryOnce());
  // An answer changed in another tab meanwhile: everything is read again with it.
  return result ?? receiveFields(handler, raw, sender, { mayHaveDraft });
}

/** Null if the draft changed while it was sent. */
async function tryFields(
  handler: FormHandler,
  raw: RawFields,
  sender: Sender,
  { inputId, mayHaveDraft }: { inputId: string | null; mayHaveDraft: boolean },
): Promise<PostResult | null> {
  const known = inputId && (await findReference(inputId));
  if (known) return { ok: true, reference: known };
  // An invited person completes a request that was accepted when it was still offered.
  if (!isOffered(handler.offeredAs) && rawValue(raw, "invitation") === "")
    return { ok: false, code: "not_offered" };
  const { form } = handler;
  if (!isNamedRight(form, raw)) return { ok: false, code: "wrong_formname" };
  const { visitorHash, locale, user } = sender;
  const at = now();
  const part = await handler.findDraftPart(raw);
  const draft = mayHaveDraft ? await findDraft(visitorHash, form, { part }) : null;
  // Two pages were open on one draft, and the other one, older than the draft, was sent under
  // another id.
  if (draft?.sentReference && draft.id === inputId) {
    return { ok: true, reference: draft.sentReference };
  }
  // Our own last page names its draft, which holds the answers that the page does not send again.
  const isFromDraft = draft?.id === inputId && draft?.sentReference === null;
  const whole = isFromDraft ? completePost(form, raw, draft) : raw;
  const handled = await handler.handle(whole, readContextFor(locale, at), { sender, draft });
  if (!handled.ok) return { ...handled, code: "refused_answers" };
  const { answers, facts, consents, sellingDealershipId, isEmbargoed, mailboxes, whenStored } =
    handled;
  const unproved = await findUnproved(handler, handled, sender);
  if (unproved) return { ok: false, code: "refused_answers", fieldErrors: [unproved], answers };
  const submission: Submission = {
    id: inputId ?? deriveSubmissionId(form.name, answers, at),
    form,
    answers,
    locale,
    userId: user?.id ?? null,
    visitorHash,
    facts,
    consents,
    sellingDealershipId,
    isEmbargoed,
    // The form's own page sends an id; other forms are on pages that are the same for everybody.
    isFromProgram: handler.challenge !== undefined && inputId === null,
    mailboxes,
    whenStored,
  };
  const received = draft
    ? await receiveDraft(submission, draft)
    : await receiveSubmission(submission);
  return received && { ok: true, reference: received.reference };
}

/**
 * The number that must be proved first, as a field error. From an address that sent many, a person
 * can still send if they prove their number or e-mail address, so that an office or a school is not
 * shut out. Null if no proof is needed.
 */
async function findUnproved(
  { form, challenge }: FormHandler,
  { facts, isInvited }: { facts: LeadFacts; isInvited?: boolean },
  { ipAddress }: Sender,
): Promise<FieldError | null> {
  if (!challenge || isInvited) return null;
  if (facts.phoneVerifiedAt || facts.emailConfirmedAt) return null;
  const spent = await spendBudget(challenge.budget, { ipAddress });
  if (spent.ok) return null;
  const { question } = challenge.phone;
  return locateFieldError(form, { question, code: "contact_not_verified" });
}

/** SPEC.md §3: `formname` is fixed. Every page of ours sends it. */
function isNamedRight({ formname, formnameIsOurs }: FormDeclaration, raw: RawFields): boolean {
  if (formname === undefined) return true;
  const sent = raw.get("formname") ?? [];
  if (sent.length === 0) return formnameIsOurs === true;
  return sent.every((value) => value === formname);
}

/** The id that the form's page contains. */
function findSubmissionId(raw: RawFields): string | null {
  const id = rawValue(raw, "submissionId");
  return isUuid(id) ? id.toLowerCase() : null;
}

/**
 * An id for a post that no page of ours made: the same answers on the same day are the same
 * submission, so that a program that repeats its post creates no second lead.
 */
function deriveSubmissionId(formName: string, answers: Answers, at: Date): string {
  const day = calendarDay(at);
  const sorted = Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const digest = mac().hmac("submission id", JSON.stringify([formName, day, sorted]));
  const bytes = Buffer.from(digest, "base64url").subarray(0, 16);
  // RFC 9562 §5.8: version 8 is for ids with a layout of one's own.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
