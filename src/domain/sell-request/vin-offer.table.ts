import { pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import { submissionTable } from "#domain/lead/submission.table.ts";

/**
 * Results for a VIN that their sender dismissed from the home page; My requests still shows them.
 */
export const vinOfferPutAwayTable = pgTable("vin_offer_put_away", {
  submissionId: uuid("submission_id")
    .primaryKey()
    .references(() => submissionTable.id, { onDelete: "cascade" }),
  at: timestamp("at", { withTimezone: true }).notNull(),
});
