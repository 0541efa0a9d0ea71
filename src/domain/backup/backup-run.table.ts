import { bigint, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { byUserId } from "#domain/identity/identity.table.ts";
import { checkCode, rowId } from "#platform/database/columns.ts";
import { RUN_FAULTS, RUN_STATES } from "./backup-run.ts";

/** Each attempt to back up the site: its result, and how its restore was proved. */
export const backupRunTable = pgTable(
  "backup_run",
  {
    id: rowId(),
    state: text("state", { enum: RUN_STATES }).notNull(),
    /** Who asked for it; null for the schedule, or for the operator's command. */
    askedByUserId: byUserId(),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
    endedAt: timestamp("ended_at", { withTimezone: true }),
    /** The file name, and the folder or bucket that contains it. */
    name: text("name"),
    location: text("location"),
    sizeBytes: bigint("size_bytes", { mode: "number" }),
    tables: integer("tables"),
    rows: bigint("rows", { mode: "number" }),
    uploads: integer("uploads"),
    /**
     * How many records of the audit log were read in the restored database, with a complete chain.
     */
    auditRecords: bigint("audit_records", { mode: "number" }),
    /** How many sealed values were opened there, and the keys of KEY_FILE that they need. */
    openedValues: bigint("opened_values", { mode: "number" }),
    keyIds: text("key_ids").array(),
    /** Identifies the backup key that it was made with (`markBackupKey`). */
    keyMark: text("key_mark"),
    fault: text("fault", { enum: RUN_FAULTS }),
    /** What the fault is about: a folder, a table, a status. Never a secret. */
    faultDetail: text("fault_detail"),
  },
  (table) => [
    index("backup_run_started").on(table.startedAt),
    checkCode("backup_run_state_code", table.state, RUN_STATES),
    checkCode("backup_run_fault_code", table.fault, RUN_FAULTS),
  ],
);
