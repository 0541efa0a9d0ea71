import { and, eq } from "drizzle-orm";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { accountTable, passkeyTable, twoFactorTable, userTable } from "./identity.table.ts";

/** What opens an account beside its password and its mailbox, and can be taken away by itself. */
export type CredentialKind = "passkey" | "app" | "recovery_codes" | "google";

export type AccountCredential = {
  kind: CredentialKind;
  /** Kind and row, such as `passkey:ID`: how a form or a link names it. */
  reference: string;
  rowId: string;
  /** What its owner calls a passkey; empty for the others. */
  name: string;
  addedAt: Date | null;
};

export function credentialReference(kind: CredentialKind, rowId: string): string {
  return `${kind}:${rowId}`;
}

/** Every way into an account that a reset of its password can take away, passkeys newest first. */
export async function listCredentials(
  userId: string,
  queryable: Queryable = db(),
): Promise<AccountCredential[]> {
  const [user] = await queryable.select().from(userTable).where(eq(userTable.id, userId));
  const passkeys = await queryable
    .select()
    .from(passkeyTable)
    .where(eq(passkeyTable.userId, userId));
  const [factor] = await queryable
    .select()
    .from(twoFactorTable)
    .where(eq(twoFactorTable.userId, userId));
  const google = await queryable
    .select()
    .from(accountTable)
    .where(and(eq(accountTable.userId, userId), eq(accountTable.providerId, "google")));
  const credential = (
    kind: CredentialKind,
    id: string,
    addedAt: Date | null = null,
    name = "",
  ) => ({
    kind,
    rowId: id,
    reference: credentialReference(kind, id),
    name,
    addedAt,
  });
  return [
    ...passkeys
      .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
      .map(({ id, createdAt, name }) => credential("passkey", id, createdAt, name ?? "")),
    ...(factor?.verified ? [credential("app", factor.id)] : []),
    // Codes that came with a factor that was never finished open nothing.
    ...(factor && user?.twoFactorEnabled ? [credential("recovery_codes", factor.id)] : []),
    ...google.map(({ id, createdAt }) => credential("google", id, createdAt)),
  ];
}

/**
 * How a reset names the browsers that signed in before: none of them opens anything by itself, but each
 * is let through while strangers guess (known-browser.server.ts).
 */
export const KNOWN_BROWSERS = "known_browsers";

/** The account has another address now: the one before can take it back. */
export const CHANGED_EMAIL = "email";

/** Whether what a notice told of, sent to this address, is still there. */
export async function canUndo(
  { userId, email, subject }: { userId: string; email: string; subject: string },
  queryable: Queryable = db(),
): Promise<boolean> {
  if (subject === CHANGED_EMAIL) {
    const [user] = await queryable.select().from(userTable).where(eq(userTable.id, userId));
    const [taken] = await queryable.select().from(userTable).where(eq(userTable.email, email));
    return user !== undefined && taken === undefined;
  }
  return (await listCredentials(userId, queryable)).some(({ reference }) => reference === subject);
}
