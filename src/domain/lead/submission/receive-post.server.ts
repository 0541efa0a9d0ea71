import { findDraft, markDraftSent } from "#domain/draft/draft.server.ts";
import type { FormIntake } from "./intake.ts";
import { receiveSubmission, referenceOf } from "./receive-submission.server.ts";
import type { FieldError } from "#forms/field-error.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { type RawFields, withKnown } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { now } from "#platform/clock/clock.server.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { derivedSubmissionId, submissionIdIn } from "./submission-id.server.ts";

/** Generous: an office or a school shares one address. Codes and accounts have limits of their own. */
const POSTS_BY_ADDRESS = { name: "form posts", most: 1500, windowMs: 60_000 };

export type PostResult =
  | { ok: true; reference: string }
  | { ok: false; code: "refused_answers"; fieldErrors: readonly FieldError[]; answers: Answers }
  | { ok: false; code: "too_many"; retryAfterSeconds: number };

/**
 * Takes in one whole form, from our own last step or from any program: validates everything,
 * stores it, and only then answers with the reference. The same submission answers the same.
 */
export async function receivePost(
  intake: FormIntake,
  posted: RawFields,
  visitor: Visitor,
): Promise<PostResult> {
  const limit = countAgainst(POSTS_BY_ADDRESS, visitor.ipAddress);
  if (!limit.ok) {
    return { ok: false, code: "too_many", retryAfterSeconds: limit.retryAfterSeconds };
  }
  const givenId = submissionIdIn(posted);
  const known = givenId && (await referenceOf(givenId));
  if (known) return { ok: true, reference: known };

  const { form } = intake;
  const { visitorHash, locale, user } = visitor;
  const sender = { visitorHash, locale, user };
  const raw = withKnown(posted, intake.known?.(sender));
  const draft = await findDraft(visitorHash, form);
  const at = now();
  const reading = readForm(form, raw, readContextFor(locale, at), draft?.answers);
  const answers: Answers = reading.answers;
  if (!reading.ok) {
    return { ok: false, code: "refused_answers", fieldErrors: reading.fieldErrors, answers };
  }
  const decision = await intake.decide(answers, raw, sender);
  if (!decision.ok) {
    return { ok: false, code: "refused_answers", fieldErrors: decision.fieldErrors, answers };
  }
  const id = givenId ?? derivedSubmissionId(form.name, answers, at);
  const { facts, consents } = decision;
  const received = await receiveSubmission({
    id,
    form,
    answers,
    locale,
    userId: user?.id ?? null,
    visitorHash,
    facts,
    consents,
  });
  if (draft) await markDraftSent(visitorHash, form, { id, reference: received.reference });
  return { ok: true, reference: received.reference };
}
