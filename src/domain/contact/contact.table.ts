import { customType, index, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import { leadTable } from "#domain/lead/lead.table.ts";
import { rowId } from "#platform/database/columns.ts";

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
