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

/** Whether a second factor would be left of these. */
export function leavesFactor(
  credentials: readonly AccountCredential[],
  removed: readonly string[],
): boolean {
  return credentials.some((each) => isFactor(each) && !removed.includes(each.reference));
}

/**
 * Takes ways in away from an account and tells its holder; whoever calls has had somebody prove that
 * it is theirs. With the last passkey and the app the second factor is off. Names of what is not
 * there, or is somebody else's, do nothing.
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
  // Records are the last thing that a transaction does.
  if (removed.some(({ kind }) => kind === "google")) await untieFromGoogle(transaction, user);
  if (turnsOff) await notifyAccountOwner(transaction, user, "account_second_factor_off");
  else if (removed.some(({ kind }) => kind === "passkey"))
    await notifyAccountOwner(transaction, user, "account_passkey_removed");
  const on = { kind: "account", id: userId } as const;
  for (const { kind } of removed)
    if (kind !== "google") await recordAudit(transaction, { action: AUDIT_ACTIONS[kind], on });
}

/**
 * Takes every second factor away, from whoever is given a role that owes one: what they set up before
 * nobody vouched for, so they begin with an administrator's link.
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
  // Whoever set up the app has seen its codes; its secret is one that nobody has seen.
  const noCodes = { backupCodes: await sealForFactor("[]") };
  const secret = await sealForFactor(randomBytes(20).toString("base64url"));
  await transaction
    .update(twoFactorTable)
    .set(kind === "app" ? { ...noCodes, secret, verified: false } : noCodes)
    .where(eq(twoFactorTable.userId, userId));
}
