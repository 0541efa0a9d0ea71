import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import type { EventName } from "./events/events.ts";
import {
  type Message,
  messageAttemptTable,
  messageTable,
  type MessageState,
} from "./message.table.ts";

export const MESSAGES_PER_PAGE = 50;
/** A message may be tried for hours; its newest attempts are enough. */
const ATTEMPTS_SHOWN = 5;

export type MessageWithAttempts = Message & {
  /** The newest attempts, in ascending order of time. */
  tries: (typeof messageAttemptTable.$inferSelect & { number: number })[];
};

/** All messages of a lead, the oldest first. */
export async function listMessagesOfLead(leadId: string): Promise<MessageWithAttempts[]> {
  return withAttempts(
    await db()
      .select()
      .from(messageTable)
      .where(eq(messageTable.leadId, leadId))
      .orderBy(asc(messageTable.createdAt), asc(messageTable.id)),
  );
}

/** The newest messages to a delivery target, the newest first. */
export async function listMessagesOfTarget(
  targetId: string,
  most: number,
): Promise<MessageWithAttempts[]> {
  return withAttempts(
    await db()
      .select()
      .from(messageTable)
      .where(eq(messageTable.targetId, targetId))
      .orderBy(desc(messageTable.createdAt), desc(messageTable.id))
      .limit(most),
  );
}

/** How many messages to a delivery target are in each state; a state without messages is absent. */
export async function countMessagesOfTarget(
  targetId: string,
): Promise<Partial<Record<MessageState, number>>> {
  const rows = await db()
    .select({ state: messageTable.state, messages: count() })
    .from(messageTable)
    .where(eq(messageTable.targetId, targetId))
    .groupBy(messageTable.state);
  return Object.fromEntries(rows.map(({ state, messages }) => [state, messages]));
}

/** Whether a message of a lead is owed or sent: only then may a page say that it is. */
export async function isSentOrOwed(leadId: string, event: EventName): Promise<boolean> {
  const found = and(
    eq(messageTable.leadId, leadId),
    eq(messageTable.event, event),
    inArray(messageTable.state, ["waiting", "failed", "sent"]),
  );
  return (await db().$count(messageTable, found)) > 0;
}

type MessageFilter = {
  states: readonly MessageState[];
  /** Id of the last message of the previous page: the list continues with older ones. */
  olderThan: string | null;
};

/** One page of messages, the newest first; `hasOlder` says whether another page follows. */
export async function listMessages(
  filter: MessageFilter,
): Promise<{ messages: MessageWithAttempts[]; hasOlder: boolean }> {
  const found = await db()
    .select()
    .from(messageTable)
    .where(
      and(
        inArray(messageTable.state, [...filter.states]),
        filter.olderThan === null
          ? undefined
          : sql`(${messageTable.createdAt}, ${messageTable.id}) < (
              select last_shown.created_at, last_shown.id from ${messageTable} last_shown
              where last_shown.id = ${filter.olderThan})`,
      ),
    )
    .orderBy(desc(messageTable.createdAt), desc(messageTable.id))
    .limit(MESSAGES_PER_PAGE + 1);
  return {
    messages: await withAttempts(found.slice(0, MESSAGES_PER_PAGE)),
    hasOlder: found.length > MESSAGES_PER_PAGE,
  };
}

/** How many messages are in each state; a state without messages is absent. */
export async function countMessages(
  states: readonly MessageState[],
): Promise<Partial<Record<MessageState, number>>> {
  const rows = await db()
    .select({ state: messageTable.state, messages: count() })
    .from(messageTable)
    .where(inArray(messageTable.state, [...states]))
    .groupBy(messageTable.state);
  return Object.fromEntries(rows.map(({ state, messages }) => [state, messages]));
}

export async function findMessage(id: string): Promise<Message | null> {
  const [found] = await db().select().from(messageTable).where(eq(messageTable.id, id));
  return found ?? null;
}

async function withAttempts(messages: readonly Message[]): Promise<MessageWithAttempts[]> {
  if (messages.length === 0) return [];
  const { messageId, at, id } = messageAttemptTable;
  const ofMessage = sql`partition by ${messageId} order by ${at}, ${id}`;
  const numbered = db()
    .select({
      attempt: sql<string>`${id}`.as("attempt"),
      number: sql<number>`row_number() over (${ofMessage})::int`.as("number"),
      total: sql<number>`count(*) over (partition by ${messageId})::int`.as("total"),
    })
    .from(messageAttemptTable)
    .where(
      inArray(
        messageId,
        messages.map((message) => message.id),
      ),
    )
    .as("numbered");
  const tries = await db()
    .select({ attempt: messageAttemptTable, number: numbered.number })
    .from(numbered)
    .innerJoin(messageAttemptTable, eq(id, numbered.attempt))
    .where(sql`${numbered.number} > ${numbered.total} - ${ATTEMPTS_SHOWN}`)
    .orderBy(asc(numbered.number));
  const byMessage = Map.groupBy(tries, ({ attempt }) => attempt.messageId);
  return messages.map((message) => ({
    ...message,
    tries: (byMessage.get(message.id) ?? []).map(({ attempt, number }) => ({ ...attempt, number })),
  }));
}
