import { and, eq, isNull } from "drizzle-orm";
import { buildLeadLink } from "#domain/lead/lead-link.server.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { mayBeContacted } from "#domain/lead/consents.server.ts";
import { recordFirstContact } from "#domain/lead/first-contact.server.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { notifyInbox } from "#domain/lead/notify-inbox.server.ts";
import { buildReplyAddress } from "#domain/lead/reply-address.server.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import type { MessagePurpose } from "./template.ts";

export type Letter = {
  reference: string;
  by: { id: string; name: string };
  purpose: MessagePurpose;
  text: string;
} & ({ channel: "email"; subject: string } | { channel: "sms" });

export type LetterRefusal =
  | "not_found"
  | "no_address"
  /** A pre-approval whose sender never agreed to be contacted, or took that back. */
  | "quiet"
  /** Advertising without the consent that it needs (CASL). */
  | "no_marketing_consent";

/**
 * Sends an e-mail or an SMS of staff to the sender of a lead. It is kept in the lead's history, and
 * counts as first contact.
 */
export async function writeToSender(
  letter: Letter,
): Promise<{ ok: true } | { ok: false; code: LetterRefusal }> {
  const { reference, by, purpose, channel, text } = letter;
  return db().transaction(async (transaction) => {
    const [lead] = await transaction
      .select()
      .from(leadTable)
      .where(eq(leadTable.reference, reference))
      .for("no key update");
    if (!lead) return { ok: false, code: "not_found" };
    const { id: leadId, submissionId, locale } = lead;
    const to = channel === "email" ? lead.email : lead.phone;
    if (to === null) return { ok: false, code: "no_address" };
    if (purpose === "marketing") {
      const needed = channel === "email" ? "marketing_email" : "marketing_sms";
      if (!(await agreedTo(transaction, submissionId, needed)))
        return { ok: false, code: "no_marketing_consent" };
    } else if (lead.kind === "pre_approval" && !(await mayBeContacted(transaction, submissionId)))
      return { ok: false, code: "quiet" };
    const addressed = { to, locale, leadId };
    if (letter.channel === "email") {
      const { subject } = letter;
      const path =
        purpose === "marketing" ? buildLeadLink(paths.ownRequest(reference), lead, to) : null;
      const params = { subject, text, path, replyTo: buildReplyAddress(lead) };
      await notify(transaction, { event: "lead_letter", ...addressed, params });
    } else await notify(transaction, { event: "lead_sms", ...addressed, params: { text } });
    await transaction.insert(leadEventTable).values({
      leadId,
      kind: channel === "email" ? "mail_sent" : "sms_sent",
      note: letter.channel === "email" ? `${letter.subject}\n\n${text}` : text,
      byUserId: by.id,
      at: now(),
    });
    await recordFirstContact(transaction, leadId, channel === "email" ? "mail" : "sms");
    await notifyInbox(transaction);
    return { ok: true };
  });
}

async function agreedTo(
  transaction: Transaction,
  submissionId: string,
  purpose: "marketing_email" | "marketing_sms",
): Promise<boolean> {
  const isActive = and(
    eq(consentTable.submissionId, submissionId),
    eq(consentTable.purpose, purpose),
    isNull(consentTable.withdrawnAt),
  );
  return (await transaction.$count(consentTable, isActive)) > 0;
}
