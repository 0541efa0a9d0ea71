import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytea, checkCode, happenedAt, rowId } from "#platform/database/columns.ts";
import { LOCALES } from "#values/locale.ts";
import { CHANNELS } from "./events/event.ts";

/**
 * `waiting`: not tried yet. `failed`: tried, and will be again. `sent`: the provider has it. `dead`:
 * given up, until staff send it again. `withdrawn`: owed no longer, as where a consent was taken back.
 */
const MESSAGE_STATES = ["waiting", "failed", "sent", "dead", "withdrawn"] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** `interrupted`: the process ended while the provider had the message in its hands. */
const ATTEMPT_OUTCOMES = [
  "sent",
  "temporary",
  "permanent",
  "not_configured",
  "interrupted",
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/**
 * One message that somebody is owed: a person, a dealership's system, a spreadsheet. The row is its
 * own job, so a message exists exactly when the transaction that owes it committed. It stands below
 * every concept that writes it, and so it points at none of them: whoever deletes a lead or an
 * account deletes its messages (notify.server.ts).
 */
export const messageTable = pgTable(
  "message",
  {
    /** Also the e-mail's Message-ID: the same for every try, so that a second copy can be known. */
    id: uuid("id").primaryKey(),
    /** What it stands for. Of two messages with the same key only the first is ever stored. */
    key: text("key").notNull().unique(),
    /** A name of events.ts. No CHECK: rows outlive the list. */
    event: text("event").notNull(),
    channel: text("channel", { enum: CHANNELS }).notNull(),
    /** An e-mail address, a number in E.164, or an endpoint's host and path. */
    recipient: text("recipient").notNull(),
    locale: text("locale", { enum: LOCALES }).notNull(),
    /** What its template is filled with. Gone once it was sent, and after seven days in any case. */
    sealedParams: bytea("sealed_params"),
    leadId: uuid("lead_id"),
    dealershipId: uuid("dealership_id"),
    /** The account that it goes to, if it goes to one. */
    userId: text("user_id"),
    state: text("state", { enum: MESSAGE_STATES }).notNull().default("waiting"),
    /** Tries since it was stored, or since staff sent it again. */
    attempts: integer("attempts").notNull().default(0),
    /** When it is due; while a process has it, when that process's lease ends. */
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }).notNull().defaultNow(),
    /** Whose turn it is. */
    lease: uuid("lease"),
    /** The process that took the lease, by its name (database-watch.server.ts). */
    leaseHolder: text("lease_holder"),
    /** Set right before the provider gets it: if the process ends now, nobody knows whether it went. */
    handedOverAt: timestamp("handed_over_at", { withTimezone: true }),
    /** In words for staff, without an address or a secret. */
    lastError: text("last_error"),
    /** What the provider finds it by. */
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
    checkCode("message_channel_code", table.channel, CHANNELS),
    checkCode("message_locale_code", table.locale, LOCALES),
    checkCode("message_state_code", table.state, MESSAGE_STATES),
  ],
);

/** Each try at a message, with what the other side answered. */
export const messageAttemptTable = pgTable(
  "message_attempt",
  {
    id: rowId(),
    messageId: uuid("message_id")
      .notNull()
      .references(() => messageTable.id, { onDelete: "cascade" }),
    outcome: text("outcome", { enum: ATTEMPT_OUTCOMES }).notNull(),
    /** The provider's id of the message, or why it did not go out. */
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
