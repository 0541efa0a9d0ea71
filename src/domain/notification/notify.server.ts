import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNotNull, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import {
  db,
  notifyAfterCommit,
  type Queryable,
  type Transaction,
} from "#platform/database/database.server.ts";
import { type RunOut, rowsThatRunOut } from "#platform/database/run-out.server.ts";
import { vault } from "#platform/vault/vault.server.ts";
import type { Locale } from "#values/locale.ts";
import { MESSAGE_RECORD_DAYS, MESSAGE_TEXT_DAYS, PHONE_CODE_HOURS } from "#values/retention.ts";
import { decideMails, type MailDecision } from "./mail-budget.server.ts";
import { type EventName, EVENTS, isEventName, type StoredParams } from "./events/events.ts";
import { type Message, messageTable, type MessageState } from "./message.table.ts";

type Addressed = {
  /** An e-mail address, a number in E.164, or an endpoint's host and path. */
  to: string;
  locale: Locale;
  /**
   * What the message stands for, such as `lead_adf:LEAD:DEALERSHIP`: told again, it is still one
   * message. Where none is given, each telling is a message of its own.
   */
  key?: string;
  leadId?: string | null;
  dealershipId?: string | null;
  /** The account that it goes to, if it goes to one: deleted with it. */
  userId?: string | null;
};

type WithParams<E extends EventName> =
  undefined extends StoredParams<E> ? { params?: StoredParams<E> } : { params: StoredParams<E> };

export type NewMessage = {
  [E in EventName]: Addressed & { event: E } & WithParams<E>;
}[EventName];

/**
 * Tells somebody something, or hands something to another system: the only way that a message goes
 * out. The message is owed from the moment that `transaction` commits, and not before. False where not
 * all of them go out, since their sender has caused too many (mail-budget.server.ts): then no page may
 * say that they did.
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

/** The channel on which workers hear that something is owed. */
export const MESSAGE_OWED = "message_owed";

/**
 * Messages as rows. Every message passes here, and so here its sender's budget is asked: there is no
 * row of one that is left out.
 * @throws MailRefused
 */
async function makeMessageRows(messages: readonly NewMessage[]) {
  const decisions = await decideMails(messages.map(({ event }) => EVENTS[event].recipient));
  const rows = messages.map((message, index) => toRow(message, decisions[index] ?? "send"));
  return (await Promise.all(rows)).filter((_row, index) => decisions[index] !== "leave_out");
}

/** Held, it waits among those that were given up, from where staff send it. */
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
    userId: message.userId ?? null,
    ...(decision === "hold"
      ? { state: "dead" as const, lastError: WITHHELD, settledAt: now() }
      : { state: "waiting" as const, lastError: null, settledAt: null }),
  };
}

/** What was kept with a message; undefined where nothing was, or where it is forgotten. */
export async function readParams({ id, sealedParams }: Message): Promise<unknown> {
  if (!sealedParams) return undefined;
  const opened = await vault().open(sealedParams, sealContext(id));
  if (!opened.ok) throw new Error(`The params of a message cannot be opened: ${opened.code}.`);
  return JSON.parse(opened.plaintext);
}

function sealContext(recordId: string) {
  return { table: "message", column: "sealed_params", recordId };
}

/** Which messages are meant: all conditions hold. At least one is given. */
type Selection = {
  leadId?: string;
  dealershipId?: string;
  userId?: string;
  events?: readonly EventName[];
};

/**
 * Takes back what is still owed, also what was given up: a consent was withdrawn, somebody left the
 * dealership. What a provider has in its hands at this moment may still arrive. Answers what was
 * taken back.
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

/** Owes again what was withdrawn, of late events only: of others nothing was kept. */
export async function oweAgain(transaction: Transaction, selection: Selection): Promise<void> {
  await transaction
    .update(messageTable)
    .set(freshRound)
    .where(
      and(isIn("withdrawn"), isSelected(selection), inArray(messageTable.event, STORING_NOTHING)),
    );
  await notifyAfterCommit(transaction, MESSAGE_OWED);
}

/** Gives a dead message another round of tries, at a staff member's word. */
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

/** Whether a message was given up that would still be of use, and of which all is there. */
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

/** A process that still has it keeps its lease: until that ends, nobody else sends it. */
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

/** The messages of a lead or of an account go with it. */
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
const CONTENT_LIFE_MS = MESSAGE_TEXT_DAYS * DAY_MS;
const RECORD_LIFE_MS = MESSAGE_RECORD_DAYS * DAY_MS;
const CODE_RECORD_LIFE_MS = PHONE_CODE_HOURS * 60 * 60_000;

/** That messages were sent. Those of a lead stay as long as the lead. */
export const oldMessages = rowsThatRunOut(messageTable, isMessageOld);

function isMessageOld(at: Date): SQL {
  const isOlder = (lifeMs: number) => lt(messageTable.createdAt, new Date(at.getTime() - lifeMs));
  return sql`(${isNull(messageTable.leadId)} and (${isOlder(RECORD_LIFE_MS)}
    or (${eq(messageTable.event, "phone_code" satisfies EventName)}
      and ${isOlder(CODE_RECORD_LIFE_MS)})))`;
}

/** What those said that stay. */
export const oldMessageTexts: RunOut = {
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
    lt(messageTable.createdAt, new Date(at.getTime() - CONTENT_LIFE_MS)),
    not(isMessageOld(at)),
  );
}
