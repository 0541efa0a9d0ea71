import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNotNull, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import {
  db,
  notifyAfterCommit,
  type Queryable,
  type Transaction,
} from "#platform/database/database.server.ts";
import { type ExpiredData, expiredRows } from "#platform/database/expired-rows.server.ts";
import { vault } from "#platform/vault/vault.server.ts";
import { site } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";
import { PHONE_CODE_HOURS } from "#values/retention.ts";
import { decideMails, type MailDecision } from "./mail-budget.server.ts";
import { type EventName, EVENTS, isEventName, type StoredParams } from "./events/events.ts";
import { type Message, messageTable, type MessageState } from "./message.table.ts";

type Addressed = {
  /** An e-mail address, a number in E.164, or an endpoint's host and path. */
  to: string;
  locale: Locale;
  /**
   * What the message is about, such as `lead_adf:LEAD:DEALERSHIP`: a second message with the same
   * key is not stored. Without a key, each call makes its own message.
   */
  key?: string;
  leadId?: string | null;
  dealershipId?: string | null;
  /** The delivery target that it is sent to, if any. */
  targetId?: string | null;
  /** The account that it is sent to, if any; it is deleted with the account. */
  userId?: string | null;
};

type WithParams<E extends EventName> =
  undefined extends StoredParams<E> ? { params?: StoredParams<E> } : { params: StoredParams<E> };

export type NewMessage = {
  [E in EventName]: Addressed & { event: E } & WithParams<E>;
}[EventName];

/**
 * Stores messages to people or to other systems; this is the only way to send one. A message is
 * owed from the moment that `transaction` commits. Returns false if not all are sent because their
 * sender has caused too many (mail-budget.server.ts): then no page may say that they were.
 * @throws MailRefused
 */
export async function notify(
  transaction: Transaction,
  ...messages: NewMessage[]
): Promise<boolean> {
  const rows = await makeMessageRows(messages);
  if (rows.length > 0) {
    await transaction
      .insert(messageTable)
      .values(rows)
      .onConflictDoNothing({ target: messageTable.key });
    await notifyAfterCommit(transaction, MESSAGE_OWED);
  }
  return rows.length === messages.length && rows.every(({ state }) => state === "waiting");
}

/** The database channel on which workers are notified that a message is owed. */
export const MESSAGE_OWED = "message_owed";

/**
 * Messages as rows. Every message passes through here, so the sender's budget is checked here: a
 * message that is left out has no row.
 * @throws MailRefused
 */
async function makeMessageRows(messages: readonly NewMessage[]) {
  const decisions = await decideMails(messages.map(({ event }) => EVENTS[event].recipient));
  const rows = messages.map((message, index) => toRow(message, decisions[index] ?? "send"));
  return (await Promise.all(rows)).filter((_row, index) => decisions[index] !== "leave_out");
}

/** A held message is listed with the dead ones, from where staff can send it. */
const WITHHELD = "Held back: its sender caused too many mails within an hour or a day.";

async function toRow(message: NewMessage, decision: MailDecision) {
  const { event, to, params, key, locale } = message;
  const id = randomUUID();
  return {
    id,
    key: key ?? id,
    event,
    channel: EVENTS[event].channel,
    recipient: to,
    locale,
    sealedParams:
      params === undefined ? null : await vault().seal(JSON.stringify(params), sealContext(id)),
    leadId: message.leadId ?? null,
    dealershipId: message.dealershipId ?? null,
    targetId: message.targetId ?? null,
    userId: message.userId ?? null,
    ...(decision === "hold"
      ? { state: "dead" as const, lastError: WITHHELD, settledAt: now() }
      : { state: "waiting" as const, lastError: null, settledAt: null }),
  };
}

/** What was stored with a message; undefined if nothing was, or if it has been deleted. */
export async function readParams({ id, sealedParams }: Message): Promise<unknown> {
  if (!sealedParams) return undefined;
  const opened = await vault().open(sealedParams, sealContext(id));
  if (!opened.ok) throw new Error(`The params of a message cannot be opened: ${opened.code}.`);
  return JSON.parse(opened.plaintext);
}

function sealContext(recordId: string) {
  return { table: "message", column: "sealed_params", recordId };
}

/** Selects messages that meet all given conditions; at least one is given. */
type Selection = {
  leadId?: string;
  dealershipId?: string;
  userId?: string;
  events?: readonly EventName[];
};

/**
 * Withdraws the messages that are not sent yet, dead ones included: a consent was withdrawn, or
 * somebody left the dealership. A message that a provider has at this moment may still arrive.
 * Returns the withdrawn messages.
 */
export async function withdrawMessages(
  transaction: Transaction,
  selection: Selection,
): Promise<Message[]> {
  return transaction
    .update(messageTable)
    .set({ state: "withdrawn", settledAt: now(), sealedParams: null })
    .where(and(isIn("waiting", "failed", "dead"), isSelected(selection)))
    .returning();
}

/** Makes withdrawn messages owed again. Late events only: the params of others are deleted. */
export async function oweAgain(transaction: Transaction, selection: Selection): Promise<void> {
  await transaction
    .update(messageTable)
    .set(freshRound)
    .where(
      and(isIn("withdrawn"), isSelected(selection), inArray(messageTable.event, STORING_NOTHING)),
    );
  await notifyAfterCommit(transaction, MESSAGE_OWED);
}

/** Gives a dead message another round of tries, when a staff member asks for it. */
export async function sendAgain(id: string): Promise<{ ok: boolean }> {
  const [message] = await db().select().from(messageTable).where(eq(messageTable.id, id));
  if (!message || !canSendAgain(message)) return { ok: false };
  const revived = await db()
    .update(messageTable)
    .set(freshRound)
    .where(and(eq(messageTable.id, id), isIn("dead")))
    .returning({ id: messageTable.id });
  await notifyAfterCommit(db(), MESSAGE_OWED);
  return { ok: revived.length > 0 };
}

/** The same for everything to a delivery target that was given up. Returns how many there were. */
export async function sendAllAgain(transaction: Transaction, targetId: string): Promise<number> {
  const hasAll = or(
    isNotNull(messageTable.sealedParams),
    inArray(messageTable.event, STORING_NOTHING),
  );
  const revived = await transaction
    .update(messageTable)
    .set(freshRound)
    .where(and(eq(messageTable.targetId, targetId), isIn("dead"), hasAll))
    .returning({ id: messageTable.id });
  await notifyAfterCommit(transaction, MESSAGE_OWED);
  return revived.length;
}

/** What waits for a delivery target is tried at once: it works again. */
export async function makeDue(transaction: Transaction, targetId: string): Promise<void> {
  await transaction
    .update(messageTable)
    .set({ nextAttemptAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(messageTable.targetId, targetId),
        isIn("waiting", "failed"),
        isNull(messageTable.lease),
      ),
    );
  await notifyAfterCommit(transaction, MESSAGE_OWED);
}

/** Whether a message is dead, would still be useful, and has all of its data. */
export function canSendAgain({ state, event, sealedParams, createdAt }: Message): boolean {
  if (state !== "dead" || !isEventName(event)) return false;
  const { storesNothing } = EVENTS[event];
  return (sealedParams !== null || storesNothing) && isStillUseful({ event, createdAt });
}

export function isStillUseful(message: { event: EventName; createdAt: Date }): boolean {
  const { usefulForMs } = EVENTS[message.event];
  return usefulForMs === null || now().getTime() - message.createdAt.getTime() < usefulForMs;
}

const STORING_NOTHING = Object.entries(EVENTS).flatMap(([name, { storesNothing }]) =>
  storesNothing ? [name] : [],
);

/** A process that still has the message keeps its lease: until it ends, nobody else sends it. */
const freshRound = {
  state: "waiting",
  attempts: 0,
  settledAt: null,
  nextAttemptAt: sql`case when ${messageTable.lease} is null then clock_timestamp()
    else ${messageTable.nextAttemptAt} end`,
} as const;

function isIn(...states: MessageState[]) {
  return inArray(messageTable.state, states);
}

function isSelected({ leadId, dealershipId, userId, events }: Selection): SQL {
  const conditions = [
    leadId === undefined ? undefined : eq(messageTable.leadId, leadId),
    dealershipId === undefined ? undefined : eq(messageTable.dealershipId, dealershipId),
    userId === undefined ? undefined : eq(messageTable.userId, userId),
    events === undefined ? undefined : inArray(messageTable.event, [...events]),
  ];
  const all = and(...conditions);
  if (!all) throw new Error("Messages were selected by nothing.");
  return all;
}

/** Deletes the messages of a lead or of an account with it. */
export async function deleteMessages(
  queryable: Queryable,
  of: { leadIds: readonly string[] } | { userId: string },
): Promise<void> {
  const condition =
    "userId" in of
      ? eq(messageTable.userId, of.userId)
      : inArray(messageTable.leadId, [...of.leadIds]);
  await queryable.delete(messageTable).where(condition);
}

const DAY_MS = 24 * 60 * 60_000;
const CODE_RECORD_LIFE_MS = PHONE_CODE_HOURS * 60 * 60_000;

/** Records of sent messages. Those of a lead stay as long as the lead. */
export const oldMessages = expiredRows(messageTable, isMessageOld);

function isMessageOld(at: Date): SQL {
  const isOlder = (lifeMs: number) => lt(messageTable.createdAt, new Date(at.getTime() - lifeMs));
  return sql`(${isNull(messageTable.leadId)} and (${isOlder(site.retention.messageRecordDays * DAY_MS)}
    or (${eq(messageTable.event, "phone_code" satisfies EventName)}
      and ${isOlder(CODE_RECORD_LIFE_MS)})))`;
}

/** The params of messages whose rows stay. */
export const oldMessageTexts: ExpiredData = {
  count: (at) => db().$count(messageTable, isMessageTextOld(at)),
  end: async (at) => {
    const forgotten = await db()
      .update(messageTable)
      .set({ sealedParams: null })
      .where(isMessageTextOld(at));
    return forgotten.rowCount ?? 0;
  },
};

function isMessageTextOld(at: Date) {
  return and(
    isNotNull(messageTable.sealedParams),
    lt(messageTable.createdAt, new Date(at.getTime() - site.retention.messageTextDays * DAY_MS)),
    not(isMessageOld(at)),
  );
}
