import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytea, checkCode, happenedAt, rowId } from "#platform/database/columns.ts";
import { LOCALES } from "#values/locale.ts";
import { CHANNELS } from "./events/event.ts";

/**
 * `waiting`: not tried yet. `failed`: tried, and will be tried again. `sent`: the provider has it.
 * `dead`: given up, until staff send it again. `withdrawn`: no longer owed, for example because a
 * consent was withdrawn.
 */
const MESSAGE_STATES = ["waiting", "failed", "sent", "dead", "withdrawn"] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** `interrupted`: the process ended while the provider was answering. */
const ATTEMPT_OUTCOMES = [
  "sent",
  "temporary",
  "permanent",
  "not_configured",
  "interrupted",
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/**
 * One message to a person, a dealership's system or a spreadsheet. The row is its own job, so a
 * message exists exactly if the transaction that stored it committed. All concepts that write
 * messages come after this one, so the table has no foreign keys to them: the code that deletes a
 * lead or an account deletes its messages (notify.server.ts).
 */
export const messageTable = pgTable(
  "message",
  {
    /**
     * Also the e-mail's Message-ID: the same for every try, so that a receiver can detect a second
     * copy.
     */
    id: uuid("id").primaryKey(),
    /**
     * Identifies what the message is about. Of two messages with the same key, only the first is
     * stored.
     */
    key: text("key").notNull().unique(),
    /** A name of events.ts. There is no CHECK, because rows may be older than the list. */
    event: text("event").notNull(),
    channel: text("channel", { enum: CHANNELS }).notNull(),
    /** An e-mail address, a number in E.164, or an endpoint's host and path. */
    recipient: text("recipient").notNull(),
    locale: text("locale", { enum: LOCALES }).notNull(),
    /**
     * What its template is filled with. Deleted once the message is sent, and after seven days in
     * any case.
     */
    sealedParams: bytea("sealed_params"),
    leadId: uuid("lead_id"),
    dealershipId: uuid("dealership_id"),
    /** The delivery target of a dealership that it is sent to, if any (domain/delivery-target). */
    targetId: uuid("target_id"),
    /** The account that it is sent to, if any. */
    userId: text("user_id"),
    state: text("state", { enum: MESSAGE_STATES }).notNull().default("waiting"),
    /** Tries since it was stored, or since staff sent it again. */
    attempts: integer("attempts").notNull().default(0),
    /** When it is due; while a process has claimed it, when the lease ends. */
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }).notNull().defaultNow(),
    /** Identifies the claim of the process that is sending it. */
    lease: uuid("lease"),
    /** The name of the process that took the lease (database-watch.server.ts). */
    leaseHolder: text("lease_holder"),
    /**
     * Set right before the provider gets it: if the process then ends, nobody knows whether it was
     * sent.
     */
    handedOverAt: timestamp("handed_over_at", { withTimezone: true }),
    /** In words for staff, without addresses or secrets. */
    lastError: text("last_error"),
    /** The provider's id of the message. */
    providerId: text("provider_id"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    settledAt: timestamp("settled_at", { withTimezone: true }),
  },
  (table) => [
    index("message_due")
      .on(table.nextAttemptAt)
      .where(sql`${table.state} in ('waiting', 'failed')`),
    index("message_state").on(table.state, table.createdAt),
    index("message_lead").on(table.leadId),
    index("message_user").on(table.userId),
    index("message_target")
      .on(table.targetId, table.createdAt)
      .where(sql`${table.targetId} is not null`),
    checkCode("message_channel_code", table.channel, CHANNELS),
    checkCode("message_locale_code", table.locale, LOCALES),
    checkCode("message_state_code", table.state, MESSAGE_STATES),
  ],
);

/** Each try to send a message, with the provider's answer. */
export const messageAttemptTable = pgTable(
  "message_attempt",
  {
    id: rowId(),
    messageId: uuid("message_id")
      .notNull()
      .references(() => messageTable.id, { onDelete: "cascade" }),
    outcome: text("outcome", { enum: ATTEMPT_OUTCOMES }).notNull(),
    /** The provider's id of the message, or why it was not sent. */
    detail: text("detail").notNull(),
    durationMs: integer("duration_ms").notNull(),
    at: happenedAt(),
  },
  (table) => [
    index("message_attempt_message").on(table.messageId, table.at),
    checkCode("message_attempt_outcome_code", table.outcome, ATTEMPT_OUTCOMES),
  ],
);

export type Message = typeof messageTable.$inferSelect;
