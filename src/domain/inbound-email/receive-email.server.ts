import { createHash } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { storeDocument } from "#domain/document/documents.server.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { notifyInbox } from "#domain/lead/notify-inbox.server.ts";
import { reopenByAnswer } from "#domain/lead/reopen-lead.server.ts";
import { recordBounce } from "#domain/notification/bounce.server.ts";
import { senders } from "#domain/notification/senders.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { env } from "#platform/env/env.server.ts";
import { inboundEmailTable } from "./inbound-email.table.ts";
import type { LeftOut } from "./inbound-email.ts";
import { type Match, matchEmail } from "./match-email.server.ts";
import { type ReadEmail, readEmail } from "./read-email.server.ts";

/**
 * `known`: it was stored before, so that a second copy changes nothing. `ignored`: one of our own
 * mails came back.
 */
export type Received = "matched" | "unmatched" | "known" | "ignored";

/**
 * Takes in a mail (RFC 5322), whichever way it came. When this returns, it is stored; if it throws,
 * nothing is said to be received, and the same mail can be given again: its Message-ID keeps it to
 * one, and its documents have ids made from that.
 * @throws UnreadableEmail
 */
export async function receiveEmail(
  raw: Uint8Array,
  { isCut = false }: { isCut?: boolean } = {},
): Promise<Received> {
  const email = await readEmail(raw);
  if (isOwnAddress(email.fromAddress)) return "ignored";
  const isKnown = eq(inboundEmailTable.messageId, email.messageId);
  if ((await db().$count(inboundEmailTable, isKnown)) > 0) return "known";
  if (email.kind === "bounce") return receiveBounce(email);
  const match = await matchEmail(email);
  const leftOut = isCut ? [TOO_LARGE] : await storeFiles(email, match);
  return db().transaction((transaction) => store(transaction, { email, match, leftOut }));
}

const TOO_LARGE = { name: "", code: "too_large" } as const;

/** A mail from the address that ours come from would be answered for ever. */
function isOwnAddress(address: string): boolean {
  const [, own = ""] = /<?([^\s<>]+@[^\s<>]+)>?\s*$/.exec(senders().mailFrom()) ?? [];
  const ours = [own, env().REPLY_ADDRESS ?? ""].filter(Boolean).map((each) => each.toLowerCase());
  return ours.includes(address.replace(/\+[^@]*@/, "@")) || ours.includes(address);
}

async function receiveBounce(email: ReadEmail): Promise<Received> {
  return db().transaction(async (transaction) => {
    const [id = ""] = email.ourMessageIds;
    const message = id ? await recordBounce(transaction, id, email.detail) : null;
    const match = message?.leadId ? ({ leadId: message.leadId, by: "thread" } as const) : null;
    const stored = await insert(transaction, { email, match, leftOut: [] });
    if (!stored) return "known";
    return match ? "matched" : "unmatched";
  });
}

/** What a mail brought becomes documents of its lead; returns what did not. */
async function storeFiles(
  { files, messageId, kind }: ReadEmail,
  match: Match | null,
): Promise<LeftOut[]> {
  if (kind !== "answer" || files.length === 0) return [];
  if (!match) return files.map(({ name }) => ({ name, code: "unmatched" }));
  const [lead] = await db()
    .select({ submissionId: leadTable.submissionId })
    .from(leadTable)
    .where(eq(leadTable.id, match.leadId));
  const leftOut: LeftOut[] = [];
  for (const [index, { name, bytes }] of files.entries()) {
    if (!lead) continue;
    const id = makeDocumentId(messageId, index);
    const kept = await storeDocument(lead, "mail_attachment", bytes, id);
    if (!kept.ok)
      leftOut.push({ name, code: kept.code === "no_file" ? "not_a_document" : kept.code });
  }
  return leftOut;
}

/** The same for each copy of a mail (RFC 9562 §5.8, version 8, from SHA-256). */
function makeDocumentId(messageId: string, index: number): string {
  const bytes = createHash("sha256").update(`${messageId}\n${index}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

type ToStore = { email: ReadEmail; match: Match | null; leftOut: readonly LeftOut[] };

async function store(transaction: Transaction, mail: ToStore): Promise<Received> {
  const { email, match } = mail;
  // Locked before its mail is stored, as whatever else happens to a lead does.
  const lead = match && (await lockLead(transaction, match.leadId));
  const id = await insert(transaction, { ...mail, match: lead && match });
  if (!id) return "known";
  if (!lead) return "unmatched";
  await appendMail(transaction, { id, kind: email.kind, lead, byUserId: null });
  return "matched";
}

async function lockLead(transaction: Transaction, leadId: string) {
  const [lead] = await transaction
    .select()
    .from(leadTable)
    .where(eq(leadTable.id, leadId))
    .for("update");
  return lead ?? null;
}

/** Null if the mail was stored before. */
async function insert(
  transaction: Transaction,
  { email, match, leftOut }: ToStore,
): Promise<string | null> {
  const { messageId, kind, fromAddress, fromName, subject, text, quoted } = email;
  const [stored] = await transaction
    .insert(inboundEmailTable)
    .values({
      messageId,
      kind,
      fromAddress,
      fromName,
      subject,
      text,
      quoted,
      leadId: match?.leadId ?? null,
      matchedBy: match?.by ?? null,
      leftOut,
      receivedAt: now(),
    })
    .onConflictDoNothing({ target: inboundEmailTable.messageId })
    .returning({ id: inboundEmailTable.id });
  return stored?.id ?? null;
}

/** Puts a mail into the history of its lead, which is locked; an answer reopens a closed one. */
async function appendMail(
  transaction: Transaction,
  mail: {
    id: string;
    kind: ReadEmail["kind"];
    lead: typeof leadTable.$inferSelect;
    byUserId: string | null;
  },
): Promise<void> {
  const { id, lead, byUserId } = mail;
  const kind = mail.kind === "answer" ? "mail_received" : "auto_reply_received";
  const [event] = await transaction
    .insert(leadEventTable)
    .values({ leadId: lead.id, kind, byUserId, at: now() })
    .returning({ id: leadEventTable.id });
  await transaction
    .update(inboundEmailTable)
    .set({ eventId: event?.id ?? null })
    .where(eq(inboundEmailTable.id, id));
  if (mail.kind === "answer") await reopenByAnswer(transaction, lead);
  await notifyInbox(transaction);
}

/** Joins a mail to a lead by hand. False if there is no such lead, or the mail has one by now. */
export async function joinEmail(
  id: string,
  { reference, byUserId }: { reference: string; byUserId: string },
): Promise<boolean> {
  return db().transaction(async (transaction) => {
    const [lead] = await transaction
      .select()
      .from(leadTable)
      .where(eq(leadTable.reference, reference))
      .for("update");
    if (!lead) return false;
    const [mail] = await transaction
      .update(inboundEmailTable)
      .set({ leadId: lead.id, matchedBy: "staff" })
      .where(and(eq(inboundEmailTable.id, id), isNull(inboundEmailTable.leadId)))
      .returning({ kind: inboundEmailTable.kind });
    if (!mail) return false;
    await appendMail(transaction, { id, kind: mail.kind, lead, byUserId });
    return true;
  });
}
