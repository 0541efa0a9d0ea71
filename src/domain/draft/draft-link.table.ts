import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * A mailed link to a draft. Address and phone number are not stored here: they are answers, sealed
 * in the draft.
 */
export const draftLinkTable = pgTable(
  "draft_link",
  {
    id: uuid("id").primaryKey(),
    draftId: uuid("draft_id").notNull(),
    /** Keyed hash of the address that it was sent to, so that another one can be sent there. */
    emailHash: text("email_hash").notNull(),
    /** Null until its e-mail is written. */
    tokenHash: text("token_hash").unique(),
    /** Wrong codes; each is counted before it is compared. */
    tries: integer("tries").notNull().default(0),
    /** The day on which the draft is deleted too. */
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    index("draft_link_draft").on(table.draftId),
    index("draft_link_email").on(table.emailHash),
    index("draft_link_expires").on(table.expiresAt),
  ],
);
