import { and, eq, gt, inArray, lt } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import { expiredRows } from "#platform/database/expired-rows.server.ts";
import { hashToken, makeToken } from "#platform/vault/token.server.ts";
import { type LINK_PURPOSES, oneTimeLinkTable as links } from "./identity.table.ts";

type LinkPurpose = (typeof LINK_PURPOSES)[number];

const LIFE_MS: Record<LinkPurpose, number> = {
  confirm_email: 24 * 60 * 60_000,
  reset_password: 60 * 60_000,
  change_email: 60 * 60_000,
  // The life of the change that it cancels, plus the hour that its e-mail may take to arrive.
  cancel_email_change: 2 * 60 * 60_000,
  // An administrator hands it over, perhaps before a day off.
  enrol_factor: 3 * 24 * 60 * 60_000,
  // Long enough for its reader to come back from a holiday.
  undo_way_in: 7 * 24 * 60 * 60_000,
};

/**
 * Who the link belongs to, the address that it was sent to, and the only session that may use it,
 * if any.
 */
type LinkOwner = {
  userId: string;
  email: string;
  sessionId: string | null;
  /** What of the account it applies to; empty if its purpose says it already. */
  subject: string;
  returnTo: string;
};

const linkOwner = {
  userId: links.userId,
  email: links.email,
  sessionId: links.sessionId,
  subject: links.subject,
  returnTo: links.returnTo,
};

/**
 * Creates a link's token. Older links of the same person for the same thing stop working, except
 * those for a password reset: anybody may ask for a reset, and could otherwise end the link that
 * its holder is about to open.
 */
export async function issueLink(
  purpose: LinkPurpose,
  of: Pick<LinkOwner, "userId" | "email"> & Partial<Pick<LinkOwner, "subject" | "returnTo">>,
): Promise<string> {
  const token = makeToken();
  await db().transaction((transaction) =>
    storeLink(transaction, purpose, token, { subject: "", returnTo: "/", ...of, sessionId: null }),
  );
  return token;
}

/**
 * Reserves a link in the transaction that asks for it. Nobody knows its token yet: `issueReserved`
 * gives it one when its e-mail is written, unless the link was ended in the meantime.
 */
export async function reserveLink(
  transaction: Transaction,
  purpose: LinkPurpose,
  of: Pick<LinkOwner, "userId" | "email" | "sessionId">,
): Promise<void> {
  await storeLink(transaction, purpose, makeToken(), { ...of, subject: "", returnTo: "/" });
}

/**
 * Gives a reserved link its token; returns null if the link was ended before its e-mail was sent.
 */
export async function issueReserved(
  purpose: LinkPurpose,
  of: Pick<LinkOwner, "userId" | "email">,
): Promise<string | null> {
  const token = makeToken();
  const [issued] = await db()
    .update(links)
    .set({ tokenHash: hashToken(token), expiresAt: runsOutAt(purpose) })
    .where(and(eq(links.userId, of.userId), eq(links.email, of.email), eq(links.purpose, purpose)))
    .returning(linkOwner);
  return issued ? token : null;
}

async function storeLink(
  transaction: Transaction,
  purpose: LinkPurpose,
  token: string,
  of: LinkOwner,
): Promise<void> {
  const { userId, subject } = of;
  if (purpose !== "reset_password")
    await transaction
      .delete(links)
      .where(and(eq(links.userId, userId), eq(links.purpose, purpose), eq(links.subject, subject)));
  await transaction
    .insert(links)
    .values({ ...of, purpose, tokenHash: hashToken(token), expiresAt: runsOutAt(purpose) });
}

function runsOutAt(purpose: LinkPurpose): Date {
  return new Date(now().getTime() + LIFE_MS[purpose]);
}

/** Reads a link without using it up, for the page that it opens; null if it is not valid. */
export async function findLink(purpose: LinkPurpose, token: string): Promise<LinkOwner | null> {
  const [found] = await db().select(linkOwner).from(links).where(isGood(purpose, token));
  return found ?? null;
}

/** Uses up a link. If several tries run at once, one gets the link; the others get null. */
export async function redeemLink(
  queryable: Queryable,
  purpose: LinkPurpose,
  token: string,
): Promise<LinkOwner | null> {
  const [used] = await queryable.delete(links).where(isGood(purpose, token)).returning(linkOwner);
  return used ?? null;
}

export async function endLinks(
  queryable: Queryable,
  userId: string,
  ...purposes: LinkPurpose[]
): Promise<void> {
  await queryable
    .delete(links)
    .where(and(eq(links.userId, userId), inArray(links.purpose, purposes)));
}

export const oldLinks = expiredRows(links, (at) => lt(links.expiresAt, at));

function isGood(purpose: LinkPurpose, token: string) {
  return and(
    eq(links.tokenHash, hashToken(token)),
    eq(links.purpose, purpose),
    gt(links.expiresAt, now()),
  );
}
