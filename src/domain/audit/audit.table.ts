import { bigint, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { checkCode } from "#platform/database/columns.ts";
import { AUDIT_ACTIONS, AUDIT_ACTORS, AUDIT_OUTCOMES, AUDIT_THINGS } from "./audit.ts";

/**
 * The audit log. Rows are only added, until they are old enough to be deleted: triggers refuse
 * anything else (their migrations), and each row's MAC covers the row and the MAC before it. It
 * contains only ids, and none is a foreign key: a record outlives the account and the lead that it
 * is about.
 */
export const auditTable = pgTable(
  "audit_record",
  {
    position: bigint("position", { mode: "number" }).primaryKey(),
    at: timestamp("at", { withTimezone: true, precision: 3 }).notNull(),
    actorKind: text("actor_kind", { enum: AUDIT_ACTORS }).notNull(),
    accountId: text("account_id"),
    action: text("action", { enum: AUDIT_ACTIONS }).notNull(),
    thingKind: text("thing_kind", { enum: AUDIT_THINGS }),
    thingId: text("thing_id"),
    addressBlock: text("address_block"),
    outcome: text("outcome", { enum: AUDIT_OUTCOMES }).notNull(),
    mac: text("mac").notNull(),
    /** The values before and after. Text, because jsonb would change how it is written. */
    changes: text("changes"),
  },
  (table) => [
    index("audit_record_account").on(table.accountId, table.position),
    index("audit_record_thing").on(table.thingId, table.thingKind, table.position),
    index("audit_record_action").on(table.action, table.position),
    index("audit_record_at").on(table.at),
    checkCode("audit_record_actor_kind_code", table.actorKind, AUDIT_ACTORS),
    checkCode("audit_record_action_code", table.action, AUDIT_ACTIONS),
    checkCode("audit_record_thing_kind_code", table.thingKind, AUDIT_THINGS),
    checkCode("audit_record_outcome_code", table.outcome, AUDIT_OUTCOMES),
  ],
);
