import { sql } from "drizzle-orm";
import { doublePrecision, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { submissionTable } from "./submission.table.ts";

/** What the business works on: one a submission, with what the inbox needs to list and find it. */
export const leadTable = pgTable(
  "lead",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    reference: text("reference").notNull().unique(),
    submissionId: uuid("submission_id")
      .notNull()
      .unique()
      .references(() => submissionTable.id),
    kind: text("kind").notNull(),
    status: text("status").notNull().default("new"),
    /** Empty where the form asked for no name, as an offer request by VIN does not. */
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    email: text("email"),
    phone: text("phone"),
    phoneVerifiedAt: timestamp("phone_verified_at", { withTimezone: true }),
    city: text("city"),
    provinceCode: text("province_code"),
    lat: doublePrecision("lat"),
    lon: doublePrecision("lon"),
    locale: text("locale").notNull(),
    dealershipId: uuid("dealership_id").references(() => dealershipTable.id),
    assignedToUserId: text("assigned_to_user_id").references(() => userTable.id),
    receivedAt: timestamp("received_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    // Read backwards for "newest first": drizzle's desc() would sort nulls last, which no query asks.
    index("lead_received").on(table.receivedAt, table.id),
    index("lead_status_received").on(table.status, table.receivedAt, table.id),
    index("lead_dealership_received").on(table.dealershipId, table.receivedAt),
  ],
);

/** What happened to a lead, in order. Rows are only ever added. */
export const leadEventTable = pgTable(
  "lead_event",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    leadId: uuid("lead_id")
      .notNull()
      .references(() => leadTable.id, { onDelete: "cascade" }),
    /**
     * received | phone_verified | routed | unrouted | status_changed | note | delivered |
     * delivery_failed | delivery_cancelled | consent_withdrawn; of a car for sale also sale-request.server.ts `writeEvent`.
     */
    kind: text("kind").notNull(),
    fromStatus: text("from_status"),
    toStatus: text("to_status"),
    note: text("note"),
    byUserId: text("by_user_id").references(() => userTable.id),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("lead_event_lead_at").on(table.leadId, table.at)],
);
