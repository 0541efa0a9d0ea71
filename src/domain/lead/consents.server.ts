import { createHash } from "node:crypto";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type Queryable, db, type Transaction } from "#platform/database/database.server.ts";
import type { ConsentInput } from "./consent.ts";
import { consentTable } from "./consent.table.ts";
import { withdrawMessages } from "#domain/notification/notify.server.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { sealedViewTable } from "./sealed-view.table.ts";
import { now } from "#platform/clock/clock.server.ts";

/** Each given consent as a row of its own, with the hash that proves the words. */
function makeRows<Owner>(owner: Owner, consents: readonly ConsentInput[]) {
  return consents.map(({ dealershipId = null, ...consent }) => ({
    ...consent,
    dealershipId,
    ...owner,
    textSha256: hashWords(consent.text),
  }));
}

/** Stores what was agreed to with an account, beside what was before. */
export async function recordAccountConsents(
  queryable: Queryable,
  userId: string,
  consents: readonly ConsentInput[],
): Promise<void> {
  await queryable.insert(consentTable).values(makeRows({ userId }, consents));
}

/** The same in place of all that was: whoever opened the account before proved nothing. */
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

/** Stores those for whose purpose the submission has none that stands. */
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

/** Whether a consent's words are still those that were stored when it was given. */
export function provesWords({ text, textSha256 }: { text: string; textSha256: string }): boolean {
  return hashWords(text) === textSha256;
}

function hashWords(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * The consents that let dealerships see the answers of a submission and were not taken back. Its id
 * may be a column of the query around it.
 */
export function selectActiveShares(queryable: Queryable, submissionId: string | PgColumn) {
  return queryable
    .select({ id: consentTable.id })
    .from(consentTable)
    .where(and(isShareOf(submissionId), isNull(consentTable.withdrawnAt)));
}

/** The consent by which a dealership may see a submission: when, and to the one that it names, if any. */
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

/** The person agreed that dealerships see the answers, and has not taken that back. */
export async function mayBeShared(queryable: Queryable, submissionId: string): Promise<boolean> {
  return (await selectActiveShares(queryable, submissionId)).length > 0;
}

/** The person agreed that we get in touch about the request, and has not taken that back. */
export async function mayBeContacted(queryable: Queryable, submissionId: string): Promise<boolean> {
  const input = and(
    eq(consentTable.submissionId, submissionId),
    eq(consentTable.purpose, "contact_about_request"),
    isNull(consentTable.withdrawnAt),
  );
  return (await queryable.$count(consentTable, input)) > 0;
}

/**
 * The person agreed that dealerships see the answers, and has taken that back. False where they
 * never did: a bid goes to the dealership whose car it is on without that.
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

/** Who was signed in when it was taken back, if anybody. */
type By = { byUserId: string | null };

/**
 * Takes a consent back, from now on: what was done with it before was done with it. The caller has
 * made sure whose it is.
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
    // What was agreed to with an account are terms.
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
    if (taken.length > 0 && leadId) await appendHistory(transaction, leadId, consent.purpose, by);
  });
}

/**
 * Takes back that dealerships see a submission, however often it was agreed to, and cancels what
 * they were still to get.
 */
export async function withdrawShare(
  transaction: Transaction,
  submissionId: string,
  by: By,
): Promise<void> {
  // Locked first: whoever shares it anew at the same time waits for what becomes of this.
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
 * What goes out asks for the consent again (`prepare`), so nothing slips through meanwhile. A link
 * that shows sealed answers ends at once.
 */
async function cancelSharing(transaction: Transaction, leadId: string): Promise<void> {
  const at = now();
  const withdrawn = await withdrawMessages(transaction, {
    leadId,
    events: ["lead_adf", "offer_invited", "sealed_view_given", "lead_shared", "lead_corrected"],
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
