import { and, eq, gt, gte, isNull } from "drizzle-orm";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import { formatSealedId } from "#domain/audit/search-audit.server.ts";
import { languageOf } from "#domain/dealership/dealership-language.ts";
import { findDealership } from "#domain/dealership/dealership-queries.server.ts";
import type { Message } from "#domain/notification/message.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { hashToken, makeToken } from "#platform/vault/token.server.ts";
import { paths } from "#site/paths.ts";
import type { Role } from "#values/role.ts";
import { consentTable } from "./consent.table.ts";
import { isShareOf } from "./consents.server.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import {
  countReveal,
  listSealedQuestions,
  openSealedAnswers,
  readReason,
  type RevealRefusal,
} from "./reveal-sealed.server.ts";
import { sealedViewTable } from "./sealed-view.table.ts";
import { submissionTable } from "./submission.table.ts";

const SEALED_VIEW_HOURS = 48;

/**
 * Only the box of the credit application names the sealed answers. A sender who ticked it in its
 * earlier words was told that they stay with us, so no dealership sees theirs.
 */
const SHARED_SEALED_SINCE_VERSION = 2;

type SealedViewRefusal = RevealRefusal | "no_dealership" | "not_agreed";

/**
 * Lets the members of the lead's dealership see the sealed answers once, by a link that expires.
 */
export async function giveSealedView(
  { reference, reason }: { reference: string; reason: string },
  by: { id: string; role: Role },
): Promise<{ ok: true } | { ok: false; code: SealedViewRefusal }> {
  const read = readReason(reason);
  if (!read.ok) return read;
  return db().transaction(async (transaction) => {
    const [found] = await transaction
      .select({ lead: leadTable, sealedAnswers: submissionTable.sealedAnswers })
      .from(leadTable)
      .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
      .where(eq(leadTable.reference, reference));
    if (!found) return { ok: false, code: "not_found" };
    const { lead, sealedAnswers } = found;
    if (!sealedAnswers) return { ok: false, code: "forgotten" };
    const { dealershipId } = lead;
    const dealership = dealershipId && (await findDealership(transaction, dealershipId));
    if (!dealership) return { ok: false, code: "no_dealership" };
    if (!(await mayShowSealed(transaction, lead))) {
      return { ok: false, code: "not_agreed" };
    }
    if (!(await countReveal(transaction, by.id)).ok) return { ok: false, code: "too_many" };
    const at = now();
    const [view] = await transaction
      .insert(sealedViewTable)
      .values({
        leadId: lead.id,
        dealershipId: dealership.id,
        givenByUserId: by.id,
        givenAt: at,
        expiresAt: endOfView(at),
      })
      .returning({ id: sealedViewTable.id });
    if (!view) throw new Error("A view of sealed answers was not stored.");
    await notify(transaction, {
      event: "sealed_view_given",
      to: dealership.leadEmail,
      locale: languageOf(dealership),
      leadId: lead.id,
      dealershipId: dealership.id,
      params: { viewId: view.id, reference },
    });
    await transaction.insert(leadEventTable).values({
      leadId: lead.id,
      byUserId: by.id,
      at,
      kind: "sealed_view_given",
      note: `${dealership.name}: ${read.text}`,
    });
    await recordAudit(transaction, {
      by: toActor(by),
      action: "sealed_view_given",
      on: { kind: "lead", id: reference },
    });
    return { ok: true };
  });
}

function endOfView(at: Date): Date {
  return new Date(at.getTime() + SEALED_VIEW_HOURS * 60 * 60_000);
}

async function mayShowSealed(
  queryable: Queryable,
  { kind, submissionId }: Pick<typeof leadTable.$inferSelect, "kind" | "submissionId">,
): Promise<boolean> {
  if (kind !== "credit_application") return false;
  const active = await queryable.$count(
    consentTable,
    and(
      isShareOf(submissionId),
      isNull(consentTable.withdrawnAt),
      gte(consentTable.textVersion, SHARED_SEALED_SINCE_VERSION),
    ),
  );
  return active > 0;
}

/** The link is made when its mail is written; a mail that is sent again ends the earlier link. */
export const sealedViewMessages = {
  sealed_view_given: {
    async prepare(_message: Message, stored: { viewId: string; reference: string }) {
      const token = makeToken();
      const [view] = await db()
        .update(sealedViewTable)
        .set({ tokenHash: hashToken(token), expiresAt: endOfView(now()) })
        .where(and(eq(sealedViewTable.id, stored.viewId), isNull(sealedViewTable.openedAt)))
        .returning({ id: sealedViewTable.id });
      if (!view) return null;
      const { reference } = stored;
      return { reference, path: paths.dealerSealedView(token), hours: SEALED_VIEW_HOURS };
    },
  },
};

type OpenView = { reference: string; firstName: string; lastName: string };

/**
 * The lead that a link is about, without using the link up; null if this dealership cannot use it.
 */
export async function findSealedView(
  token: string,
  dealershipId: string,
): Promise<OpenView | null> {
  const { reference, firstName, lastName } = leadTable;
  const [view] = await db()
    .select({ reference, firstName, lastName })
    .from(sealedViewTable)
    .innerJoin(leadTable, eq(leadTable.id, sealedViewTable.leadId))
    .where(isGood(token, dealershipId));
  return view ?? null;
}

type SealedAnswers = {
  form: FormDeclaration;
  answers: Readonly<Record<string, unknown>>;
};

/**
 * Uses up a link and opens the sealed answers. Each is on record and committed before they are
 * returned. Of any number of simultaneous tries one gets them. Null if the link is no longer valid,
 * or if the person withdrew the consent to share.
 */
export async function openSealedView(
  token: string,
  dealershipId: string,
  by: { id: string; role: Role },
  findForm: (formName: string) => FormDeclaration | undefined,
): Promise<SealedAnswers | null> {
  return db().transaction(async (transaction) => {
    const [view] = await transaction
      .update(sealedViewTable)
      .set({ openedAt: now() })
      .where(isGood(token, dealershipId))
      .returning({ leadId: sealedViewTable.leadId });
    if (!view) return null;
    const [found] = await transaction
      .select({ lead: leadTable, submission: submissionTable })
      .from(leadTable)
      .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
      .where(eq(leadTable.id, view.leadId));
    const form = found && findForm(found.submission.formName);
    if (!found || !form || found.lead.dealershipId !== dealershipId) return null;
    const { lead, submission } = found;
    if (!(await mayShowSealed(transaction, lead))) return null;
    const answers = await openSealedAnswers(transaction, submission);
    if (!answers) return null;
    for (const { name } of listSealedQuestions(form)) {
      if (answers[name] === undefined) continue;
      await recordAudit(transaction, {
        by: toActor(by),
        action: "sealed_answer_revealed",
        on: { kind: "sealed_value", id: formatSealedId(lead.reference, name) },
      });
    }
    return { form, answers };
  });
}

function isGood(token: string, dealershipId: string) {
  return and(
    eq(sealedViewTable.tokenHash, hashToken(token)),
    eq(sealedViewTable.dealershipId, dealershipId),
    isNull(sealedViewTable.openedAt),
    gt(sealedViewTable.expiresAt, now()),
  );
}
