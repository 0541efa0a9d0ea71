import { createHash } from "node:crypto";
import { and, eq, gt, isNotNull, isNull, lt, or } from "drizzle-orm";
import { limitMailbox } from "#domain/notification/mailbox-limit.server.ts";
import { MailRefused } from "#domain/notification/mail-budget.server.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { expiredRows } from "#platform/database/expired-rows.server.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import { hashToken, makeToken } from "#platform/vault/token.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";
import { NEWSLETTER_CONSENT_VERSION, newsletterConsentText } from "./newsletter.form.ts";
import { newsletterSubscriptionTable as subscriptions } from "./newsletter.table.ts";

const ASKED_BY_ADDRESS = { name: "newsletter asked", most: 60, windowMs: 60_000 };
const DAY_MS = 24 * 60 * 60_000;

type AskResult = { ok: true } | { ok: false; code: "too_many"; retryAfterSeconds: number };

/**
 * Asks an address whether it wants the newsletter. Nothing else is sent to it until its holder
 * agrees (double opt-in). An address that is already subscribed gets no e-mail, and the person who
 * typed it does not learn that.
 */
export async function askToSubscribe(requested: {
  email: string;
  locale: Locale;
  channel: string;
  ipAddress: string;
}): Promise<AskResult> {
  const { locale, channel, ipAddress } = requested;
  // Upper and lower case of one address are one subscription.
  const email = requested.email.toLowerCase();
  const byAddress = await countAgainst(ASKED_BY_ADDRESS, ipAddress);
  const limit = byAddress.ok ? await limitMailbox(email) : byAddress;
  if (!limit.ok) return { ok: false, code: "too_many", retryAfterSeconds: limit.retryAfterSeconds };
  const input = { ...consentToNewsletter(locale), channel, askedAt: now() };
  const asking = db().transaction(async (transaction) => {
    const [open] = await transaction
      .insert(subscriptions)
      .values({ ...input, email, unsubscribeToken: makeToken() })
      .onConflictDoUpdate({
        target: subscriptions.email,
        targetWhere: isNull(subscriptions.unsubscribedAt),
        set: input,
        setWhere: isNull(subscriptions.confirmedAt),
      })
      .returning({ id: subscriptions.id });
    if (!open) return;
    await notify(transaction, { event: "newsletter_confirm", to: email, locale, params: open });
  });
  try {
    await asking;
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    return { ok: false, code: "too_many", retryAfterSeconds: error.retryAfterSeconds };
  }
  return { ok: true };
}

/** The text that a subscriber agrees to, as it is stored as evidence. */
export function consentToNewsletter(locale: Locale) {
  const consentText = newsletterConsentText(locale);
  return {
    locale,
    consentText,
    consentSha256: createHash("sha256").update(consentText).digest("hex"),
    consentVersion: NEWSLETTER_CONSENT_VERSION,
  };
}

/**
 * Creates the link of a confirmation when its e-mail is written, so that no link is ever stored.
 */
export async function prepareConfirmation({ id }: { id: string }) {
  const token = makeToken();
  const [waiting] = await db()
    .update(subscriptions)
    .set({ confirmHash: hashToken(token) })
    .where(and(eq(subscriptions.id, id), isNull(subscriptions.confirmedAt), isOpen()))
    .returning({ id: subscriptions.id });
  return waiting ? { path: paths.confirmNewsletter(token) } : null;
}

/** Whether a confirmation link is valid; checking does not use it up. */
export async function isConfirmable(token: string): Promise<boolean> {
  const found = await db()
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(isConfirmedBy(token));
  return found.length > 0;
}

/**
 * Confirms a subscription, once; a second call also returns true. Returns false if the link is not
 * valid.
 */
export async function confirmSubscription(token: string): Promise<boolean> {
  return db().transaction(async (transaction) => {
    const [confirmed] = await transaction
      .update(subscriptions)
      .set({ confirmedAt: now() })
      .where(and(isConfirmedBy(token), isNull(subscriptions.confirmedAt)))
      .returning();
    if (confirmed) {
      const { id, email: to, locale } = confirmed;
      await notify(transaction, { event: "newsletter_welcome", to, locale, params: { id } });
      return true;
    }
    const already = await transaction
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(and(isConfirmedBy(token), isNotNull(subscriptions.confirmedAt)));
    return already.length > 0;
  });
}

/**
 * The unsubscribe link for an e-mail to a subscription; null if it has ended, or was never
 * confirmed.
 */
export async function findWayOut({
  id,
}: {
  id: string;
}): Promise<{ unsubscribePath: string } | null> {
  const [found] = await db()
    .select({ token: subscriptions.unsubscribeToken })
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), isNotNull(subscriptions.confirmedAt), isOpen()));
  return found ? { unsubscribePath: paths.unsubscribeNewsletter(found.token) } : null;
}

/**
 * Ends a subscription permanently, at once: messages that are still owed are checked when they are
 * sent, and then dropped. A link that was used before, or is no longer known, changes nothing.
 */
export async function unsubscribe(token: string, by: "page" | "one_click"): Promise<void> {
  await db()
    .update(subscriptions)
    .set({ unsubscribedAt: now(), unsubscribedBy: by })
    .where(and(eq(subscriptions.unsubscribeToken, token), isOpen()));
}

/**
 * Deletes addresses that nobody confirmed, and ended subscriptions once nobody can ask for the
 * evidence any more.
 */
export const oldSubscriptions = expiredRows(subscriptions, (at) => {
  const evidenceUntil = new Date(at);
  evidenceUntil.setUTCMonth(evidenceUntil.getUTCMonth() - site.retention.newsletterMonths);
  return or(
    and(isNull(subscriptions.confirmedAt), lt(subscriptions.askedAt, confirmableSince(at))),
    lt(subscriptions.unsubscribedAt, evidenceUntil),
  );
});

function isOpen() {
  return isNull(subscriptions.unsubscribedAt);
}

function isConfirmedBy(token: string) {
  return and(
    eq(subscriptions.confirmHash, hashToken(token)),
    or(isNotNull(subscriptions.confirmedAt), gt(subscriptions.askedAt, confirmableSince(now()))),
    isOpen(),
  );
}

function confirmableSince(at: Date): Date {
  return new Date(at.getTime() - site.retention.newsletterDays * DAY_MS);
}
