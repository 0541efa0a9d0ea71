import { pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import { submissionTable } from "#domain/lead/submission.table.ts";

/** Answers to a VIN that its sender no longer wants on the home page; My requests still has them. */
export const vinOfferPutAwayTable = pgTable("vin_offer_put_away", {
  submissionId: uuid("submission_id")
    .primaryKey()
    .references(() => submissionTable.id, { onDelete: "cascade" }),
  at: timestamp("at", { withTimezone: true }).notNull(),
});
