import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { dealershipId } from "#domain/dealership/dealership.table.ts";
import { byUserId } from "#domain/identity/identity.table.ts";
import { checkCode, rowId } from "#platform/database/columns.ts";
import { leadId } from "./lead.table.ts";
import { HANDOVER_OUTCOMES, HANDOVER_STATES, PASS_REASONS } from "./handover.ts";

/**
 * A lead in the hands of a dealership, from the moment that it is passed to it. No dealership gets
 * a lead twice.
 */
export const handoverTable = pgTable(
  "handover",
  {
    id: rowId(),
    leadId: leadId(),
    dealershipId: dealershipId(),
    state: text("state", { enum: HANDOVER_STATES }).notNull().default("waiting"),
    givenAt: timestamp("given_at", { withTimezone: true }).notNull(),
    /** By when it has to answer; null if it may take as long as it likes. */
    answerBy: timestamp("answer_by", { withTimezone: true }),
    answeredAt: timestamp("answered_at", { withTimezone: true }),
    /** Who accepted it or passed on it. */
    byUserId: byUserId(),
    passReason: text("pass_reason", { enum: PASS_REASONS }),
    /** The newest one; those before are in the history of the lead. */
    outcome: text("outcome", { enum: HANDOVER_OUTCOMES }),
    /** In whole dollars. */
    soldValueCad: integer("sold_value_cad"),
  },
  (table) => [
    uniqueIndex("handover_lead_dealership").on(table.leadId, table.dealershipId),
    index("handover_dealership_given").on(table.dealershipId, table.givenAt),
    index("handover_answer_by")
      .on(table.answerBy)
      .where(sql`${table.state} = 'waiting'`),
    checkCode("handover_state_code", table.state, HANDOVER_STATES),
    checkCode("handover_pass_reason_code", table.passReason, PASS_REASONS),
    checkCode("handover_outcome_code", table.outcome, HANDOVER_OUTCOMES),
  ],
);
