import { eq } from "drizzle-orm";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import type { Locale } from "#values/locale.ts";
import { userTable } from "./identity.table.ts";
import { notifyAccountOwner } from "./account-messages.server.ts";
import { endLinks, findLink, redeemLink, reserveLink } from "./one-time-link.server.ts";
import { CHANGED_EMAIL } from "./credentials.server.ts";
import { endSessions } from "./session.server.ts";
import type { User } from "./user.server.ts";

type EmailChange = {
  /** The session that asks for the change: no other session can confirm it. */
  sessionId: string;
  email: string;
  locale: Locale;
};

/**
 * Sends a link to the new address, and at once another link to the old address, which cancels. The
 * account keeps the old address until the first link is opened in this same session. The caller
 * must have had the person prove that the account is theirs.
 */
export async function askForEmailChange(
  user: Pick<User, "id" | "email" | "locale">,
  { sessionId, email, locale }: EmailChange,
): Promise<void> {
  const userId = user.id;
  await db().transaction(async (transaction) => {
    await reserveLink(transaction, "change_email", { userId, email, sessionId });
    await notify(
      transaction,
      { event: "account_change_email", to: email, locale, userId },
      { event: "account_email_change_asked", to: user.email, locale: user.locale, userId },
    );
  });
}

type EmailChangeResult =
  | { ok: true; email: string }
  | { ok: false; code: "link_used_up" | "other_session" };

/** Changes the account to the address that the link proves, and notifies the old address. */
export async function confirmEmailChange(
  token: string,
  sessionId: string | null,
): Promise<EmailChangeResult> {
  const found = await findLink("change_email", token);
  if (!found) return { ok: false, code: "link_used_up" };
  // The link is not used up: a person who opened it in another browser can still open it in the one
  // where they asked.
  if (found.sessionId !== sessionId) return { ok: false, code: "other_session" };
  return db().transaction(async (transaction) => {
    const link = await redeemLink(transaction, "change_email", token);
    if (!link) return { ok: false, code: "link_used_up" };
    const { userId, email } = link;
    const [before] = await transaction
      .select()
      .from(userTable)
      .where(eq(userTable.id, userId))
      .for("update");
    const [taken] = await transaction
      .select({ id: userTable.id })
      .from(userTable)
      .where(eq(userTable.email, email));
    // Somebody has since opened an account with this address, so the link can no longer be used.
    if (!before || taken) return { ok: false, code: "link_used_up" };
    await transaction
      .update(userTable)
      .set({ email, emailVerified: true, updatedAt: now() })
      .where(eq(userTable.id, userId));
    // Links sent to the old mailbox must no longer open the account.
    await endLinks(transaction, userId, "reset_password");
    await endEmailChange(transaction, userId);
    await endSessions(transaction, userId, sessionId);
    await notifyAccountOwner(transaction, before, "account_email_changed", CHANGED_EMAIL);
    return { ok: true, email };
  });
}

/**
 * Cancels the change, by the link sent to the old address. It needs no session, because the holder
 * of the old address may be the person who was locked out.
 */
export async function cancelEmailChange(
  token: string,
): Promise<{ ok: true } | { ok: false; code: "link_used_up" }> {
  return db().transaction(async (transaction) => {
    const link = await redeemLink(transaction, "cancel_email_change", token);
    if (!link) return { ok: false, code: "link_used_up" };
    await endEmailChange(transaction, link.userId);
    return { ok: true };
  });
}

/** Ends a change that waits for its link, and the link that cancels it. */
async function endEmailChange(queryable: Queryable, userId: string): Promise<void> {
  await endLinks(queryable, userId, "change_email", "cancel_email_change");
}
