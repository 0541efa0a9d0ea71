import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { byUserId } from "#domain/identity/identity.table.ts";
import { checkCode, happenedAt, rowId } from "#platform/database/columns.ts";
import { leadId } from "./lead.table.ts";
import { LEAD_RESULTS } from "./outcome.ts";

/** The operator's list of why a lead is lost. A reason that was used once is never deleted. */
export const outcomeReasonTable = pgTable("outcome_reason", {
  id: rowId(),
  nameEn: text("name_en").notNull().unique(),
  nameFr: text("name_fr").notNull().unique(),
  /** Whether staff can still choose it. */
  isOffered: boolean("is_offered").notNull().default(true),
});

/**
 * How a lead ended. A lead has one outcome that counts; those before it were ended when the lead
 * was reopened, or when another outcome was recorded.
 */
export const leadOutcomeTable = pgTable(
  "lead_outcome",
  {
    id: rowId(),
    leadId: leadId(),
    result: text("result", { enum: LEAD_RESULTS }).notNull(),
    /** In whole dollars: the price of the car that was sold. */
    soldValueCad: integer("sold_value_cad"),
    /** Empty if nothing was financed, or nobody said by whom. */
    lender: text("lender"),
    /** The day of the sale, or of the end. */
    endedOn: date("ended_on").notNull(),
    /** Why it was lost. */
    reasonId: uuid("reason_id").references(() => outcomeReasonTable.id),
    byUserId: byUserId(),
    at: happenedAt(),
    /** Null while it counts. */
    reopenedAt: timestamp("reopened_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("lead_outcome_current")
      .on(table.leadId)
      .where(sql`${table.reopenedAt} is null`),
    checkCode("lead_outcome_result_code", table.result, LEAD_RESULTS),
  ],
);
