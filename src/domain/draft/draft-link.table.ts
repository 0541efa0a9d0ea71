import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** A mailed way back to a draft. Address and number are not in it: they are answers, sealed there. */
export const draftLinkTable = pgTable(
  "draft_link",
  {
    id: uuid("id").primaryKey(),
    draftId: uuid("draft_id").notNull(),
    /** Keyed hash of the address that it went to, to send another one there. */
    emailHash: text("email_hash").notNull(),
    /** Null until its mail is written. */
    tokenHash: text("token_hash").unique(),
    /** Wrong codes; each is counted before it is compared. */
    tries: integer("tries").notNull().default(0),
    /** The day on which the draft goes too. */
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    index("draft_link_draft").on(table.draftId),
    index("draft_link_email").on(table.emailHash),
    index("draft_link_expires").on(table.expiresAt),
  ],
);
