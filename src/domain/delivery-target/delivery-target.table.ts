import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { bytea, checkCode, checkCodes, rowId } from "#platform/database/columns.ts";
import { LEAD_KINDS } from "#values/lead-kind.ts";

/** `gone`: its server said so (410), and it gets nothing until somebody switches it on again. */
const TARGET_STATES = ["on", "off", "gone"] as const;

/**
 * A system of a dealership to which its leads are delivered by https, beside the e-mail that every
 * dealership gets. Deliveries are messages (domain/notification).
 */
export const deliveryTargetTable = pgTable(
  "delivery_target",
  {
    id: rowId(),
    dealershipId: uuid("dealership_id")
      .notNull()
      .references(() => dealershipTable.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** A name of kinds.ts. There is no CHECK, so that a new kind is one file. */
    kind: text("kind").notNull(),
    /** The host and path, to show: the rest of the address may be a password. */
    shownAddress: text("shown_address").notNull(),
    /** The leads that it gets. */
    leadKinds: text("lead_kinds", { enum: LEAD_KINDS }).array().notNull(),
    state: text("state", { enum: TARGET_STATES }).notNull().default("on"),
    /** The whole address, and the secrets that sign (settings.server.ts). */
    sealedSettings: bytea("sealed_settings").notNull(),
    /** Since the last success; too many, and it rests. */
    failuresInARow: integer("failures_in_a_row").notNull().default(0),
    restingUntil: timestamp("resting_until", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("delivery_target_dealership").on(table.dealershipId),
    checkCode("delivery_target_state_code", table.state, TARGET_STATES),
    checkCodes("delivery_target_lead_kinds_code", table.leadKinds, LEAD_KINDS),
  ],
);

export type DeliveryTarget = typeof deliveryTargetTable.$inferSelect;
