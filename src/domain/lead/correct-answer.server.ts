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
import type { LeadForm } from "./lead-form.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import {
  type SubmissionCorrection,
  submissionCorrectionTable as corrections,
} from "./submission-correction.table.ts";
import { submissionTable } from "./submission.table.ts";

type Lead = typeof leadTable.$inferSelect;

/**
 * The questions whose answers can be corrected, as far as they are asked beside the other answers. Not
 * what the sender agreed to, which is taken back where consents are, nor what they said of somebody who
 * applies with them: that one is asked.
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

/** An answer in words; null where there is none. */
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
  /** Its name. */
  question: string;
  /** What was posted for it. */
  raw: RawFields;
  context: ReadContext;
  byUserId: string;
  /** Where the sender is told. */
  recipient: { to: string | null; locale: Locale };
};

type CorrectResult =
  | { ok: true }
  /** `sealed`: no value of these is taken in by such a post. */
  | { ok: false; code: "not_correctable" | "sealed" | "unchanged" }
  | { ok: false; code: "refused_answer"; fieldErrors: readonly FieldError[] };

/**
 * Puts another answer in the place of one, at its sender's request: read as its form reads it, with what
 * they had given kept beside it. Answers that are no longer asked beside the new one go with it. Columns
 * of the lead that say the same follow; what was proved of a number or an address was not proved of
 * another. Whoever received the answers is told. The caller has locked the lead and made sure of whose
 * it is.
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

/** Only what the answer changed: a name may come from the account, a number from a later page. */
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

/** Dealerships and the spreadsheet, as far as they have the answers. Answers whether a dealership has. */
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
  // Who was told to delete what they have is told no more of it.
  if (await isShareWithdrawn(transaction, submissionId)) return false;
  let isTold = false;
  for (const id of new Set(received.flatMap(({ dealershipId }) => dealershipId ?? []))) {
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
    // Its system reads no words: it gets the prospect once more.
    if (received.some(({ event, dealershipId }) => event === "lead_adf" && dealershipId === id)) {
      const key = `lead_adf:${leadId}:${id}:${again}`;
      await notify(transaction, { ...to, event: "lead_adf", key, locale });
    }
    isTold = true;
  }
  return isTold;
}

/** What was corrected of a submission, in the order in which it was done. */
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

/** Questions by their names, in words. */
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
