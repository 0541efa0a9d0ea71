import { and, desc, eq, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { passkeyTable } from "./passkey.table.ts";

export type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

/** A person's passkeys, the newest first. */
export async function listPasskeys(userId: string): Promise<Passkey[]> {
  const rows = await db()
    .select()
    .from(passkeyTable)
    .where(eq(passkeyTable.userId, userId))
    .orderBy(desc(passkeyTable.createdAt), desc(passkeyTable.id));
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name: name ?? "",
    createdAt,
    lastUsedAt,
  }));
}

/** Whose passkey it is, by the id that its authenticator gives. */
export async function ownerOfCredential(credentialId: string): Promise<string | null> {
  const [found] = await db()
    .select({ userId: passkeyTable.userId })
    .from(passkeyTable)
    .where(eq(passkeyTable.credentialID, credentialId));
  return found?.userId ?? null;
}

export async function renamePasskey(userId: string, id: string, name: string): Promise<void> {
  await db().update(passkeyTable).set({ name }).where(isOwn(userId, id));
}

/** Takes one passkey away; somebody else's it does not touch. Answers whether there was one. */
export async function deletePasskey(userId: string, id: string): Promise<boolean> {
  const gone = await db().delete(passkeyTable).where(isOwn(userId, id)).returning();
  return gone.length > 0;
}

export async function deletePasskeys(userId: string): Promise<void> {
  await db().delete(passkeyTable).where(eq(passkeyTable.userId, userId));
}

export async function notePasskeyUse(credentialId: string): Promise<void> {
  await db()
    .update(passkeyTable)
    .set({ lastUsedAt: now() })
    .where(eq(passkeyTable.credentialID, credentialId));
}

export async function countPasskeys(userId: string): Promise<number> {
  const [row] = await db()
    .select({ count: sql<number>`count(*)::int` })
    .from(passkeyTable)
    .where(eq(passkeyTable.userId, userId));
  return row?.count ?? 0;
}

function isOwn(userId: string, id: string) {
  return and(eq(passkeyTable.userId, userId), eq(passkeyTable.id, id));
}
