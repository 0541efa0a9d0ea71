import { eq } from "drizzle-orm";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import { formatSealedId } from "#domain/audit/search-audit.server.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import type { Question } from "#forms/questions/kinds.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { translateIn } from "#forms/translate.server.ts";
import { questionName } from "#forms/words.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { openForRecord } from "#platform/vault/record-vault.server.ts";
import type { Locale } from "#values/locale.ts";
import type { Role } from "#values/role.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { revealReasonForm } from "./staff-notes.form.ts";
import { submissionTable } from "./submission.table.ts";

/** The most sealed answers that one person may read in a day, for any purpose. */
export const REVEALS_A_DAY = 20;
const REVEALS: RateLimit = {
  name: "sealed answers revealed",
  most: REVEALS_A_DAY,
  windowMs: 24 * 60 * 60_000,
};

export type Reveal = {
  reference: string;
  /** The name of a sealed question of the lead's form. */
  question: string;
  /** Why this person must read it, as they typed it. */
  reason: string;
};

export type RevealRefusal =
  | "not_found"
  | "reason_too_short"
  | "reason_too_long"
  | "reason_unreadable"
  | "reason_holds_sin"
  /** More than one person may read in a day. */
  | "too_many"
  /** Retention has deleted it, or the person withdrew the request. */
  | "forgotten"
  /** The person did not answer it. That somebody has learned this is on record as well. */
  | "not_given";

type RevealResult =
  | { ok: true; value: string }
  | { ok: false; code: RevealRefusal; retryAfterSeconds?: number };

/** The sealed questions of a form, in its order. */
export function listSealedQuestions(form: FormDeclaration): Question[] {
  return form.steps.flatMap((step) => step.questions.filter(({ sealed }) => sealed));
}

/** The text of a sealed question of a form; null if there is no sealed question of that name. */
export function nameSealedQuestion(
  form: FormDeclaration,
  name: string,
  locale: Locale,
): string | null {
  const question = listSealedQuestions(form).find((each) => each.name === name);
  return question ? questionName(form, question, translateIn(locale)) : null;
}

/**
 * Opens one sealed answer for somebody who gave a reason. That they read it is on record, committed
 * and counted before the value is returned. The caller has checked that they may, and that they
 * have just proved their second factor.
 */
export async function revealSealedAnswer(
  reveal: Reveal,
  by: { id: string; role: Role },
  findForm: (formName: string) => FormDeclaration | undefined,
): Promise<RevealResult> {
  const reason = readReason(reveal.reason);
  if (!reason.ok) return reason;
  return db().transaction(async (transaction) => {
    const found = await findSealed(transaction, reveal.reference);
    const form = found && findForm(found.formName);
    const question = form && listSealedQuestions(form).find(({ name }) => name === reveal.question);
    if (!found || !question) return { ok: false, code: "not_found" };
    const limit = await countReveal(transaction, by.id);
    if (!limit.ok) {
      return { ok: false, code: "too_many", retryAfterSeconds: limit.retryAfterSeconds };
    }
    const answers = await openSealedAnswers(transaction, found);
    if (!answers) return { ok: false, code: "forgotten" };
    const value = answers[question.name];
    await transaction.insert(leadEventTable).values({
      leadId: found.leadId,
      kind: "sealed_revealed",
      note: `${question.name}: ${reason.text}`,
      byUserId: by.id,
      at: now(),
    });
    const id = formatSealedId(reveal.reference, question.name);
    await recordAudit(transaction, {
      by: toActor(by),
      action: "sealed_answer_revealed",
      on: { kind: "sealed_value", id },
    });
    return value === undefined
      ? { ok: false, code: "not_given" }
      : { ok: true, value: typeof value === "string" ? value : JSON.stringify(value) };
  });
}

/** The question and the reason in the note of such an event. */
export function readRevealNote(note: string): { question: string; reason: string } {
  const [, question = "", reason = note] = /^(\w+): (.*)$/s.exec(note) ?? [];
  return { question, reason };
}

/** Counts one more of today's; also for what lets somebody else read them. */
export function countReveal(transaction: Transaction, userId: string) {
  return countAgainst(REVEALS, userId, transaction);
}

const REASON_REFUSALS: ReadonlyMap<string, RevealRefusal> = new Map([
  ["missing", "reason_too_short"],
  ["too_short", "reason_too_short"],
  ["too_long", "reason_too_long"],
  ["holds_sin", "reason_holds_sin"],
]);

type ReasonReading = { ok: true; text: string } | { ok: false; code: RevealRefusal };

export function readReason(typed: string): ReasonReading {
  const context = { now: now(), locale: "en" } as const;
  const reading = readForm(revealReasonForm, rawFields({ reason: typed }), context);
  if (reading.ok) return { ok: true, text: reading.answers.reason };
  const [fieldError] = reading.fieldErrors;
  return { ok: false, code: REASON_REFUSALS.get(fieldError?.code ?? "") ?? "reason_unreadable" };
}

type SealedSubmission = {
  id: string;
  leadId: string;
  formName: string;
  sealedAnswers: Buffer | null;
};

async function findSealed(
  transaction: Transaction,
  reference: string,
): Promise<SealedSubmission | null> {
  const [found] = await transaction
    .select({
      id: submissionTable.id,
      leadId: leadTable.id,
      formName: submissionTable.formName,
      sealedAnswers: submissionTable.sealedAnswers,
    })
    .from(submissionTable)
    .innerJoin(leadTable, eq(leadTable.submissionId, submissionTable.id))
    .where(eq(submissionTable.reference, reference));
  return found ?? null;
}

/** Null if retention has deleted them. */
export async function openSealedAnswers(
  transaction: Transaction,
  { id, sealedAnswers }: Pick<SealedSubmission, "id" | "sealedAnswers">,
): Promise<Readonly<Record<string, unknown>> | null> {
  if (!sealedAnswers) return null;
  const context = { table: "submission", column: "sealed_answers", recordId: id };
  const opened = await openForRecord(transaction, sealedAnswers, context);
  if (!opened.ok) return null;
  const content: unknown = JSON.parse(opened.plaintext);
  return typeof content === "object" && content !== null ? { ...content } : null;
}
