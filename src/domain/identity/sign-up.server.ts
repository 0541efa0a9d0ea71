import { and, eq, lt } from "drizzle-orm";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { expiredRows } from "#platform/database/expired-rows.server.ts";
import { site } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";
import { userTable } from "./identity.table.ts";
import { findLink, redeemLink } from "./one-time-link.server.ts";
import { hashPassword, isRightPassword, storePassword } from "./password.server.ts";

const DAY_MS = 24 * 60 * 60_000;

/**
 * What else the page must do when it opens an account, such as storing that the terms were
 * accepted. It may be called again for an account that nobody has confirmed.
 */
export type WhenOpened = (transaction: Transaction, account: OpenedAccount) => Promise<void>;

export type OpenedAccount = {
  id: string;
  locale: Locale;
  /** Whether English was chosen while the terms were shown in French first. */
  isEnglishChosen: boolean;
};

type NewAccount = {
  name: string;
  email: string;
  password: string;
  locale: Locale;
  isEnglishChosen: boolean;
  /** The path to go to once the address is confirmed. */
  returnTo: string;
  whenOpened: WhenOpened;
};

/**
 * Stores an account that opens once its address is confirmed. It does the same work for an address
 * that already has an account: the holder is notified by e-mail, and the asker learns nothing.
 */
export async function signUp(account: NewAccount): Promise<void> {
  const { name, email, password, locale, isEnglishChosen, returnTo, whenOpened } = account;
  const at = now();
  const hash = await hashPassword(password);
  await db().transaction(async (transaction) => {
    await transaction
      .insert(userTable)
      .values({ id: crypto.randomUUID(), name, email, locale, createdAt: at, updatedAt: at })
      .onConflictDoNothing({ target: userTable.email });
    // Nobody has proved to hold the address yet, so the newest sign-up replaces the earlier one.
    const [open] = await transaction
      .update(userTable)
      .set({ name, locale, createdAt: at, updatedAt: at })
      .where(
        and(
          eq(userTable.email, email),
          eq(userTable.emailVerified, false),
          eq(userTable.isDemo, false),
        ),
      )
      .returning({ id: userTable.id });
    if (open) {
      await storePassword(transaction, open.id, hash, at);
      await whenOpened(transaction, { id: open.id, locale, isEnglishChosen });
    }
    await notify(transaction, {
      event: "account_sign_up",
      to: email,
      locale,
      params: { returnTo },
    });
  });
}

type ConfirmEmailResult =
  | { ok: true; userId: string; returnTo: string }
  | { ok: false; code: "link_used_up" | "wrong_password" };

/**
 * Opens an account. The link proves the address, and the password proves that it was this person
 * who signed up. So signing up with a stranger's address gains nothing if the stranger opens the
 * link.
 */
export async function confirmEmail(token: string, password: string): Promise<ConfirmEmailResult> {
  const link = await findLink("confirm_email", token);
  if (!link) return { ok: false, code: "link_used_up" };
  if (!(await isRightPassword(link.userId, password))) return { ok: false, code: "wrong_password" };
  return db().transaction(async (transaction) => {
    const used = await redeemLink(transaction, "confirm_email", token);
    if (!used) return { ok: false, code: "link_used_up" };
    await transaction
      .update(userTable)
      .set({ emailVerified: true, updatedAt: now() })
      .where(and(eq(userTable.id, used.userId), eq(userTable.email, used.email)));
    return { ok: true, userId: used.userId, returnTo: used.returnTo };
  });
}

/** Unconfirmed accounts are deleted: they hold a name and an address for no purpose. */
export const unconfirmedAccounts = expiredRows(userTable, (at) =>
  and(
    eq(userTable.emailVerified, false),
    eq(userTable.isDemo, false),
    lt(userTable.createdAt, new Date(at.getTime() - site.retention.accountDays * DAY_MS)),
  ),
);
