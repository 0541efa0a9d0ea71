import { eq } from "drizzle-orm";
import { senders } from "#domain/notification/senders.server.ts";
import { paths } from "#site/paths.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { log } from "#platform/log/log.server.ts";
import type { SendResult } from "#platform/outgoing/send-result.ts";
import { ensureQueue, sendInTransaction, workQueue } from "#platform/queue/queue.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";
import { userTable } from "./identity.table.ts";
import { issueLink, type LinkPurpose } from "./one-time-link.server.ts";
import { type AccountLetter, accountLetter } from "./account-letter.ts";

/**
 * A mail to write. It holds no token: the link is made when the mail is, so none lies in the queue,
 * and whether the address is known is looked up there, so that asking takes the same time for all.
 */
export type AccountMail =
  | { kind: "sign_up" | "reset_password"; email: string; locale: Locale }
  | { kind: "change_email"; userId: string; email: string; locale: Locale }
  | { kind: "notice"; notice: AccountNotice; email: string; name: string; locale: Locale };

export type AccountNotice =
  | "password_changed"
  | "email_changed"
  | "second_factor_on"
  | "second_factor_off"
  | "passkey_added"
  | "passkey_removed"
  | "account_deleted";

const QUEUE = "account-mail";
/** About an hour: a link that comes later than that is asked for again. */
const RETRY_RULES = { retryLimit: 8, retryDelaySeconds: 5, retryDelayMaxSeconds: 1200 };

export async function startAccountMail(siteOrigin: string): Promise<void> {
  await ensureQueue(QUEUE, RETRY_RULES);
  await workQueue<AccountMail>(QUEUE, { concurrency: 2 }, async ({ data, isLastAttempt }) => {
    const result = await sendAccountMail(data, siteOrigin);
    if (result.ok) return;
    log.warn("account mail not sent", { channel: data.kind, outcome: result.code });
    if (result.code !== "permanent" && !isLastAttempt) throw new TryAgain();
  });
}

class TryAgain extends Error {
  override name = "TryAgain";
}

/** Has a mail written and sent once `transaction` is committed. */
export async function askForMail(transaction: Transaction, mail: AccountMail): Promise<void> {
  await sendInTransaction(transaction, QUEUE, mail);
}

async function sendAccountMail(mail: AccountMail, siteOrigin: string): Promise<SendResult> {
  const letter = await letterFor(mail, siteOrigin);
  if (!letter) return { ok: true, providerId: "nothing to send" };
  return senders().email.send({ to: mail.email, ...accountLetter(letter, mail.locale) });
}

/** What to write, or null where nobody is waiting for a letter. */
async function letterFor(mail: AccountMail, siteOrigin: string): Promise<AccountLetter | null> {
  if (mail.kind === "notice") return { kind: mail.notice, name: mail.name };
  const link = (path: string) => siteOrigin + hrefIn(path, mail.locale);
  const [holder] = await db().select().from(userTable).where(eq(userTable.email, mail.email));
  const token = (purpose: LinkPurpose, userId: string) =>
    issueLink(purpose, { userId, email: mail.email });

  if (mail.kind === "change_email") {
    const [user] = await db().select().from(userTable).where(eq(userTable.id, mail.userId));
    if (!user || holder?.id === user.id) return null;
    if (holder) {
      return { kind: "already_registered", name: holder.name, link: link(paths.signIn()) };
    }
    const confirm = link(paths.confirmNewEmail(await token("change_email", user.id)));
    return { kind: "change_email", name: user.name, link: confirm };
  }
  // The demo's people have no mailbox, and their accounts are everybody's.
  if (!holder || holder.isDemo) return null;
  const { name } = holder;
  if (mail.kind === "reset_password") {
    const reset = link(paths.resetPassword(await token("reset_password", holder.id)));
    return { kind: "reset_password", name, link: reset };
  }
  if (holder.emailVerified) {
    return { kind: "already_registered", name, link: link(paths.signIn()) };
  }
  const confirm = link(paths.confirmEmail(await token("confirm_email", holder.id)));
  return { kind: "confirm_email", name, link: confirm };
}
