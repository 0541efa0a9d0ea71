import { createHash } from "node:crypto";
import { and, eq, isNotNull } from "drizzle-orm";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { authFor } from "#domain/identity/identity.server.ts";
import { accountTable } from "#domain/identity/identity.table.ts";
import common from "./common-passwords.json" with { type: "json" };
import { faultOfPassword, type PasswordFault } from "./password-rule.ts";

let commonPrefixes: ReadonlySet<number> | undefined;

/** Why a chosen password is refused, or null. */
export function judgePassword(
  password: string,
  owner: { hasSecondFactor: boolean; email: string },
): PasswordFault | null {
  return faultOfPassword(password, { ...owner, isCommon });
}

/** Four bytes of the hash tell 11,611 passwords from others with one mistake in 370,000. */
function isCommon(password: string): boolean {
  commonPrefixes ??= readPrefixes();
  return commonPrefixes.has(createHash("sha256").update(password).digest().readUInt32BE(0));
}

function readPrefixes(): ReadonlySet<number> {
  const bytes = Buffer.from(common.prefixes, "base64");
  return new Set(
    Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4)),
  );
}

/** scrypt, as better-auth checks it at sign-in. */
export async function hashPassword(password: string): Promise<string> {
  const { password: passwords } = await authFor("http").$context;
  return passwords.hash(password);
}

const isPasswordOf = (userId: string) =>
  and(eq(accountTable.userId, userId), eq(accountTable.providerId, "credential"));

/** Whether the account has a password at all; one that came by Google has none at first. */
export async function hasPassword(userId: string): Promise<boolean> {
  const [row] = await db()
    .select({ id: accountTable.id })
    .from(accountTable)
    .where(and(isPasswordOf(userId), isNotNull(accountTable.password)));
  return row !== undefined;
}

/** False too where the account has no password. */
export async function isRightPassword(userId: string, password: string): Promise<boolean> {
  const [row] = await db()
    .select({ hash: accountTable.password })
    .from(accountTable)
    .where(isPasswordOf(userId));
  if (!row?.hash) return false;
  const { password: passwords } = await authFor("http").$context;
  return passwords.verify({ hash: row.hash, password });
}

/** Stores a password's hash in place of the one before. */
export async function storePassword(
  queryable: Queryable,
  userId: string,
  hash: string,
  at: Date,
): Promise<void> {
  const changed = await queryable
    .update(accountTable)
    .set({ password: hash, updatedAt: at })
    .where(isPasswordOf(userId))
    .returning({ id: accountTable.id });
  if (changed.length > 0) return;
  await queryable.insert(accountTable).values({
    id: crypto.randomUUID(),
    accountId: userId,
    userId,
    providerId: "credential",
    password: hash,
  });
}
