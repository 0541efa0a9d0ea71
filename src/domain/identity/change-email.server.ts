import { eq } from "drizzle-orm";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { Locale } from "#values/locale.ts";
import { userTable } from "./identity.table.ts";
import { tellHolder } from "./account-messages.server.ts";
import { endLinks, redeemLink } from "./one-time-link.server.ts";
import { isRightPassword } from "./password.server.ts";

export type EmailChange = { userId: string; email: string; password: string; locale: Locale };

/** Sends a link to the new address. Until it is pressed, the account keeps the old one. */
export async function askForEmailChange(
  change: EmailChange,
): Promise<{ ok: true } | { ok: false; code: "wrong_password" }> {
  const { userId, email, locale } = change;
  if (!(await isRightPassword(userId, change.password))) {
    return { ok: false, code: "wrong_password" };
  }
  await db().transaction((transaction) =>
    notify(transaction, { event: "account_change_email", to: email, locale, userId }),
  );
  return { ok: true };
}

/** Moves the account to the address that the link proves, and tells the old one. */
export async function confirmEmailChange(
  token: string,
): Promise<{ ok: true; email: string } | { ok: false; code: "link_used_up" }> {
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
    // Somebody opened an account with it in the meantime: the link has nothing left to give.
    if (!before || taken) return { ok: false, code: "link_used_up" };
    await transaction
      .update(userTable)
      .set({ email, emailVerified: true, updatedAt: now() })
      .where(eq(userTable.id, userId));
    // Links to the old mailbox must not open the account any more.
    await endLinks(transaction, userId, "reset_password");
    await tellHolder(transaction, before, "account_email_changed");
    return { ok: true, email };
  });
}
