import { and, eq } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import type { Locale } from "#values/locale.ts";
import { readPersonName } from "#values/person-name-reading.ts";
import { accountTable, userTable } from "./identity.table.ts";
import { notifyAccountOwner } from "./account-messages.server.ts";
import type { GoogleProfile } from "./google.server.ts";
import { endSessions } from "./session.server.ts";
import type { WhenOpened } from "./sign-up.server.ts";
import { credentialReference } from "./credentials.server.ts";
import type { User } from "./user.server.ts";

const PROVIDER = "google";

/** Who a notice goes to. */
type AccountOwner = Pick<User, "id" | "email" | "name" | "locale">;

type GoogleSignIn =
  | { ok: true; userId: string }
  /**
   * `address_known`: an account with that address exists and was never tied to this Google account.
   * `terms_in_french`: a person who opens an account must first choose its language, which they
   * cannot do at Google.
   */
  | {
      ok: false;
      code: "address_known" | "address_unverified" | "needs_second_factor" | "terms_in_french";
    };

/**
 * The account of a Google account; a new one if there is none. An existing account is never tied to
 * it here, even if the addresses are equal: its holder does that once signed in.
 */
export async function signInWithGoogle(
  profile: GoogleProfile,
  { locale, isFrenchFirst }: { locale: Locale; isFrenchFirst: boolean },
  whenOpened: WhenOpened,
): Promise<GoogleSignIn> {
  const [known] = await db()
    .select({ user: userTable })
    .from(accountTable)
    .innerJoin(userTable, eq(userTable.id, accountTable.userId))
    .where(isTiedTo(profile.subject));
  if (known) {
    // Sign-in with Google replaces the password, not the second factor.
    const { id, twoFactorEnabled } = known.user;
    return twoFactorEnabled ? { ok: false, code: "needs_second_factor" } : { ok: true, userId: id };
  }
  if (!profile.isEmailVerified) return { ok: false, code: "address_unverified" };
  if (isFrenchFirst) return { ok: false, code: "terms_in_french" };
  return openAccount(profile, locale, whenOpened);
}

async function openAccount(
  profile: GoogleProfile,
  locale: Locale,
  whenOpened: WhenOpened,
): Promise<GoogleSignIn> {
  const at = now();
  return db().transaction(async (transaction) => {
    // An account that nobody confirmed has no holder. It is deleted, so that the person who made it
    // has no password to the new one.
    await transaction
      .delete(userTable)
      .where(
        and(
          eq(userTable.email, profile.email),
          eq(userTable.emailVerified, false),
          eq(userTable.isDemo, false),
        ),
      );
    const read = readPersonName(profile.name);
    const [user] = await transaction
      .insert(userTable)
      .values({
        id: crypto.randomUUID(),
        name: read.ok ? read.name : (profile.email.split("@")[0] ?? profile.email),
        email: profile.email,
        emailVerified: true,
        locale,
        createdAt: at,
        updatedAt: at,
      })
      .onConflictDoNothing({ target: userTable.email })
      .returning({ id: userTable.id });
    if (!user) return { ok: false, code: "address_known" };
    await transaction.insert(accountTable).values(tie(user.id, profile));
    await whenOpened(transaction, { id: user.id, locale, isEnglishChosen: false });
    return { ok: true, userId: user.id };
  });
}

/** Ties a Google account to the account of a person who has just proved, in this session, that it is theirs. */
export async function tieToGoogle(
  user: AccountOwner,
  profile: GoogleProfile,
  sessionId: string,
): Promise<{ ok: true } | { ok: false; code: "tied_elsewhere" }> {
  return db().transaction(async (transaction) => {
    const [known] = await transaction
      .select({ userId: accountTable.userId })
      .from(accountTable)
      .where(isTiedTo(profile.subject));
    if (known && known.userId !== user.id) return { ok: false, code: "tied_elsewhere" };
    if (known) return { ok: true };
    const row = tie(user.id, profile);
    await transaction.insert(accountTable).values(row);
    await endSessions(transaction, user.id, sessionId);
    await notifyAccountOwner(
      transaction,
      user,
      "account_google_tied",
      credentialReference("google", row.id),
    );
    return { ok: true };
  });
}

/** Removes the Google account, and notifies the holder if there was one. */
export async function untieFromGoogle(transaction: Transaction, user: AccountOwner): Promise<void> {
  const gone = await transaction
    .delete(accountTable)
    .where(belongsToUser(user.id))
    .returning({ id: accountTable.id });
  if (gone.length > 0) await notifyAccountOwner(transaction, user, "account_google_untied");
}

export async function isTiedToGoogle(userId: string): Promise<boolean> {
  const [row] = await db()
    .select({ id: accountTable.id })
    .from(accountTable)
    .where(belongsToUser(userId));
  return row !== undefined;
}

const isTiedTo = (subject: string) =>
  and(eq(accountTable.providerId, PROVIDER), eq(accountTable.accountId, subject));

const belongsToUser = (userId: string) =>
  and(eq(accountTable.providerId, PROVIDER), eq(accountTable.userId, userId));

/** Google's own tokens are not stored: nothing here needs them. */
function tie(userId: string, profile: GoogleProfile) {
  const id = crypto.randomUUID();
  return { id, userId, providerId: PROVIDER, accountId: profile.subject };
}
