import { eq } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { isLocale, type Locale } from "#values/locale.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { askForMail } from "#domain/identity/mail/account-mail.server.ts";
import { endLinks, findLink, redeemLink } from "#domain/identity/one-time-link.server.ts";
import { endSessions } from "#domain/identity/session.server.ts";
import { hashPassword, isRightPassword, judgePassword, storePassword } from "./password.server.ts";
import type { PasswordFault } from "./password-rule.ts";

/** Sends a link to the address where it has an account; says and does the same where it has none. */
export async function askForReset(email: string, locale: Locale): Promise<void> {
  await db().transaction((transaction) =>
    askForMail(transaction, { kind: "reset_password", email, locale }),
  );
}

export type ResetResult = { ok: true } | PasswordRefusal | { ok: false; code: "link_used_up" };
type PasswordRefusal = { ok: false; code: "refused_password"; fault: PasswordFault };

/** A new password by a link. Everybody who was signed in is signed out; the link proves the address. */
export async function resetPassword(token: string, password: string): Promise<ResetResult> {
  const link = await findLink("reset_password", token);
  const user = link && (await userOf(link.userId));
  if (!link || !user) return { ok: false, code: "link_used_up" };
  const fault = judgePassword(password, {
    hasSecondFactor: user.twoFactorEnabled,
    email: user.email,
  });
  if (fault) return { ok: false, code: "refused_password", fault };
  const hash = await hashPassword(password);
  return db().transaction(async (transaction) => {
    const used = await redeemLink(transaction, "reset_password", token);
    if (!used || used.email !== user.email) return { ok: false, code: "link_used_up" };
    const at = now();
    await storePassword(transaction, user.id, hash, at);
    await transaction
      .update(userTable)
      .set({ emailVerified: true, updatedAt: at })
      .where(eq(userTable.id, user.id));
    await endSessions(transaction, user.id);
    await endLinks(transaction, user.id, "confirm_email");
    await askForMail(transaction, noticeTo(user));
    return { ok: true };
  });
}

export type ChangeResult = { ok: true } | PasswordRefusal | { ok: false; code: "wrong_password" };

/** A new password by the old one. Every other session of the person ends. */
export async function changePassword(
  userId: string,
  typed: { current: string; next: string },
  sessionId: string | null,
): Promise<ChangeResult> {
  const user = await userOf(userId);
  if (!user || !(await isRightPassword(userId, typed.current))) {
    return { ok: false, code: "wrong_password" };
  }
  const fault = judgePassword(typed.next, {
    hasSecondFactor: user.twoFactorEnabled,
    email: user.email,
  });
  if (fault) return { ok: false, code: "refused_password", fault };
  const hash = await hashPassword(typed.next);
  await db().transaction(async (transaction) => {
    await storePassword(transaction, userId, hash, now());
    await endSessions(transaction, userId, sessionId);
    await endLinks(transaction, userId, "reset_password");
    await askForMail(transaction, noticeTo(user));
  });
  return { ok: true };
}

async function userOf(userId: string) {
  const [user] = await db().select().from(userTable).where(eq(userTable.id, userId));
  return user ?? null;
}

function noticeTo(user: { email: string; name: string; locale: string }) {
  return {
    kind: "notice",
    notice: "password_changed",
    email: user.email,
    name: user.name,
    locale: isLocale(user.locale) ? user.locale : "en",
  } as const;
}
