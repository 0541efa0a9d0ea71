import { eq } from "drizzle-orm";
import { toActor, recordAudit } from "#domain/audit/record-audit.server.ts";
import { deleteMessages, notify } from "#domain/notification/notify.server.ts";
import { forgetPushBrowsers } from "#domain/notification/push-browsers.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { storage } from "#platform/storage/storage.server.ts";
import type { Role } from "#values/role.ts";
import { userTable } from "./identity.table.ts";
import { may } from "./permission.ts";
import { giveUpPhoto } from "./photo.server.ts";

type DeleteResult = { ok: true } | { ok: false; code: "staff_account" };

/**
 * Deletes an account with everything that belongs to it: sessions, listings, bids, saved listings.
 * Applications stay, without the link to the account: a business is answerable for what it was
 * asked and agreed to (retention deletes them). Staff accounts are part of the history of leads, so
 * only an administrator retires one.
 */
export async function deleteAccount(
  user: Pick<SignedInUser, "id" | "name" | "email" | "role" | "locale">,
  /** The person who does it, if not the owner: a staff member, at the owner's request. */
  by: { id: string; role: Role } = user,
): Promise<DeleteResult> {
  if (may({ role: user.role }, "seeLeads")) return { ok: false, code: "staff_account" };
  const photoKey = await db().transaction(async (transaction) => {
    const [gone] = await transaction
      .delete(userTable)
      .where(eq(userTable.id, user.id))
      .returning({ image: userTable.image });
    const photoKey = await giveUpPhoto(transaction, gone?.image ?? null);
    await deleteMessages(transaction, { userId: user.id });
    await forgetPushBrowsers(transaction, { userId: user.id });
    await notify(transaction, {
      event: "account_deleted",
      to: user.email,
      locale: user.locale,
      params: { name: user.name },
    });
    await recordAudit(transaction, {
      by: toActor(by),
      action: "account_deleted",
      on: { kind: "account", id: user.id },
    });
    return photoKey;
  });
  if (photoKey) await storage().delete(photoKey);
  return { ok: true };
}
