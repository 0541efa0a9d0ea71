import { and, eq, gt } from "drizzle-orm";
import { findNameToGreet } from "#domain/identity/user.server.ts";
import { recordFirstContact } from "#domain/lead/first-contact.server.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { isWithdrawn } from "#domain/lead/withdraw-lead.server.ts";
import { limitMailbox } from "#domain/notification/mailbox-limit.server.ts";
import type { Message } from "#domain/notification/message.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { hashToken, makeToken } from "#platform/vault/token.server.ts";
import { paths } from "#site/paths.ts";
import { DOCUMENT_LINK_DAYS, type DocumentKind } from "./document.ts";
import { documentRequestTable } from "./document.table.ts";

type RequestResult =
  | { ok: true }
  | { ok: false; code: "not_found" | "withdrawn" | "no_kind" | "no_email" | "too_many" };

/** Asks the person of a lead for documents: by e-mail, with a link for this request. */
export async function requestDocuments(
  reference: string,
  kinds: readonly DocumentKind[],
  byUserId: string,
): Promise<RequestResult> {
  if (kinds.length === 0) return { ok: false, code: "no_kind" };
  return db().transaction(async (transaction) => {
    const [lead] = await transaction
      .select()
      .from(leadTable)
      .where(eq(leadTable.reference, reference))
      .for("no key update");
    if (!lead) return { ok: false, code: "not_found" };
    if (await isWithdrawn(transaction, lead.id)) return { ok: false, code: "withdrawn" };
    if (!lead.email) return { ok: false, code: "no_email" };
    if (!(await limitMailbox(lead.email, transaction)).ok) return { ok: false, code: "too_many" };
    const at = now();
    const [request] = await transaction
      .insert(documentRequestTable)
      .values({
        submissionId: lead.submissionId,
        kinds: [...kinds],
        requestedByUserId: byUserId,
        requestedAt: at,
        expiresAt: endOfLink(at),
      })
      .returning({ id: documentRequestTable.id });
    if (!request) throw new Error("A request for documents was not stored.");
    const { email: to, locale, id: leadId } = lead;
    const params = { requestId: request.id };
    await notify(transaction, { event: "documents_requested", to, locale, leadId, params });
    // Its text is ours, but a person read the file and chose what to ask for: the sender was
    // answered.
    await recordFirstContact(transaction, leadId, "mail");
    await transaction
      .insert(leadEventTable)
      .values({ leadId, byUserId, at, kind: "documents_requested", note: kinds.join(" ") });
    return { ok: true };
  });
}

function endOfLink(at: Date): Date {
  return new Date(at.getTime() + DOCUMENT_LINK_DAYS * 24 * 60 * 60_000);
}

/**
 * The link is created when its e-mail is written; sending the e-mail again replaces the earlier
 * link.
 */
export const documentMessages = {
  documents_requested: {
    async prepare({ leadId, recipient }: Message, { requestId }: { requestId: string }) {
      const token = makeToken();
      const [request] = await db()
        .update(documentRequestTable)
        .set({ tokenHash: hashToken(token), expiresAt: endOfLink(now()) })
        .where(eq(documentRequestTable.id, requestId))
        .returning({ kinds: documentRequestTable.kinds });
      if (!request) return null;
      const [lead] = leadId
        ? await db().select().from(leadTable).where(eq(leadTable.id, leadId))
        : [];
      const firstName = await findNameToGreet(recipient, lead?.firstName ?? "");
      const path = paths.documents(token);
      return { kinds: request.kinds, firstName, path, days: DOCUMENT_LINK_DAYS };
    },
  },
};

export type FoundRequest = { id: string; submissionId: string; kinds: DocumentKind[] };

/** The request of a link; null if the link has expired or does not exist. */
export async function findDocumentRequest(token: string): Promise<FoundRequest | null> {
  const { id, submissionId, kinds, tokenHash, expiresAt } = documentRequestTable;
  const [request] = await db()
    .select({ id, submissionId, kinds })
    .from(documentRequestTable)
    .where(and(eq(tokenHash, hashToken(token)), gt(expiresAt, now())));
  return request ?? null;
}
