import { sql } from "drizzle-orm";
import {
  check,
  customType,
  index,
  pgTable,
  primaryKey,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { byUserId } from "#domain/identity/identity.table.ts";
import { leadId, leadTable } from "#domain/lead/lead.table.ts";
import { happenedAt, rowId } from "#platform/database/columns.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * A person who sent us something. The row holds no answers: name, address and number are those of
 * the person's leads. Triggers of the migrations write this table and the next when a lead's
 * transaction commits, and delete a contact with its last lead.
 */
export const contactTable = pgTable(
  "contact",
  {
    id: rowId(),
    /** When the person's newest lead arrived. */
    activeAt: timestamp("active_at", { withTimezone: true }).notNull(),
    /** The names, addresses and numbers of all their leads, folded as those of the inbox. */
    words: tsvector("words").notNull(),
  },
  (table) => [
    index("contact_active").on(table.activeAt, table.id),
    index("contact_words").using("gin", table.words),
  ],
);

/**
 * Whose lead it is. A lead without an address and a number has no row: nobody can be recognised by
 * it.
 */
export const contactLeadTable = pgTable(
  "contact_lead",
  {
    leadId: uuid("lead_id")
      .primaryKey()
      .references(() => leadTable.id, { onDelete: "cascade" }),
    contactId: uuid("contact_id")
      .notNull()
      .references(() => contactTable.id),
  },
  (table) => [index("contact_lead_contact").on(table.contactId)],
);

/** The contact that a row belongs to; the row is deleted with it. */
const contactId = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => contactTable.id, { onDelete: "cascade" });

/**
 * Two contacts were found to be one person: the leads of `mergedId` are those of `survivorId` now.
 * While the row stands, the merged contact stays as an empty row, so that separating them gives it
 * back under its own address.
 */
export const contactMergeTable = pgTable(
  "contact_merge",
  {
    id: rowId(),
    survivorId: contactId("survivor_id"),
    mergedId: contactId("merged_id").unique(),
    byUserId: byUserId(),
    at: happenedAt(),
  },
  (table) => [
    index("contact_merge_survivor").on(table.survivorId),
    check("contact_merge_two", sql`${table.survivorId} <> ${table.mergedId}`),
  ],
);

/** The leads that a merge moved, which go back when it is undone. */
export const contactMergeLeadTable = pgTable(
  "contact_merge_lead",
  {
    mergeId: uuid("merge_id")
      .notNull()
      .references(() => contactMergeTable.id, { onDelete: "cascade" }),
    leadId: leadId(),
  },
  (table) => [
    primaryKey({ columns: [table.mergeId, table.leadId] }),
    index("contact_merge_lead_lead").on(table.leadId),
  ],
);

/** Two contacts that staff found to be two people: they are not proposed again. */
export const contactsApartTable = pgTable(
  "contacts_apart",
  {
    /** The lower of the two ids. */
    oneId: contactId("one_id"),
    otherId: contactId("other_id"),
    byUserId: byUserId(),
    at: happenedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.oneId, table.otherId] }),
    index("contacts_apart_other").on(table.otherId),
    check("contacts_apart_order", sql`${table.oneId} < ${table.otherId}`),
  ],
);
