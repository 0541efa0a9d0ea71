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
 * A privacy request and its result. It is retained longer than the data that it is about, because
 * it is our only proof that we answered.
 */
export const privacyRequestTable = pgTable(
  "privacy_request",
  {
    id: rowId(),
    kind: text("kind", { enum: PRIVACY_REQUEST_KINDS }).notNull(),
    /**
     * Calendar days in the time zone of the business: of receipt, and the last one for an answer.
     */
    receivedOn: date("received_on").notNull(),
    dueOn: date("due_on").notNull(),
    /** The contact for the answer. Empty if the person did what they asked for on the site. */
    name: text("name").notNull().default(""),
    email: text("email"),
    phone: text("phone"),
    locale: text("locale", { enum: LOCALES }).notNull(),
    /**
     * The reference of the request that it is about, which may be deleted. Null: all that we store.
     */
    reference: text("reference"),
    identityWay: text("identity_way", { enum: IDENTITY_WAYS }).notNull(),
    /** What they want, in their words or those of the staff member who entered it. */
    reason: text("reason").notNull().default(""),
    /** The staff member who entered it; null if the person sent it on the site. */
    byUserId: byUserId(),
    state: text("state", { enum: PRIVACY_REQUEST_STATES }).notNull().default("open"),
    acts: jsonb("acts").$type<PrivacyAct[]>().notNull().default([]),
    settledAt: timestamp("settled_at", { withTimezone: true }),
    settledByUserId: text("settled_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
    /** Staff's text for the letter; if it was refused, the reason. */
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
