import { date, index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { byUserId, userTable } from "#domain/identity/identity.table.ts";
import { checkCode, rowId } from "#platform/database/columns.ts";
import { LOCALES } from "#values/locale.ts";
import {
  IDENTITY_WAYS,
  type PrivacyAct,
  PRIVACY_REQUEST_KINDS,
  PRIVACY_REQUEST_STATES,
} from "./privacy-request.ts";

/**
 * What somebody asked us by their rights, and what became of it. It outlives what it is about: that we
 * did as asked is proved by nothing else.
 */
export const privacyRequestTable = pgTable(
  "privacy_request",
  {
    id: rowId(),
    kind: text("kind", { enum: PRIVACY_REQUEST_KINDS }).notNull(),
    /** Days of the calendar where the business is: the one on which it came, the last for an answer. */
    receivedOn: date("received_on").notNull(),
    dueOn: date("due_on").notNull(),
    /** How to answer. Nothing of it where the person did by themselves what they asked. */
    name: text("name").notNull().default(""),
    email: text("email"),
    phone: text("phone"),
    locale: text("locale", { enum: LOCALES }).notNull(),
    /** Of the one request of theirs that it is about, which may be gone. Null: all that we hold. */
    reference: text("reference"),
    identityWay: text("identity_way", { enum: IDENTITY_WAYS }).notNull(),
    /** What they want, in their words or in those of who took it in. */
    reason: text("reason").notNull().default(""),
    /** Who of the staff took it in; null where the person sent it by themselves. */
    byUserId: byUserId(),
    state: text("state", { enum: PRIVACY_REQUEST_STATES }).notNull().default("open"),
    acts: jsonb("acts").$type<PrivacyAct[]>().notNull().default([]),
    settledAt: timestamp("settled_at", { withTimezone: true }),
    settledByUserId: text("settled_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
    /** What staff say of it in the letter; why, where it was refused. */
    outcome: text("outcome").notNull().default(""),
  },
  (table) => [
    index("privacy_request_due").on(table.state, table.dueOn),
    index("privacy_request_reference").on(table.reference),
    checkCode("privacy_request_kind_code", table.kind, PRIVACY_REQUEST_KINDS),
    checkCode("privacy_request_locale_code", table.locale, LOCALES),
    checkCode("privacy_request_identity_code", table.identityWay, IDENTITY_WAYS),
    checkCode("privacy_request_state_code", table.state, PRIVACY_REQUEST_STATES),
  ],
);

export type PrivacyRequest = typeof privacyRequestTable.$inferSelect;
