import { eq } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { recordAudit } from "#domain/audit/record-audit.server.ts";
import { userTable } from "./identity.table.ts";
import { endLinks, findLink, redeemLink } from "./one-time-link.server.ts";
import { removeCredentials } from "./remove-credentials.server.ts";
import { endSessions } from "./session.server.ts";
import {
  canUndo,
  CHANGED_EMAIL,
  listCredentials,
  type AccountCredential,
  type CredentialKind,
} from "./credentials.server.ts";

/** The change that a notice's link would undo. */
export type Undoable = Pick<AccountCredential, "name" | "addedAt"> & {
  kind: CredentialKind | "email";
};

/** What the link undoes, for its page; null if it is not valid, or if nothing is left to undo. */
export async function findUndoable(token: string): Promise<Undoable | null> {
  const link = await findLink("undo_way_in", token);
  if (!link || !(await canUndo(link))) return null;
  if (link.subject === CHANGED_EMAIL) return { kind: "email", name: link.email, addedAt: null };
  const credentials = await listCredentials(link.userId);
  return credentials.find(({ reference }) => reference === link.subject) ?? null;
}

/**
 * Undoes the change in a notice, once, for the reader of the mailbox that it was sent to. It needs
 * no session, because they may be the one who was locked out; every session of the account is
 * ended.
 */
export async function undoCredential(
  token: string,
): Promise<{ ok: true } | { ok: false; code: "link_used_up" }> {
  return db().transaction(async (transaction) => {
    const link = await redeemLink(transaction, "undo_way_in", token);
    if (!link || !(await canUndo(link, transaction))) return { ok: false, code: "link_used_up" };
    const { userId, email, subject } = link;
    await endSessions(transaction, userId);
    await endLinks(transaction, userId, "change_email", "cancel_email_change", "reset_password");
    if (subject !== CHANGED_EMAIL) {
      await removeCredentials(transaction, userId, [subject]);
      return { ok: true };
    }
    await transaction
      .update(userTable)
      .set({ email, emailVerified: true, updatedAt: now() })
      .where(eq(userTable.id, userId));
    await recordAudit(transaction, {
      action: "email_changed",
      on: { kind: "account", id: userId },
    });
    return { ok: true };
  });
}
