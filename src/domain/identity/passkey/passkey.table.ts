import { boolean, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";

/** A person's passkeys. The columns are the passkey plugin's, but for `last_used_at`. */
export const passkeyTable = pgTable(
  "passkey",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    /** As its owner calls it. */
    name: text("name"),
    /** Unique: a credential opens one account. */
    credentialID: text("credential_id").notNull().unique(),
    publicKey: text("public_key").notNull(),
    /** Signatures so far, as the authenticator counts them; one that falls back is a copy. */
    counter: integer("counter").notNull(),
    deviceType: text("device_type").notNull(),
    backedUp: boolean("backed_up").notNull(),
    transports: text("transports"),
    /** The model of authenticator, where it says (WebAuthn §6.5.1). */
    aaguid: text("aaguid"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
  },
  (table) => [index("passkey_user_id").on(table.userId)],
);
