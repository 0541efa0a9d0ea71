import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { decideMails, MailRefused } from "#domain/notification/mail-budget.server.ts";
import { takeMailShare } from "#domain/notification/mail-share.server.ts";
import { notify } from "#domain/notification/notify.server.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { expiredRows } from "#platform/database/expired-rows.server.ts";
import { shredRecords } from "#platform/vault/record-vault.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { hashToken, makeToken } from "#platform/vault/token.server.ts";
import { paths } from "#site/paths.ts";
import { calendarDay } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { type Draft, findDraftById, moveDraft } from "./draft.server.ts";
import { draftLinkTable as links } from "./draft-link.table.ts";
import { draftTable } from "./draft.table.ts";

/** reference/forms.md 18. */
export const MOST_TRIES = 5;

/** How to reach the person who may come back: both are answers that the form asks for anyway. */
type ReturnAddress = { email: string; phone: string };

/** The e-mail address and the phone number in a form's answers; null while one is missing. */
export function findReturnAddress(form: FormDeclaration, draft: Draft): ReturnAddress | null {
  const questions = form.steps.flatMap((step) => step.questions);
  const answer = (kind: "email" | "phone") => {
    const question = questions.find((each) => each.kind === kind);
    return question && draft.answers[question.name];
  };
  const [email, phone] = [answer("email"), answer("phone")];
  return typeof email === "string" && typeof phone === "string" ? { email, phone } : null;
}

type MailResult = { ok: true } | { ok: false; retryAfterSeconds: number };

/**
 * Mails a link to a draft, valid once and as long as the draft is stored. Older links stop working.
 * Returns the time to wait if no e-mail was sent: a mailbox gets only so many from the people at
 * one IP address.
 */
export async function mailDraftLink(
  draft: Pick<Draft, "id" | "expiresAt">,
  { email, locale }: { email: string; locale: Locale },
  ipAddress: string,
): Promise<MailResult> {
  return unlessRefused(() =>
    db().transaction(async (transaction) => {
      const share = await takeMailShare("form", email, ipAddress, transaction);
      if (!share.ok) return share;
      await storeDraftLink(transaction, draft, { email, locale });
      return { ok: true };
    }),
  );
}

/**
 * A person who has caused too many e-mails gets the same result as for a mailbox that gets no more.
 */
async function unlessRefused(mail: () => Promise<MailResult>): Promise<MailResult> {
  try {
    return await mail();
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    return { ok: false, retryAfterSeconds: error.retryAfterSeconds };
  }
}

async function storeDraftLink(
  transaction: Transaction,
  { id: draftId, expiresAt }: Pick<Draft, "id" | "expiresAt">,
  { email, locale }: { email: string; locale: Locale },
): Promise<void> {
  const id = randomUUID();
  await transaction.delete(links).where(eq(links.draftId, draftId));
  await transaction.insert(links).values({ id, draftId, emailHash: hashEmail(email), expiresAt });
  await notify(transaction, { event: "draft_link", to: email, locale, params: { id } });
}

/**
 * Another link for a person who lost theirs, to the newest draft for which one was sent. If nothing
 * is saved, it is counted and the result is the same.
 */
export async function mailDraftLinkAgain(
  requested: { email: string; locale: Locale },
  ipAddress: string,
): Promise<MailResult> {
  const share = await takeMailShare("form", requested.email, ipAddress);
  if (!share.ok) return share;
  const [known] = await db()
    .select({ id: draftTable.id, expiresAt: draftTable.expiresAt })
    .from(links)
    .innerJoin(draftTable, eq(draftTable.id, links.draftId))
    .where(and(eq(links.emailHash, hashEmail(requested.email)), gt(draftTable.expiresAt, now())))
    .orderBy(desc(draftTable.updatedAt))
    .limit(1);
  return unlessRefused(async () => {
    if (known) {
      await db().transaction((transaction) => storeDraftLink(transaction, known, requested));
    } else {
      // Also counted here: otherwise a refusal would reveal that something is saved.
      await decideMails(["asker"]);
    }
    return { ok: true };
  });
}

/**
 * The data of the e-mail; null if the draft was sent or deleted. Its token is created here and
 * never stored.
 */
export async function prepareDraftLink({ id }: { id: string }) {
  const [link] = await db()
    .select({ until: draftTable.expiresAt, sentReference: draftTable.sentReference })
    .from(links)
    .innerJoin(draftTable, eq(draftTable.id, links.draftId))
    .where(eq(links.id, id));
  if (!link || link.sentReference !== null || link.until <= now()) return null;
  const token = makeToken();
  await db()
    .update(links)
    .set({ tokenHash: hashToken(token) })
    .where(eq(links.id, id));
  return { path: paths.savedForm(token), until: calendarDay(link.until) };
}

export type OpenDraftLink = { id: string; isLocked: boolean; draft: Draft; form: FormDeclaration };

/** Reads a link without using it up; null if it is not valid, or if its draft was deleted. */
export async function findDraftLink(
  token: string,
  findForm: (name: string) => FormDeclaration | undefined,
): Promise<OpenDraftLink | null> {
  const [link] = await db()
    .select()
    .from(links)
    .where(and(eq(links.tokenHash, hashToken(token)), gt(links.expiresAt, now())));
  if (!link) return null;
  const found = await findDraftById(link.draftId, findForm);
  if (!found || found.draft.sentReference !== null) return null;
  return { id: link.id, isLocked: link.tries >= MOST_TRIES, ...found };
}

/**
 * Counts a try of a code before it is compared: of any number at once, five are compared. Returns
 * false if the link is locked, or was used meanwhile.
 */
export async function takeTry(linkId: string): Promise<boolean> {
  const counted = await db()
    .update(links)
    .set({ tries: sql`${links.tries} + 1` })
    .where(and(eq(links.id, linkId), lt(links.tries, MOST_TRIES)))
    .returning({ id: links.id });
  return counted.length > 0;
}

/**
 * Uses up a link and moves its draft to this browser. If several browsers do this at once, only one
 * succeeds. A draft of the same form in this browser is deleted: the person asked for the other
 * one.
 */
export async function redeemDraftLink(
  { id, form, draft }: OpenDraftLink,
  visitorHash: string,
): Promise<boolean> {
  return db().transaction(async (transaction) => {
    const used = await transaction.delete(links).where(eq(links.id, id)).returning();
    return used.length > 0 && moveDraft(transaction, form, draft.id, visitorHash);
  });
}

/** Deleted on the same day as their drafts. */
export const expiredDraftLinks = expiredRows(links, (at) => lt(links.expiresAt, at));

function draftsOf(email: string) {
  return db()
    .select({ id: links.draftId })
    .from(links)
    .where(eq(links.emailHash, hashEmail(email)));
}

/** How many unfinished forms have a link that was mailed to this address. */
export async function countDraftsOf(email: string): Promise<number> {
  return db().$count(draftTable, inArray(draftTable.id, draftsOf(email)));
}

/** Deletes them with their keys, so that nobody can open them again. */
export async function deleteDraftsOf(transaction: Transaction, email: string): Promise<void> {
  const deleted = await transaction
    .delete(draftTable)
    .where(inArray(draftTable.id, draftsOf(email)))
    .returning({ id: draftTable.id });
  await shredRecords(
    transaction,
    "draft",
    deleted.map(({ id }) => id),
  );
  await transaction.delete(links).where(eq(links.emailHash, hashEmail(email)));
}

function hashEmail(email: string): string {
  return mac().hmac("draft link address", email.toLowerCase());
}
