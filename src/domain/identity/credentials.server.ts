import { and, eq } from "drizzle-orm";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { accountTable, passkeyTable, twoFactorTable, userTable } from "./identity.table.ts";

/** What opens an account besides its password and its mailbox; each can be removed separately. */
export type CredentialKind = "passkey" | "app" | "recovery_codes" | "google";

export type AccountCredential = {
  kind: CredentialKind;
  /** Kind and row, such as `passkey:ID`: how forms and links refer to it. */
  reference: string;
  rowId: string;
  /** The name that its owner gave to a passkey; empty for the other kinds. */
  name: string;
  addedAt: Date | null;
};

export function credentialReference(kind: CredentialKind, rowId: string): string {
  return `${kind}:${rowId}`;
}

/** Every credential of an account that a password reset can remove, passkeys newest first. */
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
    // Recovery codes of a second factor that was never finished open nothing.
    ...(factor && user?.twoFactorEnabled ? [credential("recovery_codes", factor.id)] : []),
    ...google.map(({ id, createdAt }) => credential("google", id, createdAt)),
  ];
}

/**
 * How a password reset refers to the known browsers, that is, those that signed in before. A known
 * browser opens nothing by itself, but it may still try while strangers guess at the account
 * (known-browser.server.ts).
 */
export const KNOWN_BROWSERS = "known_browsers";

/** The subject of a changed address: the old address can undo the change. */
export const CHANGED_EMAIL = "email";

/** Whether the change in a notice, sent to this address, can still be undone. */
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
