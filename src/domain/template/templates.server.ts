import { and, asc, eq, ne } from "drizzle-orm";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import type { CompleteAnswersOf } from "#forms/define-form.ts";
import type { RefusedAnswer } from "#forms/field-error.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { lockName } from "#platform/database/named-lock.server.ts";
import type { Role } from "#values/role.ts";
import { isUuid } from "#values/uuid.ts";
import { MOST_SMS_CHARACTERS, type templateForm } from "./template.form.ts";
import { messageTemplateTable } from "./template.table.ts";
import { listUnknownFields, MESSAGE_PURPOSES, TEMPLATE_CHANNELS } from "./template.ts";

type Changer = { id: string; role: Role };
type TemplateAnswers = CompleteAnswersOf<typeof templateForm>;

export type Template = typeof messageTemplateTable.$inferSelect;

/** All templates by name. */
export function listTemplates(): Promise<Template[]> {
  return db()
    .select()
    .from(messageTemplateTable)
    .orderBy(asc(messageTemplateTable.name), asc(messageTemplateTable.id));
}

export async function findTemplate(id: string): Promise<Template | null> {
  if (!isUuid(id)) return null;
  const [template] = await db()
    .select()
    .from(messageTemplateTable)
    .where(eq(messageTemplateTable.id, id));
  return template ?? null;
}

type SaveResult =
  | { ok: true }
  | { ok: false; code: "not_found" }
  | { ok: false; code: "refused"; answers: readonly RefusedAnswer[] };

/** Stores a new template, or a change to one. */
export async function saveTemplate(
  by: Changer,
  id: string | null,
  answers: TemplateAnswers,
): Promise<SaveResult> {
  const refused = checkTexts(answers);
  if (refused.length > 0) return { ok: false, code: "refused", answers: refused };
  if (id !== null && !isUuid(id)) return { ok: false, code: "not_found" };
  const { name, subjectEn = "", subjectFr = "", textEn, textFr } = answers;
  const columns = {
    name,
    channel: TEMPLATE_CHANNELS.find((each) => each === answers.channel) ?? "email",
    purpose: MESSAGE_PURPOSES.find((each) => each === answers.purpose) ?? "request",
    subjectEn,
    subjectFr,
    textEn,
    textFr,
    changedAt: now(),
  };
  return db().transaction(async (transaction): Promise<SaveResult> => {
    await lockName(transaction, "message templates");
    const isNamesake = and(
      eq(messageTemplateTable.name, name),
      id === null ? undefined : ne(messageTemplateTable.id, id),
    );
    if ((await transaction.$count(messageTemplateTable, isNamesake)) > 0)
      return { ok: false, code: "refused", answers: [{ question: "name", code: "taken" }] };
    if (id === null) await transaction.insert(messageTemplateTable).values(columns);
    else {
      const changed = await transaction
        .update(messageTemplateTable)
        .set(columns)
        .where(eq(messageTemplateTable.id, id))
        .returning({ id: messageTemplateTable.id });
      if (changed.length === 0) return { ok: false, code: "not_found" };
    }
    await recordAudit(transaction, {
      by: toActor(by),
      action: "settings_changed",
      changes: { messageTemplate: [id === null ? null : name, name] },
    });
    return { ok: true };
  });
}

/** An e-mail has a subject, an SMS an end, and a text only fields that can be filled in. */
function checkTexts(answers: TemplateAnswers): RefusedAnswer[] {
  const refused: RefusedAnswer[] = [];
  const { channel, subjectEn = "", subjectFr = "", textEn, textFr } = answers;
  for (const [language, subject, text] of [
    ["En", subjectEn, textEn],
    ["Fr", subjectFr, textFr],
  ] as const) {
    if (channel === "email" && subject === "")
      refused.push({ question: `subject${language}`, code: "needed" });
    if (listUnknownFields(`${subject} ${text}`).length > 0)
      refused.push({ question: `text${language}`, code: "field" });
    else if (channel === "sms" && text.length > MOST_SMS_CHARACTERS)
      refused.push({ question: `text${language}`, code: "sms" });
  }
  return refused;
}

/** Offers a template to staff, or no longer. */
export async function offerTemplate(by: Changer, id: string, isOffered: boolean): Promise<void> {
  if (!isUuid(id)) return;
  await db().transaction(async (transaction) => {
    const [changed] = await transaction
      .update(messageTemplateTable)
      .set({ isOffered, changedAt: now() })
      .where(and(eq(messageTemplateTable.id, id), ne(messageTemplateTable.isOffered, isOffered)))
      .returning({ name: messageTemplateTable.name });
    if (!changed) return;
    const { name } = changed;
    await recordAudit(transaction, {
      by: toActor(by),
      action: "settings_changed",
      changes: { messageTemplate: isOffered ? [null, name] : [name, null] },
    });
  });
}
