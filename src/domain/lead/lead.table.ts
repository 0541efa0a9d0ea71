import { sql } from "drizzle-orm";
import { doublePrecision, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { RouteReason } from "#domain/dealership/dealership.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { CONTACT_WAYS } from "#domain/first-contact/first-contact.ts";
import { byUserId, userTable } from "#domain/identity/identity.table.ts";
import { checkCode, happenedAt, isOneOf, rowId } from "#platform/database/columns.ts";
import { LOCALES } from "#values/locale.ts";
import { REGIONS } from "#values/province.ts";
import { SOURCES } from "#values/lead-source.ts";
import { LEAD_KINDS } from "#values/lead-kind.ts";
import { LEAD_EVENTS, LEAD_STATUSES, NOTICED_EVENTS } from "./lead.ts";
import { submissionTable } from "./submission.table.ts";

/**
 * What the business works on: one lead per submission, with what the inbox needs to list and find
 * it.
 */
export const leadTable = pgTable(
  "lead",
  {
    id: rowId(),
    reference: text("reference").notNull().unique(),
    submissionId: uuid("submission_id")
      .notNull()
      .unique()
      .references(() => submissionTable.id),
    kind: text("kind", { enum: LEAD_KINDS }).notNull(),
    status: text("status", { enum: LEAD_STATUSES }).notNull().default("new"),
    /** Empty if the form asks for no name, as an offer request by VIN does not. */
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    email: text("email"),
    phone: text("phone"),
    phoneVerifiedAt: timestamp("phone_verified_at", { withTimezone: true }),
    /** When the sender entered a code that was mailed to the address; null if they did not. */
    emailConfirmedAt: timestamp("email_confirmed_at", { withTimezone: true }),
    city: text("city"),
    provinceCode: text("province_code", { enum: REGIONS }),
    lat: doublePrecision("lat"),
    lon: doublePrecision("lon"),
    locale: text("locale", { enum: LOCALES }).notNull(),
    dealershipId: uuid("dealership_id").references(() => dealershipTable.id),
    assignedToUserId: text("assigned_to_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
    receivedAt: timestamp("received_at", { withTimezone: true }).notNull().defaultNow(),
    /** By when its sender was promised that we contact them; null if they were promised nothing. */
    dueAt: timestamp("due_at", { withTimezone: true }),
    /** When staff first reached them or wrote to them, which a change of stage does not prove. */
    firstContactAt: timestamp("first_contact_at", { withTimezone: true }),
    firstContactBy: text("first_contact_by", { enum: CONTACT_WAYS }),
    /** How its sender came to us; null if that is not known. */
    source: text("source", { enum: SOURCES }),
    /** The tags of the address that they opened first, in plain characters (values/lead-source.ts). */
    campaign: text("campaign"),
    campaignSource: text("campaign_source"),
    campaignMedium: text("campaign_medium"),
  },
  (table) => [
    // Scanned backwards for "newest first": drizzle's desc() would sort nulls last, which no query
    // asks for. Every page looks up a member's leads by their proved address.
    index("lead_email").on(sql`lower(${table.email})`),
    index("lead_phone").on(table.phone),
    index("lead_received").on(table.receivedAt, table.id),
    index("lead_status_received").on(table.status, table.receivedAt, table.id),
    // The leads that somebody has still to contact, the most urgent first.
    index("lead_due")
      .on(table.dueAt, table.id)
      .where(sql`${table.firstContactAt} is null`),
    index("lead_dealership_received").on(table.dealershipId, table.receivedAt),
    // Everybody's own list, and the number of open leads by which the rule chooses.
    index("lead_assigned_status")
      .on(table.assignedToUserId, table.status)
      .where(sql`${table.assignedToUserId} is not null`),
    index("lead_campaign")
      .on(table.campaign)
      .where(sql`${table.campaign} is not null`),
    checkCode("lead_kind_code", table.kind, LEAD_KINDS),
    checkCode("lead_status_code", table.status, LEAD_STATUSES),
    checkCode("lead_province_code", table.provinceCode, REGIONS),
    checkCode("lead_locale_code", table.locale, LOCALES),
    checkCode("lead_first_contact_by_code", table.firstContactBy, CONTACT_WAYS),
    checkCode("lead_source_code", table.source, SOURCES),
  ],
);

/** The lead that a row belongs to; the row is deleted with it. */
export const leadId = () =>
  uuid("lead_id")
    .notNull()
    .references(() => leadTable.id, { onDelete: "cascade" });

/** The history of a lead, in order. Rows are only ever added. */
export const leadEventTable = pgTable(
  "lead_event",
  {
    id: rowId(),
    leadId: leadId(),
    kind: text("kind", { enum: LEAD_EVENTS }).notNull(),
    fromStatus: text("from_status", { enum: LEAD_STATUSES }),
    toStatus: text("to_status", { enum: LEAD_STATUSES }),
    note: text("note"),
    /** Why the rules chose this dealership, if they did. */
    route: jsonb("route").$type<RouteReason>(),
    byUserId: byUserId(),
    /** Who was given the lead, or who had it until then. */
    toUserId: text("to_user_id").references(() => userTable.id, { onDelete: "set null" }),
    at: happenedAt(),
  },
  (table) => [
    index("lead_event_lead_at").on(table.leadId, table.at),
    // Finds the few leads that wait for staff among all events.
    index("lead_event_pass_on_awaited")
      .on(table.leadId)
      .where(sql`${table.kind} = 'pass_on_awaited'`),
    // What staff are told of, looked for every minute.
    index("lead_event_noticed").on(table.at).where(isOneOf(table.kind, NOTICED_EVENTS)),
    checkCode("lead_event_kind_code", table.kind, LEAD_EVENTS),
    checkCode("lead_event_from_status_code", table.fromStatus, LEAD_STATUSES),
    checkCode("lead_event_to_status_code", table.toStatus, LEAD_STATUSES),
  ],
);
