import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { AuditAction } from "#domain/audit/audit.ts";
import { recordAudit } from "#domain/audit/record-audit.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { notifyAccountOwner } from "./account-messages.server.ts";
import { sealForFactor } from "./auth.server.ts";
import { untieFromGoogle } from "./google-account.server.ts";
import { passkeyTable, twoFactorTable, userTable } from "./identity.table.ts";
import {
  listCredentials,
  type AccountCredential,
  type CredentialKind,
} from "./credentials.server.ts";

const AUDIT_ACTIONS: Record<Exclude<CredentialKind, "google">, AuditAction> = {
  passkey: "passkey_removed",
  app: "second_factor_removed",
  recovery_codes: "recovery_codes_renewed",
};

const isFactor = ({ kind }: AccountCredential) => kind === "passkey" || kind === "app";

/** Whether a second factor remains after removing these. */
export function leavesFactor(
  credentials: readonly AccountCredential[],
  removed: readonly string[],
): boolean {
  return credentials.some((each) => isFactor(each) && !removed.includes(each.reference));
}

/**
 * Removes credentials from an account and notifies its holder. The caller must have had somebody
 * prove that the account is theirs. If the last passkey and the app are removed, the second factor
 * is turned off. References that do not exist, or belong to somebody else, are ignored.
 */
export async function removeCredentials(
  transaction: Transaction,
  userId: string,
  references: readonly string[],
): Promise<void> {
  const [user] = await transaction
    .select()
    .from(userTable)
    .where(eq(userTable.id, userId))
    .for("update");
  if (!user) return;
  const credentials = await listCredentials(userId, transaction);
  const removed = credentials.filter(({ reference }) => references.includes(reference));
  for (const credential of removed) await removeRow(transaction, userId, credential);
  const turnsOff = user.twoFactorEnabled && !leavesFactor(credentials, references);
  if (turnsOff) await turnOff(transaction, userId);
  // A transaction writes its audit records last.
  if (removed.some(({ kind }) => kind === "google")) await untieFromGoogle(transaction, user);
  if (turnsOff) await notifyAccountOwner(transaction, user, "account_second_factor_off");
  else if (removed.some(({ kind }) => kind === "passkey"))
    await notifyAccountOwner(transaction, user, "account_passkey_removed");
  const on = { kind: "account", id: userId } as const;
  for (const { kind } of removed)
    if (kind !== "google") await recordAudit(transaction, { action: AUDIT_ACTIONS[kind], on });
}

/**
 * Removes every second factor of a person who is given a role that must have one. Nobody vouched
 * for what they set up before, so they begin with an administrator's link.
 */
export async function removeFactors(
  transaction: Transaction,
  user: Parameters<typeof notifyAccountOwner>[1] & { twoFactorEnabled: boolean },
): Promise<void> {
  await transaction.delete(passkeyTable).where(eq(passkeyTable.userId, user.id));
  await turnOff(transaction, user.id);
  if (user.twoFactorEnabled)
    await notifyAccountOwner(transaction, user, "account_second_factor_off");
}

async function turnOff(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(twoFactorTable).where(eq(twoFactorTable.userId, userId));
  await transaction
    .update(userTable)
    .set({ twoFactorEnabled: false, updatedAt: now() })
    .where(eq(userTable.id, userId));
}

async function removeRow(
  transaction: Transaction,
  userId: string,
  { kind, rowId }: AccountCredential,
): Promise<void> {
  if (kind === "google") return;
  if (kind === "passkey") {
    await transaction
      .delete(passkeyTable)
      .where(and(eq(passkeyTable.userId, userId), eq(passkeyTable.id, rowId)));
    return;
  }
  // The person who set up the app has seen its codes, so both are replaced: by no codes, and by a
  // secret that nobody has seen.
  const noCodes = { backupCodes: await sealForFactor("[]") };
  const secret = await sealForFactor(randomBytes(20).toString("base64url"));
  await transaction
    .update(twoFactorTable)
    .set(kind === "app" ? { ...noCodes, secret, verified: false } : noCodes)
    .where(eq(twoFactorTable.userId, userId));
}
