import { notifyTargets } from "./lead-targets.server.ts";
import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, inArray } from "drizzle-orm";
import { languageOf } from "#domain/dealership/dealership-language.ts";
import { findDealership } from "#domain/dealership/dealership-queries.server.ts";
import { limitMailbox } from "#domain/notification/mailbox-limit.server.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import type { FieldError } from "#forms/field-error.ts";
import { kindOf, type Question } from "#forms/questions/kinds.ts";
import type { Answers, ReadContext } from "#forms/questions/question-kind.ts";
import type { RawFields } from "#forms/questions/raw-fields.ts";
import { readAnswer } from "#forms/read-form.ts";
import { dropUnaskedAnswers, isAsked } from "#forms/steps.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { translateIn } from "#forms/translate.server.ts";
import { questionName, wordsFor } from "#forms/words.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Queryable, Transaction } from "#platform/database/database.server.ts";
import type { Locale } from "#values/locale.ts";
import { isShareWithdrawn } from "./consents.server.ts";
import { listEndedHandovers } from "./handover.server.ts";
import type { LeadForm } from "./lead-form.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import {
  type SubmissionCorrection,
  submissionCorrectionTable as corrections,
} from "./submission-correction.table.ts";
import { submissionTable } from "./submission.table.ts";

type Lead = typeof leadTable.$inferSelect;

/**
 * The questions whose answers can be corrected, as far as the other answers make the form ask them.
 * Not the sender's consents, which are withdrawn elsewhere, nor what they said about a
 * co-applicant, who is asked themselves.
 */
export function listCorrectable(
  { form, classes, consentQuestions = [] }: LeadForm,
  stored: unknown,
): Question[] {
  const { answers } = parseStored(form, stored);
  return form.steps
    .flatMap(({ questions }) => questions)
    .filter(
      (question) =>
        question.kind !== "consent" &&
        !question.isHidden &&
        !consentQuestions.includes(question.name) &&
        classes?.[question.name] !== "co_applicant" &&
        isAsked(question, answers),
    );
}

/** An answer in words; null if there is none. */
export function showAnswer(
  form: FormDeclaration,
  question: Question,
  stored: unknown,
  locale: Locale,
): string | null {
  const parsed = kindOf(question).stored(question).safeParse(stored);
  if (!parsed.success) return null;
  const words = wordsFor(form, question, { locale, translate: translateIn(locale) });
  return kindOf(question).show(parsed.data, question, words);
}

export type NewAnswer = {
  /** The question's name. */
  question: string;
  /** The raw value that was posted for it. */
  raw: RawFields;
  context: ReadContext;
  byUserId: string;
  /** Where the sender is notified. */
  recipient: { to: string | null; locale: Locale };
};

type CorrectResult =
  | { ok: true }
  /** `sealed`: sealed answers cannot be corrected by this post. */
  | { ok: false; code: "not_correctable" | "sealed" | "unchanged" }
  | { ok: false; code: "refused_answer"; fieldErrors: readonly FieldError[] };

/**
 * Replaces an answer at its sender's request. The new one is read as its form reads it, and the
 * earlier one is stored beside it. Answers that the form no longer asks with the new one are
 * removed. Columns of the lead with the same fact are updated; a new number or address counts as
 * unproved. Everybody who received the answers is notified. The caller has locked the lead and
 * checked whose it is.
 */
export async function correctAnswer(
  transaction: Transaction,
  lead: Lead,
  leadForm: LeadForm,
  { question: name, raw, context, byUserId, recipient }: NewAnswer,
): Promise<CorrectResult> {
  const [submission] = await transaction
    .select({ id: submissionTable.id, answers: submissionTable.answers })
    .from(submissionTable)
    .where(eq(submissionTable.id, lead.submissionId))
    .for("no key update");
  const { form } = leadForm;
  const question = listCorrectable(leadForm, submission?.answers).find(
    (each) => each.name === name,
  );
  if (!submission || !question) return { ok: false, code: "not_correctable" };
  if (question.sealed) return { ok: false, code: "sealed" };
  const answers: Answers = parseStored(form, submission.answers).answers;
  const reading = readAnswer(form, name, raw, answers, context);
  if (!reading.ok) return { ...reading, code: "refused_answer" };
  const corrected = dropUnaskedAnswers(form, { ...answers, [name]: reading.value });
  const dropped = Object.keys(dropUnaskedAnswers(form, answers)).filter(
    (each) => each !== name && !(each in corrected),
  );
  const stored: Record<string, unknown> = { ...(submission.answers as object) };
  const changes = [name, ...dropped]
    .map((each) => ({
      question: each,
      before: stored[each] ?? null,
      after: corrected[each] ?? null,
    }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
  if (changes.length === 0) return { ok: false, code: "unchanged" };

  const at = now();
  for (const { question: each, after } of changes) {
    if (after === null) delete stored[each];
    else stored[each] = after;
  }
  await transaction
    .update(submissionTable)
    .set({ answers: stored })
    .where(eq(submissionTable.id, submission.id));
  const retained = await transaction
    .insert(corrections)
    .values(changes.map((change) => ({ ...change, submissionId: submission.id, byUserId, at })))
    .returning({ id: corrections.id });
  await followAnswers(transaction, lead, leadForm, { before: answers, after: corrected });
  const names = changes.map((change) => change.question);
  await transaction.insert(leadEventTable).values({
    leadId: lead.id,
    kind: "answer_corrected",
    note: names.join(" "),
    byUserId,
    at,
  });
  const ids = retained.map(({ id }) => id);
  const isTold = await notifyReceivers(transaction, lead, ids);
  const { to, locale } = recipient;
  if (to && (await limitMailbox(to, transaction)).ok) {
    const { reference, id: leadId } = lead;
    const questions = nameQuestions(form, names, locale);
    const params = { reference, questions, isTold };
    await notify(transaction, { event: "correction_confirmed", to, locale, leadId, params });
  }
  return { ok: true };
}

/**
 * Updates only what the answer changed: a name may come from the account, a number from a later
 * page.
 */
async function followAnswers(
  transaction: Transaction,
  lead: Lead,
  { readSender }: LeadForm,
  { before, after }: { before: Answers; after: Answers },
): Promise<void> {
  if (!readSender) return;
  const was = new Map<string, unknown>(Object.entries(readSender(before)));
  const changed: Partial<Lead> = Object.fromEntries(
    Object.entries(readSender(after)).filter(([column, value]) => was.get(column) !== value),
  );
  if (Object.keys(changed).length === 0) return;
  await transaction
    .update(leadTable)
    .set({
      ...changed,
      ...("phone" in changed && { phoneVerifiedAt: null }),
      ...("email" in changed && { emailConfirmedAt: null }),
    })
    .where(eq(leadTable.id, lead.id));
}

/**
 * Notifies the dealerships and the spreadsheet that have the answers. Returns whether a dealership
 * has.
 */
async function notifyReceivers(
  transaction: Transaction,
  { id: leadId, submissionId, locale }: Lead,
  correctionIds: string[],
): Promise<boolean> {
  const received = await transaction
    .selectDistinct({
      event: messageTable.event,
      dealershipId: messageTable.dealershipId,
      to: messageTable.recipient,
    })
    .from(messageTable)
    .where(
      and(
        eq(messageTable.leadId, leadId),
        inArray(messageTable.event, ["lead_adf", "offer_invited", "lead_spreadsheet"]),
        eq(messageTable.state, "sent"),
      ),
    );
  const again = correctionIds.join(":");
  for (const { to } of received.filter(({ event }) => event === "lead_spreadsheet")) {
    const key = `lead_spreadsheet:${leadId}:${again}`;
    await notify(transaction, { event: "lead_spreadsheet", key, to, locale, leadId });
  }
  // Dealerships that were told to delete their copy are told nothing more of it.
  if (await isShareWithdrawn(transaction, submissionId)) return false;
  let isTold = false;
  const ended = new Set(await listEndedHandovers(transaction, leadId));
  for (const id of new Set(received.flatMap(({ dealershipId }) => dealershipId ?? []))) {
    if (ended.has(id)) continue;
    const dealership = await findDealership(transaction, id);
    if (!dealership) continue;
    const to = { to: dealership.leadEmail, leadId, dealershipId: id };
    await notify(transaction, {
      ...to,
      event: "lead_corrected",
      key: `lead_corrected:${leadId}:${id}:${again}`,
      locale: languageOf(dealership),
      params: { correctionIds },
    });
    // A dealership's system does not read the e-mail's text: it gets the prospect again.
    if (received.some(({ event, dealershipId }) => event === "lead_adf" && dealershipId === id)) {
      const key = `lead_adf:${leadId}:${id}:${again}`;
      await notify(transaction, { ...to, event: "lead_adf", key, locale });
      await notifyTargets(transaction, { id: leadId, locale }, id, again);
    }
    isTold = true;
  }
  return isTold;
}

/** The corrections of a submission, oldest first. */
export function listAnswerCorrections(
  queryable: Queryable,
  submissionId: string,
): Promise<SubmissionCorrection[]> {
  return queryable
    .select()
    .from(corrections)
    .where(eq(corrections.submissionId, submissionId))
    .orderBy(asc(corrections.at), asc(corrections.id));
}

/** The texts of questions, by their names. */
export function nameQuestions(
  form: FormDeclaration,
  names: readonly string[],
  locale: Locale,
): string[] {
  const questions = form.steps.flatMap((step) => step.questions);
  return names.map((name) => {
    const question = questions.find((each) => each.name === name);
    return question ? questionName(form, question, translateIn(locale)) : name;
  });
}
