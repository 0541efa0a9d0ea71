import type { AuditAction } from "#domain/audit/audit.ts";
import { recordAudit } from "#domain/audit/record-audit.server.ts";
import type { Message } from "#domain/notification/message.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import { prepareFloodNotice } from "./account-flood.server.ts";
import { prepareEmailSignIn } from "./email-sign-in.server.ts";
import { issueLink, issueReserved } from "./one-time-link.server.ts";
import { canUndo } from "./credentials.server.ts";
import { findUser, findUserByEmail, type User } from "./user.server.ts";

type NoticeName =
  | "account_password_changed"
  | "account_email_changed"
  | "account_google_tied"
  | "account_google_untied"
  | "account_second_factor_on"
  | "account_second_factor_off"
  | "account_passkey_added"
  | "account_passkey_removed"
  | "account_recovery_codes_renewed";

/** Notices of a new credential or address: each carries a link that undoes the change. */
type Addition = Extract<
  NoticeName,
  | "account_email_changed"
  | "account_google_tied"
  | "account_second_factor_on"
  | "account_passkey_added"
  | "account_recovery_codes_renewed"
>;

/**
 * A notice by its name; the notice of an addition also has what was added, as a
 * `credentialReference` or CHANGED_EMAIL.
 */
export type AccountNotice = [Exclude<NoticeName, Addition>] | [Addition, wayIn: string];

/**
 * The notices that are also written to the audit log here, because every path to the change sends
 * its notice. Second factors are logged elsewhere (second-factor.server.ts).
 */
const ON_RECORD: Partial<Record<NoticeName, AuditAction>> = {
  account_password_changed: "password_changed",
  account_email_changed: "email_changed",
  account_google_tied: "google_tied",
  account_google_untied: "google_untied",
};

/**
 * Notifies the holder of an account of a change, as the last statement in the transaction that
 * makes the change.
 */
export async function notifyAccountOwner(
  transaction: Transaction,
  { id: userId, email: to, name, locale }: Pick<User, "id" | "email" | "name" | "locale">,
  ...notice: AccountNotice
): Promise<void> {
  const message = { to, locale, userId };
  await notify(
    transaction,
    notice.length === 1
      ? { ...message, event: notice[0], params: { name } }
      : { ...message, event: notice[0], params: { name, wayIn: notice[1] } },
  );
  const action = ON_RECORD[notice[0]];
  if (action) await recordAudit(transaction, { action, on: { kind: "account", id: userId } });
}

/** The link is created when the e-mail is written, and only if there is still something to undo. */
const undoable = {
  async prepare({ recipient: email, userId }: Message, stored: { name: string; wayIn: string }) {
    const { name, wayIn: subject } = stored;
    if (userId === null || !(await canUndo({ userId, email, subject })))
      return { name, path: null };
    const token = await issueLink("undo_way_in", { userId, email, subject });
    return { name, path: paths.undoCredential(token) };
  },
};

/**
 * The links that prove an address. Each is created when its e-mail is sent, and only if somebody
 * waits for it.
 */
export const accountMessages = {
  account_flood: {
    prepare: ({ recipient: email }: Message) => prepareFloodNotice(email),
  },
  account_email_changed: undoable,
  account_google_tied: undoable,
  account_second_factor_on: undoable,
  account_passkey_added: undoable,
  account_recovery_codes_renewed: undoable,
  account_email_sign_in: {
    prepare: (_message: Message, { id }: { id: string }) => prepareEmailSignIn(id),
  },
  account_sign_up: {
    async prepare({ recipient: email }: Message, stored: { returnTo: string } | undefined) {
      const accountOwner = await findAccountOwner(email);
      if (!accountOwner) return null;
      const { id: userId, name } = accountOwner;
      if (accountOwner.emailVerified) return alreadyRegistered(name);
      const token = await issueLink("confirm_email", { userId, email, ...stored });
      return { kind: "confirm_email", name, path: paths.confirmEmail(token) } as const;
    },
  },
  account_reset_password: {
    async prepare({ recipient: email }: Message) {
      const accountOwner = await findAccountOwner(email);
      if (!accountOwner) return null;
      const token = await issueLink("reset_password", { userId: accountOwner.id, email });
      const path = paths.resetPassword(token);
      // While an account waits for its confirmation, nobody has proved to hold its address.
      const name = accountOwner.emailVerified ? accountOwner.name : "";
      return { kind: "reset_password", name, path } as const;
    },
  },
  account_change_email: {
    async prepare({ recipient: email, userId }: Message) {
      const user = userId && (await findUser(userId));
      const accountOwner = await findUserByEmail(email);
      if (!user || accountOwner?.id === user.id) return null;
      const token = await issueReserved("change_email", { userId: user.id, email });
      if (token === null) return null;
      if (accountOwner)
        return alreadyRegistered(accountOwner.emailVerified ? accountOwner.name : "");
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

/** Demo accounts have no mailbox, and anybody may sign in to them. */
async function findAccountOwner(email: string): Promise<User | null> {
  const accountOwner = await findUserByEmail(email);
  return accountOwner?.isDemo ? null : accountOwner;
}

function alreadyRegistered(name: string) {
  return { kind: "already_registered", name, path: paths.signIn() } as const;
}
