import { and, eq } from "drizzle-orm";
import { type Message, messageTable } from "#domain/notification/message.table.ts";
import { db } from "#platform/database/database.server.ts";
import { listMailed } from "#values/data-class.ts";
import { listAnswerCorrections, nameQuestions, showAnswer } from "./correct-answer.server.ts";
import type { LeadForm } from "./lead-form.ts";
import type { leadTable } from "./lead.table.ts";
import { listFurther } from "./passing-on.server.ts";
import type { submissionTable } from "./submission.table.ts";

type Stored = {
  lead: typeof leadTable.$inferSelect;
  submission: typeof submissionTable.$inferSelect;
};

/**
 * The corrected answers, as far as the dealership gets such answers by mail: a dealership that was
 * only invited to make an offer reads the rest on its page.
 */
export async function describeCorrected(
  message: Message,
  { lead, submission }: Stored,
  { form, classes }: LeadForm,
  correctionIds: readonly string[],
) {
  const mailed: readonly string[] = listMailed(await listFurther(db(), submission.id));
  const hasAnswers = await hasReceivedAnswers(message);
  const isMailed = (name: string) =>
    hasAnswers && (!classes || mailed.includes(classes[name] ?? "sealed"));
  const corrected = (await listAnswerCorrections(db(), submission.id)).filter(({ id }) =>
    correctionIds.includes(id),
  );
  const questions = form.steps.flatMap((step) => step.questions);
  const answers = corrected.map(({ question: name, after }) => {
    const question = questions.find((each) => each.name === name);
    const [label = name] = nameQuestions(form, [name], message.locale);
    if (!question || question.sealed || !isMailed(name)) return { question: label };
    return { question: label, value: showAnswer(form, question, after, message.locale) };
  });
  const isWhole = answers.every((answer) => "value" in answer);
  return { reference: lead.reference, answers, isWhole };
}

async function hasReceivedAnswers({ leadId, dealershipId }: Message): Promise<boolean> {
  if (!leadId || !dealershipId) return false;
  const received = and(
    eq(messageTable.leadId, leadId),
    eq(messageTable.dealershipId, dealershipId),
    eq(messageTable.event, "lead_adf"),
    eq(messageTable.state, "sent"),
  );
  return (await db().$count(messageTable, received)) > 0;
}
