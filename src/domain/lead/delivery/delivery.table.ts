import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";

/** One message that a lead owes to somebody: the dealership's CRM, a spreadsheet, the applicant. */
export const deliveryTable = pgTable(
  "delivery",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    leadId: uuid("lead_id")
      .notNull()
      .references(() => leadTable.id, { onDelete: "cascade" }),
    /** adf_email | spreadsheet | confirmation_email */
    channel: text("channel").notNull(),
    /** An e-mail address or an endpoint's host and path. */
    target: text("target").notNull(),
    /** The dealership that it goes to; null where it goes to none, or to the lead's own one. */
    dealershipId: uuid("dealership_id").references(() => dealershipTable.id),
    /** pending | delivered | dead | cancelled (the consent that it stood on was taken back) */
    state: text("state").notNull().default("pending"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    settledAt: timestamp("settled_at", { withTimezone: true }),
  },
  (table) => [index("delivery_lead").on(table.leadId), index("delivery_state").on(table.state)],
);

/** Each try at a delivery, with what the other side answered. */
export const deliveryAttemptTable = pgTable(
  "delivery_attempt",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => deliveryTable.id, { onDelete: "cascade" }),
    /** delivered | temporary | permanent | not_configured */
    outcome: text("outcome").notNull(),
    detail: text("detail").notNull(),
    durationMs: integer("duration_ms").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("delivery_attempt_delivery").on(table.deliveryId, table.at)],
);
