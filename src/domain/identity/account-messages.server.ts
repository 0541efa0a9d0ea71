import type { AuditAction } from "#domain/audit/audit.ts";
import { recordAudit } from "#domain/audit/record-audit.server.ts";
import type { Message } from "#domain/notification/message.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import { prepareFloodNotice } from "./account-flood.server.ts";
import { prepareEmailSignIn } from "./email-sign-in.server.ts";
import { issueLink, issueReserved } from "./one-time-link.server.ts";
import { findUser, findUserByEmail, type User } from "./user.server.ts";

export type AccountNotice =
  | "account_password_changed"
  | "account_email_changed"
  | "account_google_tied"
  | "account_google_untied"
  | "account_second_factor_on"
  | "account_second_factor_off"
  | "account_passkey_added"
  | "account_passkey_removed";

/** What goes on record here, because every way to it tells the holder; factors have their own place. */
const ON_RECORD: Partial<Record<AccountNotice, AuditAction>> = {
  account_password_changed: "password_changed",
  account_email_changed: "email_changed",
  account_google_tied: "google_tied",
  account_google_untied: "google_untied",
};

/**
 * Tells the holder of an account what was done to it, in the transaction that does it and as the last
 * thing there.
 */
export async function tellHolder(
  transaction: Transaction,
  { id: userId, email: to, name, locale }: Pick<User, "id" | "email" | "name" | "locale">,
  event: AccountNotice,
): Promise<void> {
  await notify(transaction, { event, to, locale, userId, params: { name } });
  const action = ON_RECORD[event];
  if (action) await recordAudit(transaction, { action, on: { kind: "account", id: userId } });
}

/** The links that prove an address: made when the mail goes out, and only where somebody waits for one. */
export const accountMessages = {
  account_flood: {
    prepare: ({ recipient: email }: Message) => prepareFloodNotice(email),
  },
  account_email_sign_in: {
    prepare: (_message: Message, { id }: { id: string }) => prepareEmailSignIn(id),
  },
  account_sign_up: {
    async prepare({ recipient: email }: Message) {
      const holder = await findHolder(email);
      if (!holder) return null;
      const { id: userId, name } = holder;
      if (holder.emailVerified) return alreadyRegistered(name);
      const token = await issueLink("confirm_email", { userId, email });
      return { kind: "confirm_email", name, path: paths.confirmEmail(token) } as const;
    },
  },
  account_reset_password: {
    async prepare({ recipient: email }: Message) {
      const holder = await findHolder(email);
      if (!holder) return null;
      const token = await issueLink("reset_password", { userId: holder.id, email });
      const path = paths.resetPassword(token);
      // Nobody has proved to hold the address of an account that waits for its confirmation.
      const name = holder.emailVerified ? holder.name : "";
      return { kind: "reset_password", name, path } as const;
    },
  },
  account_change_email: {
    async prepare({ recipient: email, userId }: Message) {
      const user = userId && (await findUser(userId));
      const holder = await findUserByEmail(email);
      if (!user || holder?.id === user.id) return null;
      const token = await issueReserved("change_email", { userId: user.id, email });
      if (token === null) return null;
      if (holder) return alreadyRegistered(holder.emailVerified ? holder.name : "");
      const path = paths.confirmNewEmail(token);
      return { kind: "change_email", name: user.name, path } as const;
    },
  },
  account_email_change_asked: {
    async prepare({ recipient: email, userId }: Message) {
      const user = userId && (await findUser(userId));
      if (!user) return null;
      const token = await issueLink("cancel_email_change", { userId: user.id, email });
      return { name: user.name, path: paths.cancelEmailChange(token) };
    },
  },
};

/** The demo's people have no mailbox, and their accounts are everybody's. */
async function findHolder(email: string): Promise<User | null> {
  const holder = await findUserByEmail(email);
  return holder?.isDemo ? null : holder;
}

function alreadyRegistered(name: string) {
  return { kind: "already_registered", name, path: paths.signIn() } as const;
}
