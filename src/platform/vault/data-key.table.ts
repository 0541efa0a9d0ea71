import { pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { bytea, rowId } from "#platform/database/columns.ts";

/**
 * The data key of each record with sealed values, separate from the record, so that deleting this
 * row shreds the record. docs/decisions/0019-a-data-key-a-record.md says what that means for
 * backups.
 */
export const dataKeyTable = pgTable(
  "data_key",
  {
    id: rowId(),
    ownerTable: text("owner_table").notNull(),
    recordId: uuid("record_id").notNull(),
    /** Sealed by the vault like any other value. A rotation of the keys wraps this one again. */
    sealedKey: bytea("sealed_key").notNull(),
    madeAt: timestamp("made_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [unique("data_key_owner_record").on(table.ownerTable, table.recordId)],
);
