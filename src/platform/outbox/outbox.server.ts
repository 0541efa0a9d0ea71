import { desc } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { EmailSender } from "#platform/email/email.server.ts";
import type { SmsSender } from "#platform/sms/sms.server.ts";
import { isUuid } from "#values/uuid.ts";
import { outboxMessageTable } from "./outbox.table.ts";

/** A message that a provider would send if one were configured. */
export type OutboxMessage = typeof outboxMessageTable.$inferSelect;

const OUTBOX_PAGE = 100;

/** Demo mode without SMTP: e-mails can be read at /demo/outbox and are sent nowhere. */
export function outboxEmailSender(): EmailSender {
  return {
    send: async ({ to, subject, text, html, messageId }) =>
      store({ channel: "email", to, subject, text, html: html ?? null, id: readUuid(messageId) }),
  };
}

/** Demo mode without an SMS provider. */
export function outboxSmsSender(): SmsSender {
  return {
    send: async ({ to, body }) =>
      store({ channel: "sms", to, subject: null, text: body, html: null }),
  };
}

/** Newest first. */
export async function listOutbox({ limit = OUTBOX_PAGE } = {}): Promise<OutboxMessage[]> {
  return db()
    .select()
    .from(outboxMessageTable)
    .orderBy(desc(outboxMessageTable.createdAt), desc(outboxMessageTable.id))
    .limit(limit);
}

/** The part of a Message-ID (RFC 5322 §3.6.4) before the @, if it is a UUID. */
function readUuid(messageId: string | undefined): string | undefined {
  const [id = ""] = (messageId ?? "").split("@");
  return isUuid(id) ? id : undefined;
}

/** Like a mailbox, it recognizes a second copy by its Message-ID and stores only the first. */
async function store(message: Omit<OutboxMessage, "id" | "createdAt"> & { id?: string }) {
  const [stored] = await db()
    .insert(outboxMessageTable)
    .values({ ...message, createdAt: now() })
    .onConflictDoNothing()
    .returning({ id: outboxMessageTable.id });
  const providerId = stored?.id ?? message.id;
  if (!providerId) throw new Error("An outbox message was not stored.");
  return { ok: true as const, providerId };
}
