import { eq } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import type { Locale } from "#values/locale.ts";
import type { E164 } from "#values/phone.ts";
import { userTable } from "./identity.table.ts";

export type User = typeof userTable.$inferSelect;

export async function findUser(id: string): Promise<User | null> {
  const [user] = await db().select().from(userTable).where(eq(userTable.id, id));
  return user ?? null;
}

/** The account of an address, in upper or lower case; null if there is none. */
export async function findUserByEmail(
  email: string,
  queryable: Queryable = db(),
): Promise<User | null> {
  const [user] = await queryable
    .select()
    .from(userTable)
    .where(eq(userTable.email, email.trim().toLowerCase()));
  return user ?? null;
}

/** Whether somebody proved to hold this address, by the link that was sent to it. */
export async function isConfirmedAddress(email: string, queryable?: Queryable): Promise<boolean> {
  return (await findUserByEmail(email, queryable))?.emailVerified ?? false;
}

/**
 * The name for the greeting of an e-mail to this address. It is empty unless the address is
 * confirmed: a name that somebody typed must not go to a stranger.
 */
export async function findNameToGreet(
  email: string,
  typedName: string,
  queryable?: Queryable,
): Promise<string> {
  return (await isConfirmedAddress(email, queryable)) ? typedName : "";
}

export async function saveProfile(
  userId: string,
  profile: { name: string; locale: Locale },
): Promise<void> {
  await db()
    .update(userTable)
    .set({ ...profile, updatedAt: now() })
    .where(eq(userTable.id, userId));
}

/** Stores a number that the person has just proved to hold. */
export async function saveVerifiedPhone(userId: string, phone: E164): Promise<void> {
  const at = now();
  await db()
    .update(userTable)
    .set({ phone, phoneVerifiedAt: at, updatedAt: at })
    .where(eq(userTable.id, userId));
}
