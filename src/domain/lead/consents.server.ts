import { createHash } from "node:crypto";
import { and, asc, desc, eq, gt, isNull } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type Queryable, db, type Transaction } from "#platform/database/database.server.ts";
import type { ConsentInput } from "./consent.ts";
import { consentTable } from "./consent.table.ts";
import { withdrawMessages } from "#domain/notification/notify.server.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { sealedViewTable } from "./sealed-view.table.ts";
import { now } from "#platform/clock/clock.server.ts";

/** One row for each given consent, with the hash that proves its words. */
function makeRows<Owner>(owner: Owner, consents: readonly ConsentInput[]) {
  return consents.map(({ dealershipId = null, ...consent }) => ({
    ...consent,
    dealershipId,
    ...owner,
    textSha256: hashWords(consent.text),
  }));
}

/** Stores consents that were given with an account, in addition to earlier ones. */
export async function recordAccountConsents(
  queryable: Queryable,
  userId: string,
  consents: readonly ConsentInput[],
): Promise<void> {
  await queryable.insert(consentTable).values(makeRows({ userId }, consents));
}

/**
 * The same, but replaces all earlier ones: they may be from somebody who opened the account without
 * proving its address.
 */
export async function replaceAccountConsents(
  transaction: Transaction,
  userId: string,
  consents: readonly ConsentInput[],
): Promise<void> {
  await transaction.delete(consentTable).where(eq(consentTable.userId, userId));
  await recordAccountConsents(transaction, userId, consents);
}

/** Stores given consents. */
export async function recordConsents(
  queryable: Queryable,
  submissionId: string,
  consents: readonly ConsentInput[],
): Promise<void> {
  if (consents.length === 0) return;
  await queryable.insert(consentTable).values(makeRows({ submissionId }, consents));
}

/** Stores those consents for whose purpose the submission has none in effect. */
export async function recordFurtherConsents(
  transaction: Transaction,
  submissionId: string,
  consents: readonly ConsentInput[],
): Promise<void> {
  if (consents.length === 0) return;
  const active = await transaction
    .select({ purpose: consentTable.purpose })
    .from(consentTable)
    .where(and(eq(consentTable.submissionId, submissionId), isNull(consentTable.withdrawnAt)));
  const purposes = new Set(active.map(({ purpose }) => purpose));
  const further = consents.filter(({ purpose }) => !purposes.has(purpose));
  await recordConsents(transaction, submissionId, further);
}

/** Whether the words of a consent are still those that were stored when it was given. */
export function provesWords({ text, textSha256 }: { text: string; textSha256: string }): boolean {
  return hashWords(text) === textSha256;
}

function hashWords(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * The consents, not withdrawn, that let dealerships see the answers of a submission. The id may be
 * a column of an outer query.
 */
export function selectActiveShares(queryable: Queryable, submissionId: string | PgColumn) {
  return queryable
    .select({ id: consentTable.id })
    .from(consentTable)
    .where(and(isShareOf(submissionId), isNull(consentTable.withdrawnAt)));
}

/**
 * The consent by which a dealership may see a submission: when it was given, and the dealership
 * that it names, if any.
 */
export async function findActiveShare(
  queryable: Queryable,
  submissionId: string,
): Promise<{ dealershipId: string | null; givenAt: Date } | null> {
  const [share] = await queryable
    .select({ dealershipId: consentTable.dealershipId, givenAt: consentTable.givenAt })
    .from(consentTable)
    .where(and(isShareOf(submissionId), isNull(consentTable.withdrawnAt)))
    .orderBy(desc(consentTable.givenAt))
    .limit(1);
  return share ?? null;
}

/** True if the person agreed that dealerships see the answers, and has not withdrawn that. */
export async function mayBeShared(queryable: Queryable, submissionId: string): Promise<boolean> {
  return (await selectActiveShares(queryable, submissionId)).length > 0;
}

/** The consents of a submission that stand, as they were given. */
export function listStandingConsents(submissionId: string) {
  return db()
    .select()
    .from(consentTable)
    .where(and(eq(consentTable.submissionId, submissionId), isNull(consentTable.withdrawnAt)))
    .orderBy(asc(consentTable.givenAt), asc(consentTable.id));
}

/** True if the person agreed that we contact them about the request, and has not withdrawn that. */
export async function mayBeContacted(queryable: Queryable, submissionId: string): Promise<boolean> {
  const input = and(
    eq(consentTable.submissionId, submissionId),
    eq(consentTable.purpose, "contact_about_request"),
    isNull(consentTable.withdrawnAt),
  );
  return (await queryable.$count(consentTable, input)) > 0;
}

/**
 * True if the person agreed that dealerships see the answers, and has withdrawn that. False if they
 * never agreed: a bid goes to the dealership that sells the car without this consent.
 */
export async function isShareWithdrawn(
  queryable: Queryable,
  submissionId: string,
): Promise<boolean> {
  const input = await queryable.$count(consentTable, isShareOf(submissionId));
  return input > 0 && !(await mayBeShared(queryable, submissionId));
}

export function isShareOf(submissionId: string | PgColumn) {
  return and(
    eq(consentTable.submissionId, submissionId),
    eq(consentTable.purpose, "share_with_dealership"),
  );
}

/** The account that was signed in when the consent was withdrawn; null if none was. */
type By = { byUserId: string | null };

/**
 * Withdraws a consent from now on; what was done with it before stays valid. The caller has checked
 * whose consent it is.
 */
export async function withdrawConsent(
  consentId: string,
  by: By = { byUserId: null },
): Promise<void> {
  await db().transaction(async (transaction) => {
    const [consent] = await transaction
      .select({ submissionId: consentTable.submissionId, purpose: consentTable.purpose })
      .from(consentTable)
      .where(eq(consentTable.id, consentId));
    // Consents given with an account are accepted terms.
    if (!consent?.submissionId) return;
    if (consent.purpose === "share_with_dealership") {
      return withdrawShare(transaction, consent.submissionId, by);
    }
    const taken = await transaction
      .update(consentTable)
      .set({ withdrawnAt: now() })
      .where(and(eq(consentTable.id, consentId), isNull(consentTable.withdrawnAt)))
      .returning({ id: consentTable.id });
    const leadId = await lockLead(transaction, consent.submissionId);
    if (taken.length === 0 || !leadId) return;
    await appendHistory(transaction, leadId, consent.purpose, by);
    // Whoever may not be contacted any more is owed no contact.
    if (consent.purpose === "contact_about_request")
      await transaction.update(leadTable).set({ dueAt: null }).where(eq(leadTable.id, leadId));
  });
}

/**
 * Withdraws all consents that let dealerships see a submission, and cancels what they had yet to
 * receive.
 */
export async function withdrawShare(
  transaction: Transaction,
  submissionId: string,
  by: By,
): Promise<void> {
  // Locked first: a transaction that shares it again at the same time waits for the outcome.
  const leadId = await lockLead(transaction, submissionId);
  const taken = await transaction
    .update(consentTable)
    .set({ withdrawnAt: now() })
    .where(and(isShareOf(submissionId), isNull(consentTable.withdrawnAt)))
    .returning({ id: consentTable.id });
  if (taken.length === 0 || !leadId) return;
  await appendHistory(transaction, leadId, "share_with_dealership", by);
  await cancelSharing(transaction, leadId);
}

async function lockLead(transaction: Transaction, submissionId: string): Promise<string | null> {
  const [lead] = await transaction
    .select({ id: leadTable.id })
    .from(leadTable)
    .where(eq(leadTable.submissionId, submissionId))
    .for("no key update");
  return lead?.id ?? null;
}

/**
 * Messages check the consent again when they are sent (`prepare`), so none slips through meanwhile.
 * A link that shows sealed answers ends at once.
 */
async function cancelSharing(transaction: Transaction, leadId: string): Promise<void> {
  const at = now();
  const withdrawn = await withdrawMessages(transaction, {
    leadId,
    events: [
      "lead_adf",
      "lead_target",
      "offer_invited",
      "sealed_view_given",
      "lead_shared",
      "lead_corrected",
    ],
  });
  await transaction
    .update(sealedViewTable)
    .set({ expiresAt: at })
    .where(and(eq(sealedViewTable.leadId, leadId), gt(sealedViewTable.expiresAt, at)));
  for (const { event } of withdrawn) {
    await transaction
      .insert(leadEventTable)
      .values({ leadId, at, kind: "delivery_cancelled", note: event });
  }
}

async function appendHistory(
  transaction: Transaction,
  leadId: string,
  purpose: string,
  { byUserId }: By,
): Promise<void> {
  await transaction
    .insert(leadEventTable)
    .values({ leadId, byUserId, at: now(), kind: "consent_withdrawn", note: purpose });
}
