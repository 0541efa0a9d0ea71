import { index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { AUDIT_THINGS, type AuditChanges } from "#domain/audit/audit.ts";
import { byUserId, userTable } from "#domain/identity/identity.table.ts";
import { checkCode, happenedAt, rowId } from "#platform/database/columns.ts";
import { STAFF_CHANGE_KINDS } from "./staff-change.ts";

/**
 * Changes by staff of what belongs to somebody else, one row per notified owner, with that owner's
 * objection. The audit log stores the same permanently; this row is deleted with the owner's
 * account.
 */
export const staffChangeTable = pgTable(
  "staff_change",
  {
    id: rowId(),
    kind: text("kind", { enum: STAFF_CHANGE_KINDS }).notNull(),
    thingKind: text("thing_kind", { enum: AUDIT_THINGS }).notNull(),
    thingId: text("thing_id").notNull(),
    /**
     * The name of the thing in the owner's language: "2021 Toyota RAV4 XLE", a request's reference.
     */
    thingName: text("thing_name").notNull(),
    /** Null for an owner without an account. */
    ownerUserId: text("owner_user_id").references(() => userTable.id, { onDelete: "cascade" }),
    changes: jsonb("changes").$type<AuditChanges>().notNull(),
    /** Staff's reason, for the owner; empty if none is required. */
    reason: text("reason").notNull().default(""),
    byUserId: byUserId(),
    at: happenedAt(),
    /** The owner's objection, in their words. */
    objection: text("objection"),
    objectedAt: timestamp("objected_at", { withTimezone: true }),
    settledAt: timestamp("settled_at", { withTimezone: true }),
    settledByUserId: text("settled_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
  },
  (table) => [
    index("staff_change_thing").on(table.thingKind, table.thingId, table.at),
    index("staff_change_owner").on(table.ownerUserId),
    index("staff_change_objected").on(table.settledAt, table.objectedAt),
    checkCode("staff_change_kind_code", table.kind, STAFF_CHANGE_KINDS),
    checkCode("staff_change_thing_kind_code", table.thingKind, AUDIT_THINGS),
  ],
);
