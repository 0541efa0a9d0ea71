import { data, type RouterContextProvider } from "react-router";
import { env } from "#platform/env/env.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { formatDateTime } from "#values/format.ts";

const SHOWN_MESSAGES = 50;

export type OutboxEntryView = {
  id: string;
  channel: string;
  to: string;
  subject: string | null;
  text: string;
  at: string;
};

/**
 * The outbox for its page, newest first.
 * @throws a 404 outside demo mode.
 */
export async function loadOutbox(
  context: Readonly<RouterContextProvider>,
): Promise<OutboxEntryView[]> {
  if (!env().DEMO) throw data(null, { status: 404 });
  const { locale } = readVisitor({ context });
  const messages = await listOutbox({ limit: SHOWN_MESSAGES });
  return messages.map(({ id, channel, to, subject, text, createdAt }) => ({
    id,
    channel,
    to,
    subject,
    text,
    at: formatDateTime(createdAt, locale),
  }));
}
